"""The port for the operator's tools: /live, /ready, and /metrics."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.operations.health.checks import Facts, Figures, faults_of_life, faults_of_readiness
from bot.operations.health.ui.client import Bot, facts_about
from bot.runtime.addresses import Address
from bot.runtime.connection_limits import LimitedRunner

log = logging.getLogger(__name__)

_NAME = "SLOWPLAY_HEALTH"
_STOP_SECONDS = 1.0
Faults = Callable[[Facts], list[str]]


@asynccontextmanager
async def serve(bot: Bot, address: Address, backups: Path | None) -> AsyncIterator[web.AppRunner]:
    """Serve the three pages at an address; raise CantListen if the port can't be used."""
    runner = LimitedRunner(application(bot, backups), _NAME, _STOP_SECONDS)
    try:
        await runner.listen(address)
        log.info("/live, /ready, and /metrics are at http://%s", address)
        yield runner
    finally:
        await runner.cleanup()


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
