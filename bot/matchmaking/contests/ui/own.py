"""What somebody sees of themselves in a contest: where they are, whom they play, and what they can do."""

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
from bot.matchmaking.contests.ui.access import named_in
from bot.matchmaking.contests.ui.buttons import AtOnce, CheckIn, Join, Pause, StandBy, Withdraw
from storage.tables import contest_matches, matches

_WAITS = "You have no match right now. You get a DM when the next one starts."
_OUT = "You've been knocked out. You can follow the rest here."
_DONE = "You've played all your matches. You can follow the rest here."
_SEASON = "You've played all your matches of this season."


def is_out(contest: Contest, person: int) -> bool:
    """Whether somebody has lost their place in a bracket."""
    if contest.terms.kind not in ("knockout", "double elimination") or contest.begun_at is None:
        return False
    return ties.reached(contest).get(person, ties.IN) < ties.IN


def without_match(contest: Contest, person: int) -> str:
    """What somebody is told who plays nobody right now."""
    if is_out(contest, person):
        return _OUT
    if not _has_played_all(contest, person):
        return _WAITS
    return _SEASON if contest.terms.kind == "league" else _DONE


def _has_played_all(contest: Contest, person: int) -> bool:
    """Whether nothing is left for them: in a Swiss after its last round, and where everybody meets everybody
    once they've met all who still play."""
    match contest.terms.kind:
        case "swiss":
            return contest.round >= contest.rounds
        case "round robin" | "league":
            return _has_met_all(contest, person)
    return False


def _has_met_all(contest: Contest, person: int) -> bool:
    among = next((group for group in groups(contest) if person in group), ())
    met = [one.other(person) for one in contest.of(person)]
    others = [one for one in among if one != person and not contest.entrants[one].gone]
    return all(met.count(one) >= contest.terms.cycles for one in others)


_RESERVE = "You're in reserve: there's no one for you to play right now."
_MOST_OPENED = 4
"""Matches with a button of their own; `/matches` has them all."""
_PAUSES = {"ladder": ("Pause", "Resume"), "league": ("Skip next season", "Play next season")}
"""By the kinds in which somebody can sit out, what that's called."""


async def after_tap(ctx: UiContext, found: Found, mine: Entrant | None) -> str:
    """Whom somebody plays now, who has just been told where they are in it."""
    if mine is None or mine.gone or found.contest.status == "open":
        return ""
    return "\n".join(await _playing(ctx, found, mine))


async def status(ctx: UiContext, found: Found, mine: Entrant | None) -> str:
    """Where somebody is in it, and whom they play now."""
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
        return "\n".join((*playing, *_paused(contest, mine)))
    if contest.ended_at is not None:
        return ""
    if mine.paused:
        return " ".join(_paused(contest, mine))
    return _RESERVE if own_team.is_in_reserve(contest, mine) else without_match(contest, mine.person)


async def _playing(ctx: UiContext, found: Found, mine: Entrant) -> list[str]:
    """Whom somebody plays now, a line each below a heading; nothing where that's nobody."""
    playing = [one for one in found.contest.of(mine.person) if one.score is None]
    others = [one.other(mine.person) for one in playing]
    named = await named_in(ctx.app, found.contest, found.team, others)
    lines = [await _told(ctx.app, one, named(one.other(mine.person))) for one in playing]
    return ["**You play:**", *lines] if lines else []


def _paused(contest: Contest, mine: Entrant) -> tuple[str, ...]:
    """That somebody sits out, where they do."""
    if not mine.paused:
        return ()
    if contest.terms.kind == "league":
        return ("You skip the next season.",)
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
        return "You're in. **Check in** before it begins, or your place goes."
    return "You're in."


def at_once(contest_id: str, mine: Entrant) -> ui.Select[Any]:
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


async def own_taps(ctx: UiContext, found: Found, mine: Entrant | None) -> list[items.Tap]:
    """What they can do: enter, check in, pause, withdraw, and open their matches."""
    row, contest = found
    if contest.ended_at is not None:
        return []
    if mine is None or mine.gone:
        return [] if mine is not None and mine.gone == "removed" else _ways_in(found, mine)
    taps: list[items.Tap] = [
        items.button(f"Open {nickname(one)}", OpenMatch(one), items.STRONG)
        for one in await _under_way(ctx.app, contest, mine.person, _MOST_OPENED)
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
    """To enter, or where that's too late, to be on the list; nothing for those who couldn't get a place."""
    row, contest = found
    if not takes_substitutes(contest):
        return [items.button("Join", Join(row.id), items.GOOD)]
    if mine is not None and not can_be_substitute(contest, mine.person):
        return []
    return [items.button("Be a substitute", StandBy(row.id), items.GOOD)]


def taps_of_listed(found: Found, person: int, now: int) -> list[items.Tap]:
    """What a substitute can do."""
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


async def _told(app: AppContext, one: Pairing, other: str) -> str:
    """“@tom in #thread · Maple 482”."""
    async with app.database.read() as r:
        leg = (await contest_matches.begun(r, [one.match])).get(one.match)
        match = None if leg is None else await matches.get(r, leg.match_id)
    if match is None:
        return f"{other} · it starts in a moment"
    place = f" in <#{match.thread}>" if match.thread else ""
    return f"{other}{place} · {nickname(match.id)}"


async def _under_way(app: AppContext, contest: Contest, person: int, most: int) -> list[str]:
    """The first of somebody's matches that aren't over, at most so many; of two legs the latest."""
    playing = [one.match for one in contest.of(person) if one.score is None][:most]
    async with app.database.read() as r:
        known = await contest_matches.begun(r, playing)
    return [known[one].match_id if one in known else one for one in playing]
