"""A contest as one person sees it: where they are in it, whom they play, the standings, what they can do."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.contests.contest import Contest, Entrant
from bot.contests.entering import MOST_AT_ONCE, is_checking_in, takes_substitutes
from bot.contests.ui import both_teams, decisions, sentences, tables, under_way
from bot.contests.ui.access import Found, may_organize, seen
from bot.contests.ui.buttons import (
    AtOnce,
    CheckIn,
    Join,
    Manage,
    Pause,
    Show,
    ShowLog,
    ShowPairings,
    StandBy,
    Withdraw,
)
from bot.contests.ui.named import Named, named_in
from bot.core.match_state import nickname
from bot.matches.ui.buttons import OpenMatch
from bot.ui import items
from bot.ui.context import Interaction, UiContext, show
from bot.ui.items import Screen
from storage import contests

_MOST_OPENED = 4
"""Matches with a button of their own; `/matches` has them all."""
_PAUSES = {"ladder": ("Pause", "Resume"), "league": ("Skip next season", "Play next season")}
"""By the kinds in which somebody can sit out, what that's called."""
_PAIRINGS, _LINES = 15, 10
"""On a page."""


async def shown(ctx: UiContext, interaction: Interaction, tap: Show) -> None:
    """A contest, or another page of its standings."""
    await open_contest(ctx, interaction, tap.contest, tap.page)


async def open_contest(
    ctx: UiContext, interaction: Interaction, contest_id: str, page: int = 0, line: str = ""
) -> None:
    """A contest; `line`: what has just been done."""
    found = await seen(ctx, interaction, contest_id)
    await show(interaction, await screen(ctx, interaction, found, page, line))


async def screen(
    ctx: UiContext, interaction: Interaction, found: Found, number: int = 0, line: str = ""
) -> Screen:
    """The same as a screen."""
    row, contest = found
    person = interaction.user.id
    mine = contest.entrants.get(person)
    page = await tables.standing(ctx, contest, found.team, number, person)
    told = [f"**{line}**" if line else "", sentences.heading(contest)]
    if contest.begun_at is None:
        told += [
            sentences.how(contest.terms),
            sentences.who_may(contest.terms),
            both_teams.people(contest, found.team),
        ]
    else:
        told.append(page.above)
    told.append(_listed(contest, person) or await _status(ctx, found, mine))
    parts: list[ui.Item[Any]] = [items.text("\n".join(filter(None, told)))]
    files: list[discord.File] = []
    if contest.begun_at is not None:
        file = await tables.pictured(ctx, contest, number, person)
        parts += [items.shown(file), items.text("\n".join(page.lines))]
        parts += items.pager(page.number, page.pages, lambda to: Show(row.id, to))
        files = [file]
    if contest.begun_at is None:
        parts.append(items.text(sentences.policies(contest.terms)))
    if contest.terms.kind == "ladder" and mine is not None and not mine.gone:
        parts.append(items.row(_at_once(row.id, mine)))
    own = (
        _taps_of_listed(found, person, ctx.app.now())
        if person in contest.substitutes
        else await _own_taps(ctx, found, mine)
    )
    taps = [*own, *_other_taps(interaction, found)]
    return Screen(items.message(*parts, *items.rows(taps)), files)


# --- one's own ----------------------------------------------------------------------------------------


def _listed(contest: Contest, person: int) -> str:
    """Where somebody is on the list of substitutes; empty where they aren't."""
    if person not in contest.substitutes or contest.ended_at is not None:
        return ""
    number = [*contest.substitutes].index(person) + 1
    return f"You're number {number} on the list of substitutes."


async def _status(ctx: UiContext, found: Found, mine: Entrant | None) -> str:
    """Where somebody is in it, and whom they play now."""
    contest = found.contest
    if mine is None:
        return ""
    if mine.gone:
        return _GONE.get(mine.gone, "You're not in it anymore.")
    if contest.status == "open":
        return _before(contest, mine, ctx.app.now())
    playing = [one for one in contest.of(mine.person) if one.score is None]
    if playing:
        named = await named_in(ctx.app, contest, found.team, [one.other(mine.person) for one in playing])
        lines = [await under_way.told(ctx.app, one, named(one.other(mine.person))) for one in playing]
        return "\n".join(("**You play:**", *lines, *_paused(contest, mine)))
    if contest.ended_at is not None:
        return ""
    if mine.paused:
        return " ".join(_paused(contest, mine))
    none = "You have no match right now. You get a DM when the next one starts."
    return both_teams.in_reserve(contest, mine) or none


def _paused(contest: Contest, mine: Entrant) -> tuple[str, ...]:
    """That somebody sits out, where they do."""
    if not mine.paused:
        return ()
    if contest.terms.kind == "league":
        return ("You skip the next season.",)
    return ("You're paused: you get no new matches until you resume.",)


_GONE = {
    "withdrew": "You've withdrawn.",
    "no-show": "You didn't check in, so you're not in it.",
    "removed": "An organizer has taken you out.",
    "substituted": "Someone else has taken your place.",
}


def _before(contest: Contest, mine: Entrant, now: int) -> str:
    if mine.checked_in:
        return "You're in, and you've checked in."
    if is_checking_in(contest, now):
        return "You're in. **Check in** before it begins, or your place goes."
    return "You're in."


def _at_once(contest_id: str, mine: Entrant) -> ui.Select[Any]:
    """How many matches at a time."""
    options = [
        discord.SelectOption(
            label=f"{sentences.counted(number, 'match', 'es')} at a time",
            value=str(number),
            default=number == mine.at_once,
        )
        for number in range(1, MOST_AT_ONCE + 1)
    ]
    return items.select("How many matches at a time", AtOnce(contest_id), options)


async def _own_taps(ctx: UiContext, found: Found, mine: Entrant | None) -> list[items.Tap]:
    """What they can do: enter, check in, pause, withdraw, and open their matches."""
    row, contest = found
    if contest.ended_at is not None:
        return []
    if mine is None or mine.gone:
        return [] if mine is not None and mine.gone == "removed" else [_way_in(found)]
    taps: list[items.Tap] = [
        items.button(f"Open {nickname(one)}", OpenMatch(one), items.STRONG)
        for one in await under_way.of(ctx.app, contest, mine.person, _MOST_OPENED)
    ]
    if is_checking_in(contest, ctx.app.now()) and not mine.checked_in:
        taps.append(items.button("Check in", CheckIn(row.id), items.STRONG))
    if contest.terms.kind in _PAUSES:
        pause, resume = _PAUSES[contest.terms.kind]
        taps.append(
            items.button(resume, Pause(row.id, "off"), items.GOOD)
            if mine.paused
            else items.button(pause, Pause(row.id, "on"))
        )
    return [*taps, items.button("Withdraw", Withdraw(row.id))]


def _way_in(found: Found) -> items.Tap:
    """To enter, or where that's too late, to be on the list."""
    if takes_substitutes(found.contest):
        return items.button("Be a substitute", StandBy(found.row.id), items.GOOD)
    return items.button("Join", Join(found.row.id), items.GOOD)


def _taps_of_listed(found: Found, person: int, now: int) -> list[items.Tap]:
    """What a substitute can do."""
    row, contest = found
    if contest.ended_at is not None:
        return []
    asked = is_checking_in(contest, now) and not contest.substitutes[person].checked_in
    check_in = [items.button("Check in", CheckIn(row.id), items.STRONG)] if asked else []
    return [*check_in, items.button("Leave the list", Withdraw(row.id))]


def _other_taps(interaction: Interaction, found: Found) -> list[items.Tap]:
    row, contest = found
    taps: list[items.Tap] = []
    if contest.pairings or contest.byes:
        taps.append(items.button("Pairings", ShowPairings(row.id)))
    taps.append(items.button("Log", ShowLog(row.id)))
    if may_organize(interaction, row):
        taps.append(items.button("Manage", Manage(row.id)))
    return taps


# --- pairings and log ---------------------------------------------------------------------------------


async def pairings(ctx: UiContext, interaction: Interaction, tap: ShowPairings) -> None:
    """Who plays whom, round by round, the newest first."""
    found = await seen(ctx, interaction, tap.contest)
    row, contest = found
    lines = _pairing_lines(contest, await named_in(ctx.app, contest, found.team))
    await _show_lines(interaction, row.id, f"{sentences.name(contest.terms)}: pairings", lines, tap)


def _pairing_lines(contest: Contest, named: Named) -> list[str]:
    if contest.terms.kind == "ladder":
        return [sentences.pairing(one, named) for one in reversed(contest.pairings)]
    if contest.terms.kind == "teams":
        return both_teams.by_board(contest, named)
    lines = list[str]()
    for number in range(contest.round, 0, -1):
        played = [sentences.pairing(one, named) for one in contest.pairings if one.round == number]
        byes = [f"{named(one.person)} has a bye" for one in contest.byes if one.round == number]
        lines += [f"**Round {number}**", *played, *byes] if played or byes else []
    return lines


async def log(ctx: UiContext, interaction: Interaction, tap: ShowLog) -> None:
    """What organizers have decided, the newest first."""
    found = await seen(ctx, interaction, tap.contest)
    row, contest = found
    async with ctx.app.database.read() as r:
        events = await contests.events(r, row.id)
    named = await named_in(ctx.app, contest, found.team)
    lines = decisions.decided(contest, events, found.team, named)
    made = f"Organized by <@{row.organizer}> · <t:{row.created_at}:f>"
    await _show_lines(interaction, row.id, f"{sentences.name(contest.terms)}: log", [*lines, made], tap)


async def _show_lines(
    interaction: Interaction,
    contest_id: str,
    title: str,
    lines: list[str],
    tap: ShowPairings | ShowLog,
) -> None:
    most = _PAIRINGS if isinstance(tap, ShowPairings) else _LINES
    pages = max(1, -(-len(lines) // most))
    page = min(max(0, tap.page), pages - 1)
    told = "\n".join(lines[page * most : (page + 1) * most]) or "Nothing yet."
    kind = type(tap)
    parts = (
        items.text(f"### {title}\n{told}"),
        *items.pager(page, pages, lambda number: kind(contest_id, number)),
        items.row(items.button("Back", Show(contest_id))),
    )
    await show(interaction, Screen(items.message(*parts)))
