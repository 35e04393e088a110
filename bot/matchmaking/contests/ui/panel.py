"""The organizer's panel of a contest."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import Any

import discord
from discord import ui

from bot.core.app_context import AppContext
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions import answers
from bot.discord_kit.interactions.context import Interaction, UiContext, show
from bot.discord_kit.text import names
from bot.discord_kit.text.names import names_of
from bot.matchmaking.contests.organizing import changing, drafting, organizing, server_event, teaming
from bot.matchmaking.contests.reading import export
from bot.matchmaking.contests.reading.export import Archive
from bot.matchmaking.contests.teams import own_team
from bot.matchmaking.contests.teams.team_sides import Found
from bot.matchmaking.contests.ui import sentences
from bot.matchmaking.contests.ui.access import find_organized
from bot.matchmaking.contests.ui.buttons import (
    AddEvent,
    CallOff,
    Export,
    Invite,
    ListMatches,
    ListPeople,
    Manage,
    SetUp,
    Show,
    ShowLog,
    StartNow,
    Substitute,
)

ON_A_PAGE = 25
"""How many people or matches a select holds."""
_LOGGED = "-# Everything you decide is in the log with your name, which everyone can read."
_LOGGED_FOR_TEAM = (
    "-# Everything you decide is in the log: here with your name, and for the other server with your team's."
)


async def show_panel(ctx: UiContext, interaction: Interaction, contest_id: str, line: str = "") -> None:
    """Show the organizer's panel; `line` says what was just done."""
    found = await find_organized(ctx, interaction, contest_id)
    await show(interaction, _panel(found, line))


def _panel(found: Found, line: str) -> Screen:
    row, contest = found
    there = len(contest.there)
    lines = (
        f"### Manage {sentences.name(contest.terms)}",
        f"**{line}**" if line else "",
        sentences.when(contest),
        f"{sentences.format_count(there, 'player')} · "
        f"{sentences.format_count(len(contest.pairings), 'pairing')}",
        _code(found),
        _LOGGED if found.team is None else _LOGGED_FOR_TEAM,
    )
    parts: list[ui.Item[Any]] = [items.text("\n".join(filter(None, lines)))]
    if contest.status == "running" and contest.terms.kind in ("swiss", "ladder"):
        parts.append(items.row(users("Invite someone", Invite(row.id))))
    return Screen(items.message(*parts, *items.rows(_taps(found))))


def _code(found: Found) -> str:
    """Return how another server can join, while a team match waits for one; else an empty text."""
    row, contest = found
    if not own_team.is_one(contest) or contest.status != "open" or len(contest.teams) > 1:
        return ""
    return sentences.sending(teaming.code_of(row))


def _taps(found: Found) -> list[items.Tap]:
    row, contest = found
    taps: list[items.Tap] = []
    if contest.status == "open" and contest.terms.kind not in ("ladder", "teams"):
        taps.append(items.button("Start now", StartNow(row.id), items.GOOD))
    if changing.can_change(contest):
        text = drafting.write(drafting.draft_of(contest.terms, row.id))
        taps.append(items.button("Change terms", SetUp("m", text)))
    if server_event.can_add(contest):
        taps.append(items.button("Add to the server's events", AddEvent(row.id)))
    if contest.ended_at is None:
        taps.append(items.button("People", ListPeople(row.id)))
        if contest.pairings:
            taps.append(items.button("Matches", ListMatches(row.id)))
    taps.append(items.button("Standings" if contest.begun_at else "Details", Show(row.id)))
    taps += [items.button("Export", Export(row.id)), items.button("Log", ShowLog(row.id))]
    if contest.status == "open" or (contest.status == "running" and not own_team.is_one(contest)):
        taps.append(items.button("Call off", CallOff(row.id), items.BAD))
    return taps


def users(placeholder: str, tap: Invite | Substitute) -> ui.UserSelect[Any]:
    """Return a select of any Discord user."""
    return ui.UserSelect(custom_id=tap.custom_id, placeholder=placeholder)


async def short_names(app: AppContext, persons: Sequence[int]) -> Callable[[int], str]:
    """Return a function from a person's id to their name in a select."""
    known = await names_of(app.database, persons)
    return lambda person: names.short(known.get(person, ("", None))[0])


_CALLING_OFF = "Do you want to call off **{name}**? Matches under way continue, but no more start."
_EXPORTED = "Here's everything about **{name}**: standings, pairings, the log, and the records."
_REPORT = " `report.trf` is for other pairing programs."


async def manage(ctx: UiContext, interaction: Interaction, tap: Manage) -> None:
    """Show the organizer's panel."""
    await show_panel(ctx, interaction, tap.contest)


# --- start, call off, export --------------------------------------------------------------------------


async def start_now(ctx: UiContext, interaction: Interaction, tap: StartNow) -> None:
    """Start a contest at once."""
    row, _ = await find_organized(ctx, interaction, tap.contest)
    by = await ctx.meet(interaction)
    await organizing.start_now(ctx.app, row.id, by.id)
    await show_panel(ctx, interaction, row.id, "It begins now.")


async def call_off(ctx: UiContext, interaction: Interaction, tap: CallOff) -> None:
    """Call a contest off; the first tap asks for confirmation."""
    found = await find_organized(ctx, interaction, tap.contest)
    row, contest = found
    if tap.sure == "ask":
        taps = (
            items.button("Call it off", CallOff(row.id, "sure"), items.BAD),
            items.button("Back", Manage(row.id)),
        )
        told = _CALLING_OFF.format(name=sentences.name(contest.terms))
        await show(interaction, Screen(items.sentence(told, items.row(*taps))))
        return
    by = await ctx.meet(interaction)
    await organizing.call_off(ctx.app, row.id, by.id, found.team)
    await show_panel(ctx, interaction, row.id)


async def export_archive(ctx: UiContext, interaction: Interaction, tap: Export) -> None:
    """Send an archive of everything about a contest."""
    found = await find_organized(ctx, interaction, tap.contest)
    row, contest = found
    async with ctx.limits.act("exports", interaction.user.id):
        await interaction.response.defer(ephemeral=True, thinking=True)
        made = await export.archive(ctx.app, row, contest, interaction.filesize_limit, found.team)
        file = discord.File(io.BytesIO(made.data), filename=f"contest-{row.id}.zip")
        swiss = _REPORT if contest.terms.kind == "swiss" else ""
        told = f"{_EXPORTED.format(name=sentences.name(contest.terms))}{swiss}{_missing(made)}"
        await answers.fill_in(interaction, content=told, attachments=[file])


def _missing(made: Archive) -> str:
    return "" if not made.missing else f" {sentences.format_count(made.missing, 'record')} didn't fit."
