"""What all background loops share: carry on after an error, wait for work, release old leases."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.core.app_context import AppContext, Signal
from storage.engine.handle import Writer

log = logging.getLogger(__name__)

_TROUBLE_SECONDS = 5


async def release(app: AppContext, release: Callable[[Writer], Awaitable[None]]) -> None:
    """Release all leases of processes that are gone."""
    async with app.database.write() as w:
        await release(w)


async def persistently(app: AppContext, signal: Signal, step: Callable[[], Awaitable[None]]) -> None:
    """Do one step of a loop; on any error, a full disk for example, log it and wait a little."""
    try:
        await step()
    except Exception:
        log.exception("a loop failed; it tries again in %d seconds", _TROUBLE_SECONDS)
        await wait(app, signal, app.now() + _TROUBLE_SECONDS)


async def wait(app: AppContext, signal: Signal, moment: float | None) -> None:
    """Wait until the signal, or until the moment in epoch seconds if there is one."""
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
    """Return the `extra` of a log line that repeats; lines with the same `what` are about the same matter."""
    return {ALIKE: what}
