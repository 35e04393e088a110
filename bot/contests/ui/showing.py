"""A contest as one person sees it: where they are in it, whom they play, the standings, what they can do."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.contests.contest import Contest, Entrant, Pairing
from bot.contests.entering import MOST_AT_ONCE, is_checking_in
from bot.contests.events import Event, read_event
from bot.contests.ui import sentences, tables
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
    Withdraw,
)
from bot.core.match_state import nickname
from bot.matches.ui.buttons import OpenMatch
from bot.ui import items
from bot.ui.context import Interaction, UiContext, show
from bot.ui.items import Screen
from storage import contests, matches

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
    told = [f"**{line}**" if line else "", sentences.heading(contest)]
    if contest.begun_at is None:
        told += [sentences.how(contest.terms), sentences.who_may(contest.terms), sentences.people(contest)]
    told.append(await _status(ctx, contest, mine))
    parts: list[ui.Item[Any]] = [items.text("\n".join(filter(None, told)))]
    files: list[discord.File] = []
    if contest.begun_at is not None:
        page = tables.page_of(contest, number, ctx.app.now())
        file = await tables.picture(ctx, contest, page, tables.about(contest))
        parts += [items.shown(file), items.text(tables.in_words(page))]
        parts += items.pager(page.number, page.pages, lambda to: Show(row.id, to))
        files = [file]
    if contest.begun_at is None:
        parts.append(items.text(sentences.policies(contest.terms)))
    if contest.terms.kind == "ladder" and mine is not None and not mine.gone:
        parts.append(items.row(_at_once(row.id, mine)))
    taps = [*_own_taps(found, mine, ctx.app.now()), *_other_taps(interaction, found)]
    return Screen(items.message(*parts, *items.rows(taps)), files)


# --- one's own ----------------------------------------------------------------------------------------


async def _status(ctx: UiContext, contest: Contest, mine: Entrant | None) -> str:
    """Where somebody is in it, and whom they play now."""
    if mine is None:
        return ""
    if mine.gone == "no-show" and contest.of(mine.person):
        return "You didn't show up for a match, so you're out. An organizer can let you in again."
    if mine.gone:
        return _GONE.get(mine.gone, "You're not in it anymore.")
    if contest.status == "open":
        return _before(contest, mine, ctx.app.now())
    playing = [one for one in contest.of(mine.person) if one.score is None]
    if playing:
        lines = [await _playing(ctx, one, mine.person) for one in playing]
        return "\n".join(("**You play:**", *lines, *_paused(contest, mine)))
    if contest.ended_at is not None:
        return ""
    if mine.paused:
        return " ".join(_paused(contest, mine))
    return "You have no match right now. You get a DM when the next one starts."


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


async def _playing(ctx: UiContext, one: Pairing, person: int) -> str:
    """“@tom as Black in #thread · Maple 482”."""
    async with ctx.app.database.read() as r:
        match = await matches.get(r, one.match)
    if match is None:
        return f"<@{one.other(person)}> · it starts in a moment"
    place = f" in <#{match.thread}>" if match.thread else ""
    return f"<@{one.other(person)}>{place} · {nickname(match.id)}"


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


def _own_taps(found: Found, mine: Entrant | None, now: int) -> list[items.Tap]:
    """What they can do: enter, check in, pause, withdraw, and open their matches."""
    row, contest = found
    if contest.ended_at is not None:
        return []
    if mine is None or mine.gone:
        return (
            [items.button("Join", Join(row.id), items.GOOD)] if mine is None or mine.gone != "removed" else []
        )
    playing = [one for one in contest.of(mine.person) if one.score is None][:_MOST_OPENED]
    taps: list[items.Tap] = [
        items.button(f"Open {nickname(one.match)}", OpenMatch(one.match), items.STRONG) for one in playing
    ]
    if is_checking_in(contest, now) and not mine.checked_in:
        taps.append(items.button("Check in", CheckIn(row.id), items.STRONG))
    if contest.terms.kind in _PAUSES:
        pause, resume = _PAUSES[contest.terms.kind]
        taps.append(
            items.button(resume, Pause(row.id, "off"), items.GOOD)
            if mine.paused
            else items.button(pause, Pause(row.id, "on"))
        )
    return [*taps, items.button("Withdraw", Withdraw(row.id))]


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
    row, contest = await seen(ctx, interaction, tap.contest)
    lines = _pairing_lines(contest)
    await _show_lines(interaction, row.id, f"{sentences.name(contest.terms)}: pairings", lines, tap)


def _pairing_lines(contest: Contest) -> list[str]:
    if contest.terms.kind == "ladder":
        return [sentences.pairing(one) for one in reversed(contest.pairings)]
    lines = list[str]()
    for number in range(contest.round, 0, -1):
        played = [sentences.pairing(one) for one in contest.pairings if one.round == number]
        byes = [f"<@{one.person}> has a bye" for one in contest.byes if one.round == number]
        lines += [f"**Round {number}**", *played, *byes] if played or byes else []
    return lines


async def log(ctx: UiContext, interaction: Interaction, tap: ShowLog) -> None:
    """What organizers have decided, the newest first."""
    row, contest = await seen(ctx, interaction, tap.contest)
    async with ctx.app.database.read() as r:
        events = [read_event(line) for line in await contests.events(r, row.id)]
    lines = [_logged(contest, one) for one in reversed(events) if one.by is not None]
    made = f"Organized by <@{row.organizer}> · <t:{row.created_at}:f>"
    await _show_lines(interaction, row.id, f"{sentences.name(contest.terms)}: log", [*lines, made], tap)


def _logged(contest: Contest, event: Event) -> str:
    """“Took out @tom.” with who did it and when."""
    return f"{sentences.decision(contest, event)}\n-# <@{event.by}> · <t:{event.at}:f>"


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
