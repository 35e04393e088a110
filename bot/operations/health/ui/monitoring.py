"""The monitoring of a running bot: messages to systemd, and the operator's port, if any."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from bot.core.metrics import measure
from bot.operations.health import systemd as pulse
from bot.operations.health.checks import faults_of_life
from bot.operations.health.systemd import Systemd
from bot.operations.health.ui.client import Bot, facts_about, register
from bot.runtime.addresses import Address

if TYPE_CHECKING:
    from aiohttp.web import AppRunner


@asynccontextmanager
async def run_monitoring(
    bot: Bot, address: Address | None, backups: Path | None
) -> AsyncIterator[AppRunner | None]:
    """Keep systemd's messages running, and if there's an `address`, the health port and the lag meter.

    Provide the port's server, or None without a port.

    Raises:
        CantListen: If the port can't be used.
    """
    app = bot.ctx.app
    measure(app.database, app.written, app.clock.now, app.metrics.transactions.observe)
    register(bot)
    told = Systemd.of(os.environ).keep_told(
        bot.on_line, bot.leaving, lambda: not faults_of_life(facts_about(bot))
    )
    beside = [asyncio.create_task(told, name="systemd")]
    port: AbstractAsyncContextManager[AppRunner | None] = nullcontext()
    if address is not None:
        port = _serve(bot, address, backups)
        # Without the port no one could read what's measured.
        beside.append(asyncio.create_task(pulse.feel(app.metrics.lag.observe), name="pulse"))
    try:
        async with port as runner:
            yield runner
    finally:
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)


def _serve(bot: Bot, address: Address, backups: Path | None) -> AbstractAsyncContextManager[AppRunner]:
    # A web server is loaded only where it's asked for: it takes 2 MB.
    from bot.operations.health.ui.server import serve

    return serve(bot, address, backups)
