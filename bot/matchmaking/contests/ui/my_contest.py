"""A person's own part of a contest: their status, their current opponents, and their buttons."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.core.app_context import AppContext
from bot.core.match_state import nickname
from bot.discord_kit.components import items
from bot.discord_kit.components.navigation import OpenMatch
from bot.discord_kit.interactions.context import UiContext
from bot.matchmaking.contests.formats import ties
from bot.matchmaking.contests.formats.round_robin import groups
from bot.matchmaking.contests.log.contest import Contest, Entrant, Pairing
from bot.matchmaking.contests.organizing.entering import (
    MOST_AT_ONCE,
    can_be_substitute,
    is_full,
    takes_late_entries,
    takes_substitutes,
)
from bot.matchmaking.contests.teams import own_team
from bot.matchmaking.contests.teams.team_sides import Found
from bot.matchmaking.contests.ui import sentences
from bot.matchmaking.contests.ui.access import find_names
from bot.matchmaking.contests.ui.buttons import AtOnce, CheckIn, Join, Pause, StandBy, Withdraw
from storage.tables import contest_matches, matches

_WAITS = "You have no match right now. You get a DM when the next one starts."
_OUT = "You've been knocked out. You can follow the rest here."
_DONE = "You've played all your matches. You can follow the rest here."
_SEASON = "You've played all your matches of this season."


def is_out(contest: Contest, person: int) -> bool:
    """Return whether a person has been knocked out of a bracket."""
    if contest.terms.kind not in ("knockout", "double elimination") or contest.begun_at is None:
        return False
    return ties.measure_progress(contest).get(person, ties.IN) < ties.IN


def without_match(contest: Contest, person: int) -> str:
    """Return the text for an entrant who has no match right now."""
    if is_out(contest, person):
        return _OUT
    if not _has_played_all(contest, person):
        return _WAITS
    return _SEASON if contest.terms.kind == "league" else _DONE


def _has_played_all(contest: Contest, person: int) -> bool:
    """Return whether an entrant has no matches left.

    That's so in the last round of a Swiss, and in a round robin or league once they've met all who still
    play.
    """
    match contest.terms.kind:
        case "swiss":
            return contest.round >= contest.rounds
        case "round robin" | "league":
            return _has_met_all(contest, person)
    return False


def _has_met_all(contest: Contest, person: int) -> bool:
    among = next((group for group in groups(contest) if person in group), ())
    met = [pairing.other(person) for pairing in contest.of(person)]
    others = [other for other in among if other != person and not contest.entrants[other].gone]
    return all(met.count(other) >= contest.terms.cycles for other in others)


_RESERVE = "You're in reserve: there's no one for you to play right now."
_MOST_OPENED = 4
"""How many matches get a button; `/matches` has them all."""
_PAUSES = {"ladder": ("Pause", "Resume"), "league": ("Skip next season", "Play next season")}
"""Labels of the buttons that pause and resume, by the formats that have them."""


async def after_tap(ctx: UiContext, found: Found, mine: Entrant | None) -> str:
    """Return the person's current opponents as text, below the answer to a tap; may be empty."""
    if mine is None or mine.gone or found.contest.status == "open":
        return ""
    return "\n".join(await _playing(ctx, found, mine))


async def status(ctx: UiContext, found: Found, mine: Entrant | None) -> str:
    """Return the person's status in a contest and their current opponents as text."""
    contest = found.contest
    if mine is None:
        return ""
    if mine.gone:
        if mine.gone == "no-show" and contest.of(mine.person):
            return "You didn't show up for a match, so you're out. An organizer can invite you again."
        return _GONE.get(mine.gone, "You're not in it anymore.")
    if contest.status == "open":
        return _before(contest, mine, ctx.app.now())
    if playing := await _playing(ctx, found, mine):
        return "\n".join((*playing, *_format_pause(contest, mine)))
    if contest.ended_at is not None:
        return ""
    if mine.paused:
        return " ".join(_format_pause(contest, mine))
    return _RESERVE if own_team.is_in_reserve(contest, mine) else without_match(contest, mine.person)


async def _playing(ctx: UiContext, found: Found, mine: Entrant) -> list[str]:
    """Return a heading and a line for each of the entrant's current opponents; empty if there are none."""
    playing = [pairing for pairing in found.contest.of(mine.person) if pairing.score is None]
    others = [pairing.other(mine.person) for pairing in playing]
    named = await find_names(ctx.app, found.contest, found.team, others)
    lines = [
        await _format_pairing(ctx.app, pairing, named(pairing.other(mine.person))) for pairing in playing
    ]
    return ["**You play:**", *lines] if lines else []


def _format_pause(contest: Contest, mine: Entrant) -> tuple[str, ...]:
    """Return the sentence that the entrant sits out; empty if they don't."""
    if not mine.paused:
        return ()
    if contest.terms.kind == "league":
        return ("You'll skip the next season.",)
    return (sentences.PAUSED,)


_GONE = {
    "withdrew": "You've withdrawn.",
    "no-show": "You didn't check in, so you're not in it.",
    "removed": "An organizer has taken you out.",
    "substituted": "Someone else has taken your place.",
}


def _before(contest: Contest, mine: Entrant, now: int) -> str:
    if mine.checked_in:
        return "You're in, and you've checked in."
    if contest.is_checking_in(now):
        return "You're in. **Check in** before it begins, or you'll lose your place."
    return "You're in."


def at_once(contest_id: str, mine: Entrant) -> ui.Select[Any]:
    """Return the select of how many matches to play at a time."""
    options = [
        discord.SelectOption(
            label=f"{sentences.format_count(number, 'match', 'es')} at a time",
            value=str(number),
            default=number == mine.at_once,
        )
        for number in range(1, MOST_AT_ONCE + 1)
    ]
    return items.select("How many matches at a time", AtOnce(contest_id), options)


async def own_taps(ctx: UiContext, found: Found, mine: Entrant | None) -> list[items.Tap]:
    """Return the person's buttons: enter, open matches, check in, pause, withdraw."""
    row, contest = found
    if contest.ended_at is not None:
        return []
    if mine is None or mine.gone:
        return [] if mine is not None and mine.gone == "removed" else _ways_in(found, mine)
    taps: list[items.Tap] = [
        items.button(f"Open {nickname(match_id)}", OpenMatch(match_id), items.STRONG)
        for match_id in await _under_way(ctx.app, contest, mine.person, _MOST_OPENED)
    ]
    if contest.is_checking_in(ctx.app.now()) and not mine.checked_in:
        taps.append(items.button("Check in", CheckIn(row.id), items.STRONG))
    if contest.terms.kind in _PAUSES:
        pause, resume = _PAUSES[contest.terms.kind]
        taps.append(
            items.button(resume, Pause(row.id, "off"), items.GOOD)
            if mine.paused
            else items.button(pause, Pause(row.id, "on"))
        )
    leave = [] if is_out(contest, mine.person) else [items.button("Withdraw", Withdraw(row.id))]
    return [*taps, *leave]


def _ways_in(found: Found, mine: Entrant | None) -> list[items.Tap]:
    """Return the button to enter, or to become a substitute; none for a person who could get no place."""
    row, contest = found
    if not takes_substitutes(contest):
        return [items.button("Join", Join(row.id), items.GOOD)]
    if mine is not None and not can_be_substitute(contest, mine.person):
        return []
    return [items.button("Be a substitute", StandBy(row.id), items.GOOD)]


def taps_of_listed(found: Found, person: int, now: int) -> list[items.Tap]:
    """Return a substitute's buttons."""
    row, contest = found
    if contest.ended_at is not None:
        return []
    if contest.status == "running" and takes_late_entries(contest) and not is_full(contest, person=person):
        return [
            items.button("Join", Join(row.id), items.GOOD),
            items.button("Leave the list", Withdraw(row.id)),
        ]
    asked = contest.is_checking_in(now) and not contest.substitutes[person].checked_in
    check_in = [items.button("Check in", CheckIn(row.id), items.STRONG)] if asked else []
    return [*check_in, items.button("Leave the list", Withdraw(row.id))]


async def _format_pairing(app: AppContext, one: Pairing, other: str) -> str:
    """Format an open pairing as “@tom in #thread · Maple 482”."""
    async with app.database.read() as r:
        leg = (await contest_matches.find_begun(r, [one.match])).get(one.match)
        match = None if leg is None else await matches.get(r, leg.match_id)
    if match is None:
        return f"{other} · it starts in a moment"
    place = f" in <#{match.thread}>" if match.thread else ""
    return f"{other}{place} · {nickname(match.id)}"


async def _under_way(app: AppContext, contest: Contest, person: int, most: int) -> list[str]:
    """Return the ids of a person's first `most` open matches; of two legs, the latest."""
    playing = [pairing.match for pairing in contest.of(person) if pairing.score is None][:most]
    async with app.database.read() as r:
        known = await contest_matches.find_begun(r, playing)
    return [known[match_id].match_id if match_id in known else match_id for match_id in playing]
