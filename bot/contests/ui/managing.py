"""What organizers can do with a contest."""

from __future__ import annotations

import io
from typing import Any

import discord
from discord import ui

from bot.contests import export, organizing
from bot.contests.contest import Contest, Pairing
from bot.contests.export import Archive
from bot.contests.ui import sentences, tables
from bot.contests.ui.access import organized
from bot.contests.ui.buttons import (
    CallOff,
    ChooseMatch,
    Decide,
    Export,
    ListMatches,
    Manage,
    StartNow,
    Void,
)
from bot.contests.ui.panel import ON_A_PAGE, show_panel
from bot.core.errors import UserError
from bot.core.match_state import nickname
from bot.matches.ui.buttons import ViewMatch
from bot.ui import items, names
from bot.ui.context import Interaction, UiContext, show
from bot.ui.items import Screen
from storage import contests

_CALLING_OFF = "Do you want to call off **{name}**? Matches under way continue, but nothing more is paired."
_EXPORTED = "Here's everything about **{name}**: standings, pairings, the log, and the records."
_REPORT = " `report.trf` is for other pairing programs."


async def managed(ctx: UiContext, interaction: Interaction, tap: Manage) -> None:
    """The panel of an organizer."""
    await show_panel(ctx, interaction, tap.contest)


# --- the whole of it ----------------------------------------------------------------------------------


async def started(ctx: UiContext, interaction: Interaction, tap: StartNow) -> None:
    """It begins at once."""
    row, _ = await organized(ctx, interaction, tap.contest)
    by = await ctx.meet(interaction)
    await organizing.start_now(ctx.app, row.id, by.id)
    await show_panel(ctx, interaction, row.id, "It begins now.")


async def called_off(ctx: UiContext, interaction: Interaction, tap: CallOff) -> None:
    """It's to be called off, which is asked once more; or is."""
    row, contest = await organized(ctx, interaction, tap.contest)
    if tap.sure == "ask":
        taps = (
            items.button("Call it off", CallOff(row.id, "sure"), items.BAD),
            items.button("Back", Manage(row.id)),
        )
        told = _CALLING_OFF.format(name=sentences.name(contest.terms))
        await show(interaction, Screen(items.sentence(told, items.row(*taps))))
        return
    by = await ctx.meet(interaction)
    await organizing.call_off(ctx.app, row.id, by.id)
    await show_panel(ctx, interaction, row.id, "It's called off.")


async def exported(ctx: UiContext, interaction: Interaction, tap: Export) -> None:
    """The archive."""
    row, contest = await organized(ctx, interaction, tap.contest)
    async with ctx.limits.act("exports", interaction.user.id):
        await interaction.response.defer(ephemeral=True, thinking=True)
        made = await export.archive(ctx.app, row, contest, interaction.filesize_limit)
        file = discord.File(io.BytesIO(made.data), filename=f"contest-{row.id}.zip")
        swiss = _REPORT if contest.terms.kind == "swiss" else ""
        told = f"{_EXPORTED.format(name=sentences.name(contest.terms))}{swiss}{_missing(made)}"
        await interaction.edit_original_response(content=told, attachments=[file])


def _missing(made: Archive) -> str:
    return "" if not made.missing else f" {sentences.counted(made.missing, 'record')} didn't fit."


# --- matches ------------------------------------------------------------------------------------------


async def listed_matches(ctx: UiContext, interaction: Interaction, tap: ListMatches) -> None:
    """The pairings, as a select: those that go on first, then the newest."""
    row, contest = await organized(ctx, interaction, tap.contest)
    ordered = [*contest.open, *(one for one in reversed(contest.pairings) if one.score is not None)]
    pages = max(1, -(-len(ordered) // ON_A_PAGE))
    page = min(max(0, tap.page), pages - 1)
    shown = ordered[page * ON_A_PAGE : (page + 1) * ON_A_PAGE]
    known = await tables.names_of(ctx, [person for one in shown for person in (one.first, one.second)])

    def called(person: int) -> str:
        return names.short(known.get(person, ("", None))[0])

    options = [
        discord.SelectOption(
            label=f"{called(one.first)} – {called(one.second)}"[:100],
            value=one.match,
            description=f"Round {one.round} · {sentences.score(one)} · {nickname(one.match)}"[:100],
        )
        for one in shown
    ]
    parts: list[ui.Item[Any]] = [items.text(f"### {sentences.name(contest.terms)}: matches")]
    if options:
        parts.append(items.row(items.select("Which match?", ChooseMatch(row.id, page), options)))
    parts += items.pager(page, pages, lambda number: ListMatches(row.id, number))
    await show(interaction, Screen(items.message(*parts, items.row(items.button("Back", Manage(row.id))))))


async def chose_match(ctx: UiContext, interaction: Interaction, tap: ChooseMatch) -> None:
    """A pairing: decide it, or let it count for nothing."""
    row, contest = await organized(ctx, interaction, tap.contest)
    data: Any = interaction.data
    one = _pairing(contest, data["values"][0])
    told = (
        f"### {nickname(one.match)}\nRound {one.round} · {sentences.pairing(one)}.\n"
        "-# Your decision counts here, whatever the match says. Its result and ratings stay as they are."
    )
    scores = (("1–0", "win"), ("½–½", "draw"), ("0–1", "loss"), ("0–0", "none"))
    decide = [items.button(label, Decide(row.id, one.match, score)) for label, score in scores]  # type: ignore[arg-type]
    async with ctx.app.database.read() as r:
        has_begun = await contests.of_match(r, one.match) is not None
    taps = (
        items.button("Void", Void(row.id, one.match), items.BAD),
        *([items.button("See it", ViewMatch(one.match))] if has_begun else []),
        items.button("Back", ListMatches(row.id, tap.page)),
    )
    await show(interaction, Screen(items.sentence(told, items.row(*decide), items.row(*taps))))


def _pairing(contest: Contest, match: str) -> Pairing:
    found = next((one for one in contest.pairings if one.match == match), None)
    if found is None:
        raise UserError("This match isn't in this contest anymore.")
    return found


async def decided(ctx: UiContext, interaction: Interaction, tap: Decide) -> None:
    """It counts like this."""
    row, contest = await organized(ctx, interaction, tap.contest)
    _pairing(contest, tap.match)
    by = await ctx.meet(interaction)
    after = await organizing.decide(ctx.app, row.id, tap.match, tap.score, by.id)
    await show_panel(ctx, interaction, row.id, f"It counts: {sentences.score(_pairing(after, tap.match))}.")


async def voided(ctx: UiContext, interaction: Interaction, tap: Void) -> None:
    """It counts for nothing."""
    row, contest = await organized(ctx, interaction, tap.contest)
    _pairing(contest, tap.match)
    by = await ctx.meet(interaction)
    await organizing.void(ctx.app, row.id, tap.match, by.id)
    await show_panel(ctx, interaction, row.id, "It counts for nothing.")
