"""Where everybody stands, whatever the format: a page of a table, or of the boards of a team match."""

from __future__ import annotations

import discord
import msgspec

from bot.contests import own_team
from bot.contests.ui import boards, tables
from bot.contests.ui.access import Found
from bot.ui.context import UiContext


class Standing(msgspec.Struct, frozen=True):
    """A page, a line for each place or board, and `above`: what's said before all of them; empty: nothing."""

    number: int
    pages: int
    above: str
    lines: list[str]


async def standing(ctx: UiContext, found: Found, number: int = 0) -> Standing:
    """A page in words."""
    if own_team.is_one(found.contest):
        page = boards.page_of(found.contest, number)
        lines = await boards.in_words(ctx, found, page)
        return Standing(page.number, page.pages, boards.score(found.contest), lines)
    table = tables.page_of(found.contest, number, ctx.app.now())
    return Standing(table.number, table.pages, "", tables.in_words(table).splitlines())


async def picture(ctx: UiContext, found: Found, number: int = 0) -> discord.File:
    """The same page as a picture."""
    contest, subtitle = found.contest, tables.about(found.contest)
    if own_team.is_one(contest):
        return await boards.picture(ctx, contest, boards.page_of(contest, number), subtitle)
    page = tables.page_of(contest, number, ctx.app.now())
    return await tables.picture(ctx, contest, page, subtitle)
