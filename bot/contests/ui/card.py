"""The card of a contest, in its channel."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.contests.contest import Contest
from bot.contests.ui import sentences, tables
from bot.contests.ui.access import Found
from bot.contests.ui.buttons import CheckIn, Join, Manage, Show, Withdraw
from bot.ui import items, pictures
from bot.ui.context import UiContext
from bot.ui.items import Screen
from games import GAMES

_TOP = 10
"""Lines of the standings that the card tells."""


async def card(ctx: UiContext, found: Found) -> Screen:
    """The card as it stands: what it is before it begins, and the standings from then on."""
    row, contest = found
    parts, files = await (_standings(ctx, contest) if contest.begun_at else _before(contest))
    below = "" if contest.ended_at is not None else sentences.policies(contest.terms)
    parts.append(items.text("\n".join(filter(None, (below, sentences.dice(row.secret))))))
    return Screen(items.message(*parts, *items.rows(_taps(found))), files)


async def _before(contest: Contest) -> tuple[list[ui.Item[Any]], list[discord.File]]:
    """What it will be, with a small picture of the game."""
    file = await pictures.icon(GAMES[contest.terms.game].icon())
    thumbnail: ui.Thumbnail[Any] = ui.Thumbnail(f"attachment://{file.filename}", description=file.description)
    top: ui.Section[Any] = ui.Section(items.text(sentences.heading(contest)), accessory=thumbnail)
    lines = (sentences.how(contest.terms), sentences.who_may(contest.terms), sentences.people(contest))
    return [top, items.text("\n".join(lines))], [file]


async def _standings(ctx: UiContext, contest: Contest) -> tuple[list[ui.Item[Any]], list[discord.File]]:
    """Where everybody stands, as a picture and in words."""
    page = tables.page_of(contest, 0, ctx.app.now())
    file = await tables.picture(ctx, contest, page, tables.about(contest))
    told = tables.in_words(page).splitlines()
    more = "" if len(told) <= _TOP and page.pages == 1 else "-# *Standings* shows everyone."
    words = "\n".join(filter(None, (*told[:_TOP], more)))
    return [items.text(sentences.heading(contest)), items.shown(file), items.text(words)], [file]


def _taps(found: Found) -> list[items.Tap]:
    """What anybody may tap; whether they may do it is found out then."""
    row, contest = found
    taps: list[items.Tap] = []
    if contest.ended_at is None:
        taps += [items.button("Join", Join(row.id), items.GOOD), items.button("Withdraw", Withdraw(row.id))]
        if contest.status == "open" and contest.terms.check_in:
            taps.append(items.button("Check in", CheckIn(row.id), items.STRONG))
    taps.append(items.button("Standings" if contest.begun_at else "Details", Show(row.id)))
    return [*taps, items.button("Manage", Manage(row.id))]
