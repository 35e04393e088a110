"""The AI levels of CCC: legal, repeatable, quick even beside a tower, and not blind to a win."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from games import GAMES
from games.core.selfplay import BUDGET, numbered_seed

CCC = GAMES["ccc"]
LEVELS = sorted(CCC.players)
TOWER = "8/8/5s2/8/3(FFFFFLMS)4/8/8/8 w 10,10 00 0 9"
ONE_BLOW = "8/8/8/5s2/8/3L4/8/8 w 10,10 00 0 9"


def chosen(state, level, number=0):
    seat = CCC.to_act(state)[0]
    action = CCC.players[level](CCC.view(state, seat), None, random.Random(number), BUDGET)
    return CCC.format(action)


def after_some(raw, number):
    """A state after a few random actions."""
    rng, state = random.Random(number), CCC.new(CCC.options(raw), numbered_seed(number))
    for _ in range(rng.randint(0, 40)):
        if not CCC.to_act(state):
            break
        seat = CCC.to_act(state)[0]
        action = rng.choice(list(islice(CCC.actions(CCC.view(state, seat)), 400)))
        state = CCC.play(state, seat, action).state
    return state


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("mode", ["free", "list", "off"])
def test_what_a_level_chooses_is_legal(level, mode):
    for number in range(6):
        state = after_some({"compliments": mode}, number)
        if CCC.to_act(state):
            seat = CCC.to_act(state)[0]
            CCC.play(state, seat, CCC.parse(CCC.view(state, seat), chosen(state, level, number)))


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_view_and_chance_give_the_same_choice(level):
    for number in range(4):
        state = after_some({}, number)
        if CCC.to_act(state):
            assert chosen(state, level, number) == chosen(state, level, number)


@pytest.mark.parametrize("level", LEVELS)
def test_beside_a_tower_of_eight_with_millions_of_collapses_a_choice_is_made(level):
    state = CCC.new(CCC.options({"position": TOWER}), bytes(32))
    CCC.parse(CCC.view(state, 0), chosen(state, level))


def test_medium_takes_the_last_pyramid_when_it_can():
    state = CCC.new(CCC.options({"position": ONE_BLOW}), bytes(32))
    for number in range(5):
        assert chosen(state, "medium", number) == "d3xf5"
