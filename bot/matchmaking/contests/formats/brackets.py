"""What happens next in a knockout: the matches of the ties whose people are known."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bot.matchmaking.contests.formats.format_actions import Finish, Pair, Step
from bot.matchmaking.contests.formats.sides import in_order
from bot.matchmaking.contests.formats.tie import Tie
from bot.matchmaking.contests.formats.ties import double, single
from bot.matchmaking.contests.log.contest import Contest


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
