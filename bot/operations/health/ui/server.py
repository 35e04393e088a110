"""The port for the operator's tools: /live, /ready, and /metrics."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.core.metrics import measure
from bot.operations.health import systemd as pulse
from bot.operations.health.checks import Facts, Figures, faults_of_life, faults_of_readiness
from bot.operations.health.systemd import Systemd
from bot.operations.health.ui.client import Bot, facts_about, register
from bot.runtime.addresses import Address, open_port
from bot.runtime.connection_limits import LimitedRunner

log = logging.getLogger(__name__)

_NAME = "SLOWPLAY_HEALTH"
_STOP_SECONDS = 1.0
Faults = Callable[[Facts], list[str]]


@asynccontextmanager
async def run_monitoring(
    bot: Bot, address: Address | None, backups: Path | None
) -> AsyncIterator[web.AppRunner]:
    """Keep systemd's messages running, and if there's an `address`, the health port and the lag meter.

    Raises:
        CantListen: If the port can't be used.
    """
    app = bot.ctx.app
    measure(app.database, app.written, app.clock.now, app.metrics.transactions.observe)
    register(bot)
    runner = LimitedRunner(application(bot, backups), _NAME, _STOP_SECONDS)
    systemd = Systemd.of(os.environ)
    beside = [
        asyncio.create_task(
            systemd.keep_told(bot.on_line, bot.leaving, lambda: not faults_of_life(facts_about(bot))),
            name="systemd",
        ),
    ]
    try:
        if address is not None:
            await _open(runner, address)
            # Without the port no one could read what's measured.
            beside.append(asyncio.create_task(pulse.feel(app.metrics.lag.observe), name="pulse"))
        yield runner
    finally:
        await runner.cleanup()
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)


async def _open(runner: web.AppRunner, address: Address) -> None:
    await runner.setup()
    await open_port(runner, _NAME, address)
    log.info("/live, /ready, and /metrics are at http://%s", address)


def application(bot: Bot, backups: Path | None) -> web.Application:
    """Return the web application with the three pages."""
    figures = Figures(bot.ctx.app, backups)

    async def metrics(request: web.Request) -> web.Response:
        await figures.refresh()
        body = generate_latest(bot.ctx.app.metrics.registry)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})

    app = web.Application()
    app.router.add_get("/live", _build_page(bot, faults_of_life))
    app.router.add_get("/ready", _build_page(bot, faults_of_readiness))
    app.router.add_get("/metrics", metrics)
    return app


def _build_page(bot: Bot, faults: Faults) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    async def show_page(request: web.Request) -> web.Response:
        found = faults(facts_about(bot))
        return web.Response(
            text="".join(f"{fault}\n" for fault in found) or "ok\n", status=503 if found else 200
        )

    return show_page
