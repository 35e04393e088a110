"""The levels of Decoy Patrol that look ahead, and their beliefs (DP-40)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

from games.core.search.nodes import Nodes
from games.decoy.ai.elimination import Belief, Weights
from games.decoy.ai.judging import Judge
from games.decoy.ai.planning import best_plan
from games.decoy.ai.situation import belief_of, situation_of
from games.decoy.ai.temper import HARD
from games.decoy.rules.board import SQUARE_OF, distance
from games.decoy.rules.layouts import what_is_wrong
from games.decoy.rules.pieces import COMMANDER, DECOY, KINDS
from tests.budgets import first_slow
from tests.games.decoy.table import (
    CYAN,
    GAME,
    MAGENTA,
    legal,
    outcome,
    play,
    playout,
    put,
    start,
    truth,
    twin,
)

THINKERS = ("skilled", "hard", "expert")
ARMY = tuple(number for number, kind in enumerate(KINDS) for _ in range(kind.count))


def choice(level, state, number=0, budget=20_000):
    view = GAME.view(state, state.mover)
    return GAME.format(GAME.players[level](view, None, random.Random(number), budget))


def turn(level, state, budget=20_000):
    """Return the state after a level's whole turn, or after the end of the match."""
    mover = state.mover
    while GAME.result(state) is None and state.mover == mover:
        state = play(state, choice(level, state, budget=budget))
    return state


# --- the belief ---------------------------------------------------------------------------------------


def assignments(weights: tuple[Weights, ...], dead: int) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yield every assignment of the twelve pieces to places in sight and to the dead."""
    for places in permutations(range(len(ARMY)), len(weights) + dead):
        kinds = [ARMY[piece] for piece in places]
        seen, fallen = kinds[: len(weights)], kinds[len(weights) :]
        if COMMANDER in fallen or fallen.count(DECOY) == KINDS[DECOY].count:
            continue
        weight = 1.0
        for kind, of_piece in zip(seen, weights, strict=True):
            weight *= of_piece[kind]
        yield tuple(seen), weight


def counted(weights: tuple[Weights, ...], dead: int) -> list[list[float]]:
    """Return the chance of each kind for each piece in sight, by counting all assignments."""
    total, chances = 0.0, [[0.0] * len(KINDS) for _ in weights]
    for seen, weight in assignments(weights, dead):
        total += weight
        for of_piece, kind in zip(chances, seen, strict=True):
            of_piece[kind] += weight
    return [[chance / total for chance in of_piece] for of_piece in chances]


@pytest.mark.slow
@pytest.mark.parametrize(("seen", "dead"), [(1, 3), (2, 2), (3, 1), (4, 0), (0, 4)])
def test_DP_40_the_belief_is_what_a_count_of_all_assignments_gives(seen: int, dead: int) -> None:
    rng = random.Random(seen)
    weights = tuple(tuple(rng.choice([0.0, 0.5, 1.0, 2.0]) for _ in KINDS) for _ in range(seen))
    weights = tuple(of_piece if any(of_piece) else (1.0,) * len(KINDS) for of_piece in weights)
    believed = Belief(weights, dead).chances()
    assert [list(chances) for chances in believed] == [pytest.approx(c) for c in counted(weights, dead)]


def test_DP_36_all_Decoys_are_never_believed_dead() -> None:
    only_others = tuple((1.0, 1.0, 1.0, 1.0, 0.0) for _ in range(7))
    assert Belief(only_others, dead=5).total == 0
    kinds, living = Belief(only_others[:2], dead=5).world(random.Random(1))
    assert DECOY not in kinds
    assert living >= 1


def test_DP_40_two_who_can_only_be_Scouts_leave_none_for_the_others() -> None:
    scout, anything = (0.0, 1.0, 0.0, 0.0, 0.0), (1.0,) * len(KINDS)
    *_, other = Belief((scout, scout, anything), dead=0).chances()
    assert other == pytest.approx((0.1, 0.0, 0.2, 0.2, 0.5))


@pytest.mark.slow
def test_DP_40_worlds_are_drawn_as_likely_as_they_are() -> None:
    belief, rng = Belief(((1.0,) * len(KINDS),) * 3, dead=2), random.Random(4)
    drawn = [belief.world(rng)[0][0] for _ in range(4000)]
    for kind, chance in enumerate(belief.chances()[0]):
        assert drawn.count(kind) / len(drawn) == pytest.approx(chance, abs=0.03)


def test_DP_9_who_came_farther_than_slow_pieces_can_is_none_of_them() -> None:
    state = put("Se0", "Se4", ply=3)
    chances = belief_of(GAME.view(state, CYAN)).chances()[0]
    assert (chances[COMMANDER], chances[DECOY]) == (0.0, 0.0)


# --- playing strength ---------------------------------------------------------------------------------


@pytest.mark.parametrize("level", THINKERS)
def test_DP_36_a_thinking_level_takes_a_Commander_that_it_knows_and_can_take(level: str) -> None:
    """Only two Guardians together destroy it, each after a step."""
    state = put("Gd4 Gf4 Dd5 Cj0 Dh0", "Ce6 Dj9", ply=40, mover=MAGENTA, phase="a")
    after = turn(level, play(state, "e6xd5"))
    assert outcome(after) == (CYAN, "assassination")


def to_the_Commander(state: Any, square: str) -> int:
    """Return the distance of Cyan's Commander from a square, in king's steps."""
    commander = next(name for name, (letter, _) in truth(state, CYAN).items() if letter == "C")
    return distance(SQUARE_OF[commander], SQUARE_OF[square])


@pytest.mark.parametrize("level", THINKERS)
def test_a_thinking_level_does_not_leave_its_Commander_where_it_can_be_killed(level: str) -> None:
    """A Guardian that has shown itself strikes anything at most three squares away; one blow is enough."""
    state = put("Cd0'' Dh1 Da5", "Gg0 Dj9 Ch9", ply=40, mover=MAGENTA, phase="a")
    state = play(state, "g0xh1")
    assert to_the_Commander(state, "g0") == 3
    assert to_the_Commander(turn(level, state), "g0") > 3


@pytest.mark.parametrize("level", THINKERS)
def test_a_thinking_level_sets_up_an_army_each_time_in_another_way(level: str) -> None:
    view = GAME.view(start(), CYAN)
    chosen = [GAME.players[level](view, None, random.Random(number), 1) for number in range(20)]
    assert not any(what_is_wrong(action.layout) for action in chosen)
    assert len({action.layout for action in chosen}) > 15


def moments(**options: str) -> list[Any]:
    """Return states of a match, a few turns apart."""
    return [state for state, *_ in playout(3, ("medium", "easy"), **options)][3::9]


@pytest.mark.parametrize("level", first_slow(THINKERS))
def test_a_thinking_level_answers_the_same_twice_and_in_another_world_with_the_same_view(level: str) -> None:
    for state in moments():
        chosen = {choice(level, world, budget=2_000) for world in (state, state, twin(state, state.mover))}
        assert len(chosen) == 1


@pytest.mark.parametrize("level", THINKERS)
@pytest.mark.parametrize("budget", first_slow([0, 1, 40]))
def test_a_thinking_level_answers_legally_whatever_its_budget(level: str, budget: int) -> None:
    for state in (*moments(), *moments(suicide="forbidden", vision="diamond", heal="all")):
        assert choice(level, state, budget=budget) in legal(state)


def test_a_smaller_budget_means_less_work() -> None:
    state = put("Gd4 Se3 If3 Cc1 Dh0", "Se6 Gf6 Id7 Ca9", ply=30)
    spent = []
    for budget in (8, 80, 8_000):
        nodes = Nodes(budget)
        best_plan(Judge(situation_of(GAME.view(state, CYAN), HARD.worlds), HARD, nodes))
        spent.append(budget - nodes.left)
    assert spent == sorted(spent)
    assert spent[0] <= 8 < spent[1] <= 80 < spent[2]
