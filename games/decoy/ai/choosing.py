"""The few actions that are worth a look to a viewer, the best first: as a strong level looks for them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from games.core.search.nodes import Nodes, OutOfNodes
from games.decoy.ai.deployment import deployed
from games.decoy.ai.judging import Judge
from games.decoy.ai.order import in_order
from games.decoy.ai.planning import Move, all_moves, best_plan
from games.decoy.ai.situation import situation_of
from games.decoy.ai.temper import HARD
from games.decoy.rules.actions import END, Action, Attack, SetUp, legal_attacks
from games.decoy.rules.layouts import FIRST_LISTED, read_layout
from games.decoy.rules.state import MOVEMENT, SET_UP
from games.decoy.rules.view import View

_MOST = 7


def candidates(view: View, rng: random.Random, budget: int) -> tuple[Action, ...]:
    """Some of the actions that the viewer may play, found with so many nodes; to end the phase is one of
    them."""
    if view.phase == SET_UP:
        return (SetUp(deployed(rng)), *(SetUp(read_layout(text)) for text in FIRST_LISTED))
    judge = Judge(situation_of(view, HARD.worlds, HARD.mortal), HARD, Nodes(max(1, budget)))
    found = _steps(view, judge) if view.phase == MOVEMENT else _attacks(view, judge)
    best = tuple(dict.fromkeys(found))
    return best[:_MOST] if END in best[:_MOST] else (*best[: _MOST - 1], END)


def _attacks(view: View, judge: Judge) -> list[Action]:
    """Those that are worth most together, then all others, the strong ones first."""
    friends, foes = judge.situation.friends, judge.situation.foes
    power = {friend.square: friend.power for friend in friends}
    chosen = judge.attacks(tuple(power))
    together = {(friends[number].square, foes[target].square) for number, target in chosen}

    def rank(attack: Attack) -> tuple[bool, int]:
        return (attack.source, attack.target) not in together, -power[attack.source]

    attacks = sorted(in_order(view, legal_attacks(view)), key=rank)
    return [*attacks]


def _steps(view: View, judge: Judge) -> list[Action]:
    """The first step of the plan for the turn, or its end; then the first steps of what's best alone."""
    best = _worths(view, judge)
    plan = best_plan(judge)
    first: list[Action] = [plan.moves[0].first] if plan.moves else [END]
    return [*first, *(move.first for _, move in sorted(best, key=lambda one: -one[0]))]


def _worths(view: View, judge: Judge) -> list[tuple[float, Move]]:
    """What each move of one piece is worth alone, as far as the nodes last."""
    found = list[tuple[float, Move]]()
    try:
        for move, standing in _standings(view, judge):
            found.append((judge.value(standing) - judge.temper.step * move.points, move))
    except OutOfNodes:
        pass
    return found


def _standings(view: View, judge: Judge) -> Iterator[tuple[Move, tuple[int, ...]]]:
    squares = tuple(friend.square for friend in judge.situation.friends)
    for move in all_moves(view):
        yield move, (*squares[: move.number], move.target, *squares[move.number + 1 :])
