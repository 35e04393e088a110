"""What organizers can do with a contest."""

from __future__ import annotations

import io
from typing import Any

import discord
from discord import ui

from bot.contests import export, organizing
from bot.contests.contest import Contest, Pairing
from bot.contests.export import Archive
from bot.contests.ui import sentences
from bot.contests.ui.access import Found, organized
from bot.contests.ui.buttons import (
    CallOff,
    ChooseMatch,
    ChoosePerson,
    Decide,
    EnterLate,
    Export,
    ListMatches,
    ListPeople,
    Manage,
    Remove,
    Show,
    ShowLog,
    StartNow,
    Substitute,
    Void,
)
from bot.core.errors import UserError
from bot.core.match_state import nickname
from bot.core.seats import User
from bot.matches.ui.buttons import ViewMatch
from bot.ui import items, names
from bot.ui.context import Interaction, UiContext, show
from bot.ui.items import Screen
from bot.ui.mentioned import names_of
from storage import contests

_ON_A_PAGE = 25
_CALLING_OFF = "Do you want to call off **{name}**? Matches under way continue, but nothing more is paired."
_EXPORTED = "Here's everything about **{name}**: standings, pairings, the log, and the records."
_REPORT = " `report.trf` is for other pairing programs."
_NO_BOTS = "Bots can't take part. Choose a person."


async def managed(ctx: UiContext, interaction: Interaction, tap: Manage) -> None:
    """The panel of an organizer."""
    await _show(ctx, interaction, tap.contest)


async def _show(ctx: UiContext, interaction: Interaction, contest_id: str, line: str = "") -> None:
    found = await organized(ctx, interaction, contest_id)
    await show(interaction, _panel(found, line))


def _panel(found: Found, line: str) -> Screen:
    row, contest = found
    there = sum(not one.gone for one in contest.entrants.values())
    lines = (
        f"### Manage {sentences.name(contest.terms)}",
        f"**{line}**" if line else "",
        sentences.when(contest),
        f"{sentences.counted(there, 'player')} · {sentences.counted(len(contest.pairings), 'pairing')}",
        "-# Everything you decide is in the log with your name, which everyone can read.",
    )
    parts: list[ui.Item[Any]] = [items.text("\n".join(filter(None, lines)))]
    if contest.status == "running" and contest.terms.kind in ("swiss", "ladder"):
        parts.append(items.row(_users("Let someone in", EnterLate(row.id))))
    return Screen(items.message(*parts, *items.rows(_taps(found))))


def _taps(found: Found) -> list[items.Tap]:
    row, contest = found
    taps: list[items.Tap] = []
    if contest.status == "open" and contest.terms.kind != "ladder":
        taps.append(items.button("Start now", StartNow(row.id), items.GOOD))
    if contest.ended_at is None:
        taps.append(items.button("People", ListPeople(row.id)))
        if contest.pairings:
            taps.append(items.button("Matches", ListMatches(row.id)))
    taps.append(items.button("Standings" if contest.begun_at else "Details", Show(row.id)))
    taps += [items.button("Export", Export(row.id)), items.button("Log", ShowLog(row.id))]
    if contest.ended_at is None:
        taps.append(items.button("Call off", CallOff(row.id), items.BAD))
    return taps


def _users(placeholder: str, tap: EnterLate | Substitute) -> ui.UserSelect[Any]:
    return ui.UserSelect(custom_id=tap.custom_id, placeholder=placeholder)


# --- the whole of it ----------------------------------------------------------------------------------


async def started(ctx: UiContext, interaction: Interaction, tap: StartNow) -> None:
    """It begins at once."""
    row, _ = await organized(ctx, interaction, tap.contest)
    by = await ctx.meet(interaction)
    await organizing.start_now(ctx.app, row.id, by.id)
    await _show(ctx, interaction, row.id, "It begins now.")


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
    await _show(ctx, interaction, row.id, "It's called off.")


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


# --- people -------------------------------------------------------------------------------------------


async def entered_late(ctx: UiContext, interaction: Interaction, tap: EnterLate) -> None:
    """Somebody comes in late."""
    row, contest = await organized(ctx, interaction, tap.contest)
    by, coming = await ctx.meet(interaction), _picked(interaction)
    known = contest.entrants.get(coming.id)
    if known is not None and not known.gone:
        raise UserError("They're already taking part.")
    await organizing.enter_late(ctx.app, row.id, coming, interaction.id, by.id)
    await _show(ctx, interaction, row.id, "They're in.")


def _picked(interaction: Interaction) -> User:
    """Who was chosen in a select of people; UserError for a bot."""
    data: Any = interaction.data
    (chosen, *_) = data["values"]
    user = data.get("resolved", {}).get("users", {}).get(chosen)
    if user is None or user.get("bot"):
        raise UserError(_NO_BOTS)
    name = user.get("global_name") or user["username"]
    return User(int(chosen), name, False, None, user["username"])


async def listed_people(ctx: UiContext, interaction: Interaction, tap: ListPeople) -> None:
    """Those who take part, as a select."""
    row, contest = await organized(ctx, interaction, tap.contest)
    there = [one for one in contest.entrants.values() if not one.gone]
    pages = max(1, -(-len(there) // _ON_A_PAGE))
    page = min(max(0, tap.page), pages - 1)
    shown = there[page * _ON_A_PAGE : (page + 1) * _ON_A_PAGE]
    known = await names_of(ctx.app, [one.person for one in shown])
    options = [
        discord.SelectOption(label=names.short(known.get(one.person, ("", None))[0]), value=str(one.person))
        for one in shown
    ]
    parts: list[ui.Item[Any]] = [items.text(f"### {sentences.name(contest.terms)}: people")]
    if options:
        parts.append(items.row(items.select("Who?", ChoosePerson(row.id, page), options)))
    parts += items.pager(page, pages, lambda number: ListPeople(row.id, number))
    await show(interaction, Screen(items.message(*parts, items.row(items.button("Back", Manage(row.id))))))


async def chose_person(ctx: UiContext, interaction: Interaction, tap: ChoosePerson) -> None:
    """Somebody who takes part: take them out, or put somebody in their place."""
    row, contest = await organized(ctx, interaction, tap.contest)
    data: Any = interaction.data
    value = data["values"][0]
    person = int(value) if value.removeprefix("-").isdecimal() and len(value) < 20 else 0
    if person not in contest.entrants:
        raise UserError("They're not taking part in this.")
    told = f"<@{person}>: take them out, or choose who takes their place."
    remove = items.button("Take them out", Remove(row.id, person), items.BAD)
    back = items.button("Back", ListPeople(row.id, tap.page))
    users = items.row(_users("Who takes their place?", Substitute(row.id, person)))
    await show(interaction, Screen(items.message(items.text(told), users, items.row(remove, back))))


async def removed(ctx: UiContext, interaction: Interaction, tap: Remove) -> None:
    """Somebody is taken out."""
    row, contest = await organized(ctx, interaction, tap.contest)
    known = contest.entrants.get(tap.person)
    if known is None or known.gone:
        raise UserError("They're not taking part in this.")
    by = await ctx.meet(interaction)
    await organizing.remove(ctx.app, row.id, tap.person, by.id)
    await _show(ctx, interaction, row.id, "They're out.")


async def substituted(ctx: UiContext, interaction: Interaction, tap: Substitute) -> None:
    """Somebody takes their place."""
    row, contest = await organized(ctx, interaction, tap.contest)
    known = contest.entrants.get(tap.out)
    if contest.ended_at is not None or known is None or known.gone:
        raise UserError("They're not taking part in this.")
    by, coming = await ctx.meet(interaction), _picked(interaction)
    await organizing.substitute(ctx.app, row.id, tap.out, coming, interaction.id, by.id)
    await _show(ctx, interaction, row.id, "Their place is taken.")


# --- matches ------------------------------------------------------------------------------------------


async def listed_matches(ctx: UiContext, interaction: Interaction, tap: ListMatches) -> None:
    """The pairings, as a select: those that go on first, then the newest."""
    row, contest = await organized(ctx, interaction, tap.contest)
    ordered = [*contest.open, *(one for one in reversed(contest.pairings) if one.score is not None)]
    pages = max(1, -(-len(ordered) // _ON_A_PAGE))
    page = min(max(0, tap.page), pages - 1)
    shown = ordered[page * _ON_A_PAGE : (page + 1) * _ON_A_PAGE]
    known = await names_of(ctx.app, [person for one in shown for person in (one.first, one.second)])

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
    await _show(ctx, interaction, row.id, f"It counts: {sentences.score(_pairing(after, tap.match))}.")


async def voided(ctx: UiContext, interaction: Interaction, tap: Void) -> None:
    """It counts for nothing."""
    row, contest = await organized(ctx, interaction, tap.contest)
    _pairing(contest, tap.match)
    by = await ctx.meet(interaction)
    await organizing.void(ctx.app, row.id, tap.match, by.id)
    await _show(ctx, interaction, row.id, "It counts for nothing.")
