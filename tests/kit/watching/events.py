"""Waiting for what metrics and logs report."""

from __future__ import annotations

import asyncio

from tests.kit.inputs import PATIENCE_SECONDS
from tests.kit.table import Table


def heard(t: Table, verb: str) -> asyncio.Event:
    """Return an event that is set when the bot next calls `note_arrival` or `drop` for an interaction."""
    fresh, event = t.running.bot.ctx.fresh, asyncio.Event()
    act = getattr(fresh, verb)
    setattr(fresh, verb, lambda *given: (act(*given), event.set()))
    return event


async def happens(event: asyncio.Event) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        await event.wait()
