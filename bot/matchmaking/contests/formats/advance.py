"""The events that follow from a format's steps, and those of a contest's start."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from bot.matchmaking.contests.formats import ladder, round_robin, teams, trf
from bot.matchmaking.contests.formats.format_actions import Finish, Pair, Rest, Step
from bot.matchmaking.contests.formats.round_robin import in_order
from bot.matchmaking.contests.formats.ties import Tie, double, single
from bot.matchmaking.contests.log.contest import Contest, Entrant, apply_events
from bot.matchmaking.contests.log.events import Begun, Bye, Closed, Event, Joined, Left, Paired
from bot.matchmaking.contests.log.terms import Kind


def following_single(contest: Contest, now: int) -> tuple[Step, ...]:
    """Return the matches that can begin now in a single elimination, or its end."""
    return _following(contest, single)


def following_double(contest: Contest, now: int) -> tuple[Step, ...]:
    """Return the matches that can begin now in a double elimination, or its end."""
    return _following(contest, double)


def _following(contest: Contest, ties_of: Callable[[Contest], tuple[Tie, ...]]) -> tuple[Step, ...]:
    ties = ties_of(contest)
    steps = tuple(step for tie in ties if tie.winner is None for step in _of_tie(contest, tie))
    return (Finish(),) if all(tie.winner is not None for tie in ties) and not contest.open else steps


def _of_tie(contest: Contest, tie: Tie) -> Iterator[Pair]:
    """Yield the tie's matches, replacements of voided ones, or the deciding match."""
    if tie.one is None or tie.other is None:
        return
    played = contest.in_slot(tie.slot)
    if not played:
        first, second = in_order(contest, tie.one, tie.other)
        yield from _legs(tie, contest.terms.ties, first, second)
    elif len(played) < contest.terms.ties:
        last = played[-1]
        yield from _legs(tie, contest.terms.ties - len(played), last.second, last.first)
    elif len(played) == contest.terms.ties and all(match.score is not None for match in played):
        yield Pair(tie.round, *in_order(contest, tie.one, tie.other), tie.slot)


def _legs(tie: Tie, number: int, first: int, second: int) -> Iterator[Pair]:
    """Yield a number of matches of the two persons, swapping seats after each."""
    for leg in range(number):
        one, other = (first, second) if leg % 2 == 0 else (second, first)
        yield Pair(tie.round, one, other, tie.slot)


Following = Callable[[Contest, int], tuple[Step, ...]]
"""A format's next steps in a contest at a moment; empty while something has to end first."""

FORMATS: Mapping[Kind, Following] = MappingProxyType(
    {
        "round robin": round_robin.following,
        "swiss": trf.following,
        "knockout": following_single,
        "double elimination": following_double,
        "ladder": ladder.following,
        "league": round_robin.following,
        "teams": teams.following,
    }
)


def may_follow(contest: Contest) -> bool:
    """Return whether steps may follow in a contest; in a Swiss, none do while a round is being played."""
    return contest.status == "running" and not (contest.terms.kind == "swiss" and contest.open)


def following(
    contest: Contest, now: int, name: Callable[[], str], apart: Collection[frozenset[int]]
) -> Sequence[Event]:
    """Return all events that follow in a contest at a moment.

    `name` makes the id of a new match; `apart` holds the pairs that a ladder never makes.
    """
    if not may_follow(contest):
        return ()
    found = list[Event]()
    is_ladder = contest.terms.kind == "ladder"
    steps_of = partial(ladder.following, apart=apart) if is_ladder else FORMATS[contest.terms.kind]
    while steps := steps_of(contest, now):
        events = [_event(name, step, now) for step in steps]
        found += events
        contest = apply_events(contest, events)
        if contest.status != "running" or contest.open:
            break
    return found


def _event(name: Callable[[], str], step: Step, now: int) -> Event:
    match step:
        case Pair():
            return Paired(
                at=now,
                round=step.round,
                first=step.first,
                second=step.second,
                match=name(),
                slot=step.slot,
            )
        case Rest():
            return Bye(at=now, round=step.round, person=step.person, points=step.points, slot=step.slot)
        case Finish():
            return Closed(at=now)


def starting(contest: Contest, now: int) -> Sequence[Event]:
    """Return the events of a contest's start once it's due; until then, fill free places with substitutes.

    Entrants who had to check in and haven't are left out. If too few remain, or a team match lacks a
    captain's consent or a team's players, the contest is called off. A ladder begins at once.
    """
    terms = contest.terms
    if contest.status != "open":
        return ()
    if terms.kind != "ladder" and (not terms.starts_at or now < terms.starts_at):
        return tuple(build_entries(list(contest.substitutes.values())[: free(contest)], now))
    present = [entrant for entrant in contest.there if entrant.checked_in or not terms.check_in]
    left = [
        Left(at=now, person=entrant.person, why="no-show")
        for entrant in contest.there
        if terms.check_in and not entrant.checked_in
    ]
    coming = who_moves_up(contest, present)
    playing = [*present, *coming]
    if (terms.kind != "ladder" and len(playing) < max(2, terms.fewest)) or _lacks_a_side(contest, present):
        return (Closed(at=now, why="called off"),)
    begun = Begun(at=now, order=tuple(entrant.person for entrant in sort_by_seed(playing)))
    return (*left, *build_entries(coming, now), begun)


def free(contest: Contest) -> int:
    """Return the number of free places."""
    return max(0, contest.terms.most - len(contest.there))


def who_moves_up(contest: Contest, present: Sequence[Entrant]) -> list[Entrant]:
    """Return the substitutes who get a place beside these entrants, once checked in where they have to."""
    ready = [
        entrant
        for entrant in contest.substitutes.values()
        if entrant.checked_in or not contest.terms.check_in
    ]
    return ready[: max(0, contest.terms.most - len(present))]


def build_entries(substitutes: Sequence[Entrant], now: int) -> Iterator[Joined]:
    """Yield the entries of these substitutes, with the interaction numbers that they've given."""
    for substitute in substitutes:
        yield Joined(at=now, person=substitute.person, number=substitute.number, rating=substitute.rating)


def _lacks_a_side(contest: Contest, present: Sequence[Entrant]) -> bool:
    """Return whether a team match lacks a captain's consent or a team's players."""
    is_ready = len(contest.teams) == 2 and {entrant.team for entrant in present} == {0, 1}
    return contest.terms.kind == "teams" and not is_ready


def sort_by_seed(entrants: Sequence[Entrant]) -> list[Entrant]:
    """Return the entrants by seed: by rank from the season before, then rating, then time of entry."""

    def key(one: Entrant) -> tuple[bool, int, float, int, int]:
        return not one.rank, one.rank, -one.rating, one.joined_at, one.number

    return sorted(entrants, key=key)
