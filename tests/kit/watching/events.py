"""Waiting for what's told of by metrics and logs."""

from __future__ import annotations

import asyncio

from tests.kit.inputs import PATIENCE_SECONDS
from tests.kit.table import Table


def heard(t: Table, verb: str) -> asyncio.Event:
    """Happens when the bot next does this with an interaction: `arrived` or `drop`."""
    fresh, event = t.running.bot.ctx.fresh, asyncio.Event()
    act = getattr(fresh, verb)
    setattr(fresh, verb, lambda *given: (act(*given), event.set()))
    return event


async def happens(event: asyncio.Event) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        await event.wait()
