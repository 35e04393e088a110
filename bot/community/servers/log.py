"""What the admins and moderators of a server have done there, page by page."""

from __future__ import annotations

import msgspec

from bot.core.app_context import AppContext
from storage.tables import guilds
from storage.tables.guilds import Logged

LINES = 10
"""On a page."""


class LogPage(msgspec.Struct, frozen=True):
    """A page of a server's log, newest first; pages count from 0."""

    number: int
    pages: int
    lines: tuple[Logged, ...]


async def page_of(app: AppContext, guild: int, number: int) -> LogPage:
    """A page; one that isn't there is the nearest that is."""
    async with app.database.read() as r:
        pages = max(1, -(-await guilds.count_lines(r, guild) // LINES))
        number = min(max(0, number), pages - 1)
        lines = await guilds.lines(r, guild, LINES, number * LINES)
    return LogPage(number, pages, tuple(lines))
