"""From what a format wants to what happens."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from bot.matchmaking.contests.formats import ladder, round_robin, swiss, teams
from bot.matchmaking.contests.formats.format_actions import Finish, Pair, Rest, Step
from bot.matchmaking.contests.formats.round_robin import in_order
from bot.matchmaking.contests.formats.ties import Tie, double, single
from bot.matchmaking.contests.log.contest import Contest, grown
from bot.matchmaking.contests.log.events import Bye, Closed, Event, Paired
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
        "swiss": swiss.following,
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
