"""What every loop does: carry on after a fault, wait for work, forget old leases."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.core.app_context import AppContext, Signal
from storage.engine.handle import Writer

log = logging.getLogger(__name__)

_TROUBLE_SECONDS = 5


async def release(app: AppContext, release: Callable[[Writer], Awaitable[None]]) -> None:
    """Forget all leases: whoever held them is gone."""
    async with app.database.write() as w:
        await release(w)


async def persistently(app: AppContext, signal: Signal, step: Callable[[], Awaitable[None]]) -> None:
    """A step of a loop; the loop outlives what goes wrong in it, a full disk for example."""
    try:
        await step()
    except Exception:
        log.exception("a loop failed; it tries again in %d seconds", _TROUBLE_SECONDS)
        await wait(app, signal, app.now() + _TROUBLE_SECONDS)


async def wait(app: AppContext, signal: Signal, moment: float | None) -> None:
    """Until the signal, or the moment if there is one."""
    waits = {asyncio.ensure_future(signal.wait())}
    if moment is not None:
        waits.add(asyncio.ensure_future(app.clock.until(moment)))
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()


ALIKE = "alike"


def alike(what: str) -> dict[str, str]:
    """The `extra` of such a line; all with the same `what` are about the same."""
    return {ALIKE: what}
