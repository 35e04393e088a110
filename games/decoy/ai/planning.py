"""The plan of a whole turn: which pieces go where with the points that are left. DP-8, DP-9."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from typing import NamedTuple

from games.core.search.nodes import OutOfNodes
from games.decoy.ai.judging import Judge, Standing
from games.decoy.ai.order import from_home, in_order
from games.decoy.ai.reaches import GROWN
from games.decoy.rules.actions import Step, legal_steps
from games.decoy.rules.board import ALL, BIT, squares_in, with_near
from games.decoy.rules.pieces import KINDS, kind_of, square_of, steps_of
from games.decoy.rules.state import POINTS
from games.decoy.rules.view import View


class Move(NamedTuple):
    """A move of a piece of the player, by index, to a square: its points and its first step."""

    number: int
    target: int
    points: int
    first: Step


class Plan(NamedTuple):
    """Moves of different pieces that don't block each other, and their worth."""

    worth: float
    moves: tuple[Move, ...]

    @property
    def points(self) -> int:
        """The points that the moves take together."""
        return sum(move.points for move in self.moves)


def best_plan(judge: Judge) -> Plan:
    """Return the best plan found before the nodes run out; it has no moves if staying is best."""
    best = _Best(Plan(float("-inf"), ()))
    try:
        staying = Plan(_worth(judge, ()) + judge.temper.step, ())
        best.take([staying])
        singles = _by_worth(best.take(_singles(judge)))
        longer = singles[: 2 * judge.temper.kept]
        moves = _worth_combining(judge, singles)
        for _ in range(POINTS - 1):
            longer = _by_worth(best.take(_longer(judge, longer[: judge.temper.kept], moves)))
    except OutOfNodes:
        pass
    return best.plan


class _Best:
    """The best plan so far, which is used when the nodes run out."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def take(self, plans: Iterable[Plan]) -> list[Plan]:
        """Return all these plans as a list, keeping track of the best."""
        taken = []
        for plan in plans:
            taken.append(plan)
            if plan.worth > self.plan.worth:
                self.plan = plan
        return taken


def _by_worth(plans: list[Plan]) -> list[Plan]:
    return sorted(plans, key=itemgetter(0), reverse=True)


def _worth(judge: Judge, moves: tuple[Move, ...]) -> float:
    points = sum(move.points for move in moves)
    return judge.value(_standing(judge, moves)) - judge.temper.step * points


def _standing(judge: Judge, moves: tuple[Move, ...]) -> Standing:
    squares = [friend.square for friend in judge.situation.friends]
    for move in moves:
        squares[move.number] = move.target
    return tuple(squares)


def _singles(judge: Judge) -> Iterable[Plan]:
    """Yield all plans of one move."""
    for move in all_moves(judge.situation.view):
        yield Plan(_worth(judge, (move,)), (move,))


def all_moves(view: View) -> list[Move]:
    """Return the moves that each piece can make alone, the nearest squares first."""
    steps = in_order(view, legal_steps(view))
    numbers = sorted(range(len(view.own)), key=lambda number: from_home(view, square_of(view.own[number])))
    return [move for number in numbers for move in _moves_of(view, number, steps)]


def _moves_of(view: View, number: int, steps: list[Step]) -> Iterable[Move]:
    piece = view.own[number]
    kind, square = kind_of(piece), square_of(piece)
    farthest = min(view.points or 0, KINDS[kind].reach - steps_of(piece))
    free = ALL & ~(view.squares | view.enemies)
    first = {step.target: step for step in steps if step.source == square}
    reached, known = dict(first) if farthest else {}, BIT[square]
    for points in range(1, farthest + 1):
        for target, step in reached.items():
            known |= BIT[target]
            yield Move(number, target, points, step)
        following: dict[int, Step] = {}
        for target, step in reached.items():
            for beyond in squares_in(GROWN[kind](BIT[target]) & free & ~known):
                following.setdefault(beyond, step)
        reached = dict(sorted(following.items(), key=lambda item: from_home(view, item[0])))


def _worth_combining(judge: Judge, singles: list[Plan]) -> list[Move]:
    """Return the moves of the best plans, and the best moves that lead next to an enemy."""
    count, contact = judge.temper.singles, with_near(judge.situation.view.enemies)
    moves = [plan.moves[0] for plan in singles]
    beside = [move for move in moves[count:] if contact & BIT[move.target]]
    return [*moves[:count], *beside[:count]]


def _longer(judge: Judge, plans: list[Plan], moves: list[Move]) -> Iterable[Plan]:
    """Yield these plans, each extended by one move."""
    seen, points = set[tuple[Move, ...]](), judge.situation.view.points or 0
    for plan in plans:
        for move in moves:
            together = tuple(sorted((*plan.moves, move), key=itemgetter(0)))
            if plan.points + move.points > points or not _goes_with(plan, move) or together in seen:
                continue
            seen.add(together)
            yield Plan(_worth(judge, together), (*plan.moves, move))


def _goes_with(plan: Plan, move: Move) -> bool:
    return not any(
        move.number == other.number or other.target in (move.target, move.first.target)
        for other in plan.moves
    )
