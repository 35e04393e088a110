"""That a contest begins, and with which seeds; and until then, who moves up from the list of substitutes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.matchmaking.contests.log.contest import Contest, Entrant
from bot.matchmaking.contests.log.events import Begun, Closed, Event, Joined, Left


def following(contest: Contest, now: int) -> Sequence[Event]:
    """That substitutes get places that are free; and that it begins, once it's time. Whoever had to check in
    and hasn't is left out, and where too few are left, or a captain hasn't agreed, it's called off. A ladder
    begins at once."""
    terms = contest.terms
    if contest.status != "open":
        return ()
    if terms.kind != "ladder" and (not terms.starts_at or now < terms.starts_at):
        return tuple(moved_up(list(contest.substitutes.values())[: free(contest)], now))
    present = [one for one in contest.there if one.checked_in or not terms.check_in]
    left = [Left(at=now, person=one.person, why="no-show") for one in contest.there if one not in present]
    coming = who_moves_up(contest, present)
    playing = [*present, *coming]
    if (terms.kind != "ladder" and len(playing) < max(2, terms.fewest)) or _lacks_a_side(contest, present):
        return (Closed(at=now, why="called off"),)
    begun = Begun(at=now, order=tuple(one.person for one in seeded(playing)))
    return (*left, *moved_up(coming, now), begun)


def free(contest: Contest) -> int:
    """So many places nobody has."""
    return max(0, contest.terms.most - len(contest.there))


def who_moves_up(contest: Contest, present: Sequence[Entrant]) -> list[Entrant]:
    """The substitutes for whom there are places when it begins with these: those who are there."""
    ready = [one for one in contest.substitutes.values() if one.checked_in or not contest.terms.check_in]
    return ready[: max(0, contest.terms.most - len(present))]


def moved_up(substitutes: Sequence[Entrant], now: int) -> Iterator[Joined]:
    """These get a place, with the numbers that they've given."""
    for one in substitutes:
        yield Joined(at=now, person=one.person, number=one.number, rating=one.rating)


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
