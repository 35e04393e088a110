"""The card of a contest, in its channel."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.discord_kit.components import items, pictures
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import UiContext
from bot.matchmaking.contests.log import dice
from bot.matchmaking.contests.organizing.entering import takes_substitutes
from bot.matchmaking.contests.teams.found import Found
from bot.matchmaking.contests.ui import both_teams, sentences, tables
from bot.matchmaking.contests.ui.buttons import CheckIn, Join, Manage, Show, Withdraw
from games import GAMES

_TOP, _TOP_OF_BRACKET = 10, 14
"""Lines of the standings that the card tells, and of a bracket."""


async def card(ctx: UiContext, found: Found) -> Screen:
    """The card as it stands: what it is before it begins, and the standings from then on."""
    row, contest = found
    parts, files = await (_standings(ctx, found) if contest.begun_at else _before(found))
    below = "" if contest.ended_at is not None else sentences.policies(contest.terms)
    async with ctx.app.database.read() as r:
        secret = await dice.told_of(r, row, contest)
    parts.append(items.text("\n".join(filter(None, (below, f"-# {secret}")))))
    return Screen(items.message(*parts, *items.rows(_taps(found))), files)


async def _before(found: Found) -> tuple[list[ui.Item[Any]], list[discord.File]]:
    """What it will be, with a small picture of the game."""
    contest = found.contest
    file = await pictures.icon(GAMES[contest.terms.game].icon())
    thumbnail: ui.Thumbnail[Any] = ui.Thumbnail(f"attachment://{file.filename}", description=file.description)
    top: ui.Section[Any] = ui.Section(items.text(sentences.heading(contest)), accessory=thumbnail)
    lines = (
        sentences.how(contest.terms),
        sentences.who_may(contest.terms),
        both_teams.people(contest, found.team),
    )
    return [top, items.text("\n".join(lines))], [file]


async def _standings(ctx: UiContext, found: Found) -> tuple[list[ui.Item[Any]], list[discord.File]]:
    """Where everybody stands, as a picture and in words."""
    contest = found.contest
    page = await tables.standing(ctx, contest, found.team)
    file = await tables.pictured(ctx, contest)
    most = _TOP_OF_BRACKET if tables.windows_of(contest) else _TOP
    more = "" if len(page.lines) <= most and page.pages == 1 else "-# *Standings* shows everyone."
    words = "\n".join(filter(None, (*page.lines[:most], more)))
    above = "\n".join(filter(None, (sentences.heading(contest), page.above)))
    return [items.text(above), items.shown(file), items.text(words)], [file]


def _taps(found: Found) -> list[items.Tap]:
    """What anybody may tap; whether they may do it is found out then."""
    row, contest = found
    taps: list[items.Tap] = []
    if takes_substitutes(contest):
        taps.append(items.button("Be a substitute", Join(row.id)))
    elif contest.status == "open" or (contest.ended_at is None and found.team is None):
        taps.append(items.button("Join", Join(row.id), items.GOOD))
    if contest.ended_at is None:
        taps.append(items.button("Withdraw", Withdraw(row.id)))
        if contest.status == "open" and contest.terms.check_in:
            taps.append(items.button("Check in", CheckIn(row.id), items.STRONG))
    taps.append(items.button("Standings" if contest.begun_at else "Details", Show(row.id)))
    return [*taps, items.button("Manage", Manage(row.id))]
