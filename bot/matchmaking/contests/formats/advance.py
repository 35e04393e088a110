"""From what a format wants to what happens."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from bot.matchmaking.contests.formats import ladder, round_robin, teams, trf
from bot.matchmaking.contests.formats.format_actions import Finish, Pair, Rest, Step
from bot.matchmaking.contests.formats.round_robin import in_order
from bot.matchmaking.contests.formats.ties import Tie, double, single
from bot.matchmaking.contests.log.contest import Contest, Entrant, grown
from bot.matchmaking.contests.log.events import Begun, Bye, Closed, Event, Joined, Left, Paired
from bot.matchmaking.contests.log.terms import Kind


def following_single(contest: Contest, now: int) -> tuple[Step, ...]:
    """The matches that can begin now in a single elimination."""
    return _following(contest, single)


def following_double(contest: Contest, now: int) -> tuple[Step, ...]:
    """The same in a double one."""
    return _following(contest, double)


def _following(contest: Contest, ties_of: Callable[[Contest], tuple[Tie, ...]]) -> tuple[Step, ...]:
    ties = ties_of(contest)
    steps = tuple(step for tie in ties if tie.winner is None for step in _of_tie(contest, tie))
    return (Finish(),) if all(tie.winner is not None for tie in ties) and not contest.open else steps


def _of_tie(contest: Contest, tie: Tie) -> Iterator[Pair]:
    """Its matches, those again that were voided, or the one that decides it."""
    if tie.one is None or tie.other is None:
        return
    played = contest.in_slot(tie.slot)
    if not played:
        first, second = in_order(contest, tie.one, tie.other)
        yield from _legs(tie, contest.terms.ties, first, second)
    elif len(played) < contest.terms.ties:
        last = played[-1]
        yield from _legs(tie, contest.terms.ties - len(played), last.second, last.first)
    elif len(played) == contest.terms.ties and all(one.score is not None for one in played):
        yield Pair(tie.round, *in_order(contest, tie.one, tie.other), tie.slot)


def _legs(tie: Tie, number: int, first: int, second: int) -> Iterator[Pair]:
    """So many matches with sides in turns."""
    for leg in range(number):
        one, other = (first, second) if leg % 2 == 0 else (second, first)
        yield Pair(tie.round, one, other, tie.slot)


Following = Callable[[Contest, int], tuple[Step, ...]]
"""What happens next in a contest at a moment; nothing while something has to end first."""

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


def following(
    contest: Contest, now: int, name: Callable[[], str], apart: Collection[frozenset[int]]
) -> Sequence[Event]:
    """What happens next in a contest at a moment, all of it; `name`: gives a match that's paired its name;
    `apart`: pairs that a ladder doesn't pair."""
    if contest.status != "running":
        return ()
    found = list[Event]()
    is_ladder = contest.terms.kind == "ladder"
    steps_of = partial(ladder.following, apart=apart) if is_ladder else FORMATS[contest.terms.kind]
    while steps := steps_of(contest, now):
        events = [_event(name, step, now) for step in steps]
        found += events
        contest = grown(contest, events)
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
