"""`/compete`: what's on here, what somebody is in, and the way to a new one."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands, ui

from bot.contests import drafting
from bot.contests.keeping import contest_of
from bot.contests.ui import both_teams, sentences
from bot.contests.ui.access import Found
from bot.contests.ui.buttons import Answer, Menu, OpenChosen, SetUp
from bot.contests.ui.showing import open_contest
from bot.ui import items, names
from bot.ui.context import Interaction, UiContext, guarded, is_without_bot, place_of, show
from bot.ui.items import Screen
from bot.ui.permissions import organizes
from games import GAMES
from storage import contests
from storage.contests import ContestRow

ON_A_PAGE = 10
_NOTHING_HERE = "Nothing is on here right now."
_NOTHING_MINE = "You aren't in any tournament or ladder right now."
_ASK = "Someone who can manage this server or its events can start one."


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """/compete."""

    @app_commands.command(
        name="compete", description="See tournaments and ladders, join one, or organize one"
    )
    async def compete(interaction: Interaction) -> None:
        await guarded(interaction, _open(ctx, interaction))

    return compete


async def _open(ctx: UiContext, interaction: Interaction) -> None:
    here = place_of(interaction).guild is not None
    await _show(ctx, interaction, Menu("here" if here else "mine"))


async def turned(ctx: UiContext, interaction: Interaction, tap: Menu) -> None:
    """The other list, or another page."""
    await _show(ctx, interaction, tap)


async def chose(ctx: UiContext, interaction: Interaction, tap: OpenChosen) -> None:
    """One was chosen from a list."""
    data: Any = interaction.data
    await open_contest(ctx, interaction, data["values"][0])


async def _show(ctx: UiContext, interaction: Interaction, tap: Menu) -> None:
    found = await _listed(ctx, interaction, tap)
    pages = max(1, -(-len(found) // ON_A_PAGE))
    page = min(max(0, tap.page), pages - 1)
    shown = found[page * ON_A_PAGE : (page + 1) * ON_A_PAGE]
    parts: list[ui.Item[Any]] = [items.text(_told(interaction, tap, shown))]
    if shown:
        parts.append(items.row(items.select("Open one", OpenChosen(), list(map(_option, shown)))))
    parts += items.pager(page, pages, lambda number: Menu(tap.which, number))
    await show(interaction, Screen(items.message(*parts, items.row(*_taps(interaction, tap)))))


async def _listed(ctx: UiContext, interaction: Interaction, tap: Menu) -> list[Found]:
    """What's on here, or what somebody is in and isn't over, wherever it is."""
    guild, person = place_of(interaction).guild, interaction.user.id
    async with ctx.app.database.read() as r:
        rows = await _rows(r, tap.which, guild, person)
        return [Found(*await contest_of(r, ctx.app, row.id)) for row in rows]


async def _rows(r: Any, which: str, guild: int | None, person: int) -> list[ContestRow]:
    if which == "mine":
        return [row for row in await contests.of_person(r, person) if row.ended_at is None]
    return [] if guild is None else await contests.open_of(r, guild)


def _told(interaction: Interaction, tap: Menu, shown: list[Found]) -> str:
    title = "### Tournaments and ladders here" if tap.which == "here" else "### My tournaments and ladders"
    if not shown:
        nothing = _NOTHING_HERE if tap.which == "here" else _NOTHING_MINE
        asks = tap.which == "here" and not organizes(interaction)
        return "\n".join(filter(None, (title, nothing, _ASK if asks else "")))
    return "\n".join((title, *(_line(one, interaction.user.id) for one in shown)))


def _line(found: Found, person: int) -> str:
    contest = found.contest
    mine = contest.entrants.get(person)
    is_in = " · **you're in**" if mine is not None and not mine.gone else ""
    there = sentences.counted(len(contest.there), "player")
    what = f"{sentences.format_name(contest.terms.kind)}, {GAMES[contest.terms.game].title}"
    who = both_teams.versus(contest)
    what = f"{what} · {who}" if who else what
    return f"**{sentences.name(contest.terms)}** · {what} · {there}{is_in}\n-# {sentences.when(contest)}"


def _option(found: Found) -> discord.SelectOption:
    contest = found.contest
    about = f"{sentences.format_name(contest.terms.kind)} · {GAMES[contest.terms.game].title}"
    return discord.SelectOption(
        label=names.short(contest.terms.name)[:100], value=found.row.id, description=about[:100]
    )


def _taps(interaction: Interaction, tap: Menu) -> list[items.Tap]:
    taps: list[items.Tap] = []
    if place_of(interaction).guild is not None:
        other = Menu("mine") if tap.which == "here" else Menu("here")
        taps.append(items.button("My contests" if tap.which == "here" else "What's on here", other))
        if organizes(interaction) and not is_without_bot(interaction):
            taps.append(items.button("Organize one", SetUp("m"), items.STRONG))
            taps.append(items.button("Challenge a server", SetUp("m", drafting.AGAINST_A_SERVER)))
            taps.append(items.button("Answer a challenge", Answer()))
    return taps or [items.button("Refresh", tap)]
