"""The few actions that are worth considering, best first, as a strong level finds them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from games.core.search.nodes import Nodes, OutOfNodes
from games.decoy.ai.deployment import deploy
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
    """Return up to 7 of the viewer's actions, best first; ending the phase is always one of them.

    In the setup, a random layout and the first listed ones are returned. `budget` is the number of nodes
    that the search may use.
    """
    if view.phase == SET_UP:
        return (SetUp(deploy(rng)), *(SetUp(read_layout(text)) for text in FIRST_LISTED))
    judge = Judge(situation_of(view, HARD.worlds, HARD.mortal), HARD, Nodes(max(1, budget)))
    found = _steps(view, judge) if view.phase == MOVEMENT else _attacks(view, judge)
    best = tuple(dict.fromkeys(found))
    return best[:_MOST] if END in best[:_MOST] else (*best[: _MOST - 1], END)


def _attacks(view: View, judge: Judge) -> list[Action]:
    """Return the best combination of attacks first, then all others, the strongest attackers first."""
    friends, foes = judge.situation.friends, judge.situation.foes
    power = {friend.square: friend.power for friend in friends}
    chosen = judge.attacks(tuple(power))
    together = {(friends[number].square, foes[target].square) for number, target in chosen}

    def rank(attack: Attack) -> tuple[bool, int]:
        return (attack.source, attack.target) not in together, -power[attack.source]

    attacks = sorted(in_order(view, legal_attacks(view)), key=rank)
    return [*attacks]


def _steps(view: View, judge: Judge) -> list[Action]:
    """Return the first step of the plan (or its end), then first steps by the worth of single moves."""
    best = _worths(view, judge)
    plan = best_plan(judge)
    first: list[Action] = [plan.moves[0].first] if plan.moves else [END]
    return [*first, *(move.first for _, move in sorted(best, key=lambda pair: -pair[0]))]


def _worths(view: View, judge: Judge) -> list[tuple[float, Move]]:
    """Return each single move's worth, for as many moves as the nodes allow."""
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
