"""What somebody without a match can expect of a contest that goes on."""

from __future__ import annotations

from bot.matchmaking.contests.formats import ties
from bot.matchmaking.contests.formats.round_robin import groups
from bot.matchmaking.contests.log.contest import Contest

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
