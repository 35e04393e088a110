"""`/compete`: lists of the contests here, everywhere, and of the person's own, and the way to a new one."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import discord
from discord import app_commands, ui

from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import (
    Interaction,
    UiContext,
    is_without_bot,
    place_of,
    run_guarded,
    show,
)
from bot.discord_kit.interactions.members import organizes
from bot.discord_kit.text import names
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.log.event_store import contest_of
from bot.matchmaking.contests.organizing import global_ladders
from bot.matchmaking.contests.teams.team_sides import Found
from bot.matchmaking.contests.ui import both_teams, champions, sentences
from bot.matchmaking.contests.ui.buttons import CHALLENGE, Answer, Menu, OpenChosen, SetUp, Which
from bot.matchmaking.contests.ui.showing import concerns, open_contest
from games import GAMES
from storage.engine.handle import Reader
from storage.tables import contests
from storage.tables.contests import ContestRow

ON_A_PAGE = 10
_MOST_OVER = 50
"""The most contests of a list that are over, the latest first."""
_WORDS: Mapping[Which, tuple[str, str]] = MappingProxyType(
    {
        "here": ("### Tournaments and ladders here", "None is open right now."),
        "mine": ("### My tournaments and ladders", "You aren't in any tournament or ladder right now."),
        "over": ("### Tournaments and leagues that are over", "None is over yet."),
        "wide": ("### Everywhere", "None of the games this server allows has a ladder everywhere."),
    }
)
"""The title of each list, and the text when it's empty."""
_LISTS: Mapping[Which, str] = MappingProxyType(
    {"here": "On this server", "mine": "Mine", "over": "Finished", "wide": "Everywhere"}
)
_WIDE = "One endless ladder for each game, for people from any server."
_ASK = "Someone who can manage this server or its events can start one."


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """Return the `/compete` command."""

    @app_commands.command(
        name="compete", description="See tournaments and ladders, join one, or organize one"
    )
    async def compete(interaction: Interaction) -> None:
        await run_guarded(interaction, _open(ctx, interaction))

    return compete


async def _open(ctx: UiContext, interaction: Interaction) -> None:
    here = place_of(interaction).guild is not None
    await _show(ctx, interaction, Menu("here" if here else "mine"))


async def turn_page(ctx: UiContext, interaction: Interaction, tap: Menu) -> None:
    """Show another list of contests, or another page of it."""
    await _show(ctx, interaction, tap)


async def open_chosen(ctx: UiContext, interaction: Interaction, tap: OpenChosen) -> None:
    """Open the contest chosen from a list."""
    data: Any = interaction.data
    await open_contest(ctx, interaction, data["values"][0])


async def _show(ctx: UiContext, interaction: Interaction, tap: Menu) -> None:
    found = await _find_contests(ctx, interaction, tap)
    pages = max(1, -(-len(found) // ON_A_PAGE))
    page = min(max(0, tap.page), pages - 1)
    shown = found[page * ON_A_PAGE : (page + 1) * ON_A_PAGE]
    parts: list[ui.Item[Any]] = [items.text(_format_text(interaction, tap, shown))]
    if shown:
        parts.append(items.row(items.select("Open one", OpenChosen(), list(map(_option, shown)))))
    parts += items.pager(page, pages, lambda number: Menu(tap.which, number))
    await show(interaction, Screen(items.message(*parts, *await _taps(ctx, interaction, tap))))


async def _find_contests(ctx: UiContext, interaction: Interaction, tap: Menu) -> list[Found]:
    """Return the contests of a list; the person's own are on any server, and in a DM so are those over."""
    guild, person = place_of(interaction).guild, interaction.user.id
    wide = await global_ladders.list_ladders(ctx.app, guild) if tap.which == "wide" else []
    async with ctx.app.database.read() as r:
        ids = wide or [row.id for row in await _rows(r, tap.which, guild, person)]
        found = [Found(*await contest_of(r, ctx.app, id)) for id in ids]
    if tap.which != "mine":
        return found
    return [entry for entry in found if await concerns(ctx, entry, person)]


async def _rows(r: Reader, which: str, guild: int | None, person: int) -> list[ContestRow]:
    if which == "over" and guild is not None:
        return await contests.list_ended(r, guild, _MOST_OVER)
    if which in ("mine", "over"):
        is_over = which == "over"
        found = await contests.of_person(r, person)
        return [row for row in found if (row.ended_at is not None) == is_over][:_MOST_OVER]
    return [] if guild is None or which == "wide" else await contests.open_of(r, guild)


def _format_text(interaction: Interaction, tap: Menu, shown: list[Found]) -> str:
    title, nothing = _WORDS[tap.which]
    lines = [title, _WIDE] if tap.which == "wide" else [title]
    if not shown:
        asks = tap.which == "here" and not organizes(interaction)
        return "\n".join((*lines, nothing, *([_ASK] if asks else [])))
    line = _wide_line if tap.which == "wide" else _line
    return "\n".join((*lines, *(line(entry, interaction.user.id) for entry in shown)))


def _line(found: Found, person: int) -> str:
    contest = found.contest
    what = f"{sentences.format_name(contest.terms.kind)}, {GAMES[contest.terms.game].title}"
    versus, who = both_teams.versus(contest), _who(contest, person)
    what = f"{what} · {versus}" if versus else what
    won = (
        champions.format_champions(champions.find_champions(contest)) if contest.status == "finished" else ()
    )
    lines = (
        f"**{sentences.name(contest.terms)}** · {what} · {who}",
        *(f"🏆 {line}" for line in won),
        f"-# {sentences.when(contest)}",
    )
    return "\n".join(lines)


def _wide_line(found: Found, person: int) -> str:
    """Return the lines about a ladder open to everyone; there is one for each game."""
    contest = found.contest
    going_on = sentences.format_count(len(contest.open), "match", "es") if contest.open else "no matches"
    about = sentences.describe_terms(contest.terms)
    return (
        f"**{GAMES[contest.terms.game].title}** · {_who(contest, person)}\n-# {about} · {going_on} going on"
    )


def _who(contest: Contest, person: int) -> str:
    """Return how many players are in a contest, and whether the reader is one of them."""
    there, mine = len(contest.there), contest.entrants.get(person)
    is_in = " · **you're in**" if mine is not None and not mine.gone else ""
    return f"{sentences.format_count(there, 'player') if there else 'no players yet'}{is_in}"


def _option(found: Found) -> discord.SelectOption:
    contest = found.contest
    about = f"{sentences.format_name(contest.terms.kind)} · {GAMES[contest.terms.game].title}"
    return discord.SelectOption(
        label=names.short(contest.terms.name)[:100], value=found.row.id, description=about[:100]
    )


async def _taps(ctx: UiContext, interaction: Interaction, tap: Menu) -> list[ui.ActionRow[Any]]:
    """Return a row of the other lists, and for organizers one of what they can set up."""
    here = place_of(interaction).guild
    keeps_to_itself = await global_ladders.is_hidden(ctx.app, here)
    hidden = {tap.which, "here" if here is None else "", "wide" if keeps_to_itself else ""}
    lists = [items.button(label, Menu(which)) for which, label in _LISTS.items() if which not in hidden]
    taps: list[items.Tap] = []
    if here is not None and organizes(interaction) and not is_without_bot(interaction):
        taps.append(items.button("Organize one", SetUp("m"), items.STRONG))
        if not keeps_to_itself:
            taps.append(items.button("Challenge a server", CHALLENGE))
            taps.append(items.button("Answer a challenge", Answer()))
    return [*items.rows(lists), *items.rows(taps)]
