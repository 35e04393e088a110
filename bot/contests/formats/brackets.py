"""What happens next in a knockout: the matches of the ties whose people are known."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bot.contests.contest import Contest
from bot.contests.formats.sides import in_order
from bot.contests.formats.tie import Tie
from bot.contests.formats.ties import double, single
from bot.contests.steps import Finish, Pair, Step


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
    """Its matches, or the one that decides it."""
    if tie.one is None or tie.other is None:
        return
    played = contest.in_slot(tie.slot)
    if not played:
        first, second = in_order(contest, tie.one, tie.other)
        for number in range(contest.terms.ties):
            one, other = (first, second) if number % 2 == 0 else (second, first)
            yield Pair(tie.round, one, other, tie.slot)
    elif len(played) == contest.terms.ties and all(one.score is not None for one in played):
        yield Pair(tie.round, *in_order(contest, tie.one, tie.other), tie.slot)
