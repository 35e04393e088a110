"""From what a format wants to what happens."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from bot.matchmaking.contests.formats import brackets, ladder, round_robin, swiss, teams
from bot.matchmaking.contests.formats.format_actions import Finish, Pair, Rest, Step
from bot.matchmaking.contests.log.contest import Contest, grown
from bot.matchmaking.contests.log.events import Bye, Closed, Event, Paired
from bot.matchmaking.contests.log.terms import Kind

Following = Callable[[Contest, int], tuple[Step, ...]]
"""What happens next in a contest at a moment; nothing while something has to end first."""

FORMATS: Mapping[Kind, Following] = MappingProxyType(
    {
        "round robin": round_robin.following,
        "swiss": swiss.following,
        "knockout": brackets.following_single,
        "double elimination": brackets.following_double,
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
