"""That a contest begins, and with which seeds."""

from __future__ import annotations

from collections.abc import Sequence

from bot.contests.contest import Contest, Entrant
from bot.contests.events import Begun, Closed, Event, Left


def following(contest: Contest, now: int) -> Sequence[Event]:
    """That it begins, once it's time; whoever had to check in and hasn't is left out, and where too few are
    left, or a captain hasn't agreed, it's called off. A ladder begins at once."""
    terms = contest.terms
    if contest.status != "open" or (
        terms.kind != "ladder" and (not terms.starts_at or now < terms.starts_at)
    ):
        return ()
    there = [one for one in contest.entrants.values() if not one.gone]
    absent = [one for one in there if terms.check_in and not one.checked_in]
    present = [one for one in there if one not in absent]
    if (terms.kind != "ladder" and len(present) < max(2, terms.fewest)) or _lacks_a_side(contest, present):
        return (Closed(at=now, why="called off"),)
    left = [Left(at=now, person=one.person, why="no-show") for one in absent]
    return (*left, Begun(at=now, order=tuple(one.person for one in seeded(present))))


def _lacks_a_side(contest: Contest, present: Sequence[Entrant]) -> bool:
    """Whether a team match has a captain who hasn't agreed, or a team of nobody."""
    is_ready = len(contest.teams) == 2 and {one.team for one in present} == {0, 1}
    return contest.terms.kind == "teams" and not is_ready


def seeded(entrants: Sequence[Entrant]) -> list[Entrant]:
    """In the order of their seeds: as they come from the season before, then by rating, then by who came
    first."""

    def key(one: Entrant) -> tuple[bool, int, float, int, int]:
        return not one.rank, one.rank, -one.rating, one.joined_at, one.number

    return sorted(entrants, key=key)
