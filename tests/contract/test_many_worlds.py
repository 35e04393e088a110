"""Laws 4 and 5 again, in thousands of worlds."""

from __future__ import annotations

import random

import pytest

from tests.contract.seeing import (
    assert_alike,
    assert_levels_choose_alike,
    assert_pictures_alike,
    assert_public_from_both_seats,
    assert_told_alike,
    ended,
    every_twins,
    rarities_in,
    unfolding,
)
from tests.kit.games.known_games import GAMES
from tests.kit.worlds.worlds import WORLDS

PARTS = 4
"""Number of tests that share the numbers, so that parallel workers can split them."""

LEAST = 2000
STEPS = 2
DRAFTS = 40
DRAWN, ASKED, WALKED = 25, 20, 4
"""One comparison in this many draws both worlds' pictures, asks the AI levels, or walks many prompts.

The other comparisons take a single random path through the prompts.
"""


@pytest.mark.proof
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("key", [key for key in sorted(GAMES) if WORLDS[key].many])
def test_thousands_of_twin_worlds_look_the_same_to_whoever_cannot_know_the_difference(key, part):
    """Compare the pairs that the game's maker of twins makes from different numbers, each pair once.

    A pair is compared as it's made and after each of at most STEPS actions, for every viewer that can't tell
    its worlds apart: view, actions, prompts, errors, position, scene, alt text and texts told. In each world
    the public view is also computed from either seat's view alone. PNGs of both worlds are drawn for a sample
    only; elsewhere equal scenes stand for them. Each part must meet everything that the game calls rare.
    """
    game, made, met, compared = GAMES[key], set(), set(), 0
    for number in range(part, WORLDS[key].many, PARTS):
        for twins in every_twins(key, number):
            made.add(twins.states)
            for states, tolds in unfolding(key, twins, random.Random(number), STEPS):
                if any(ended(game, states)):
                    break
                assert_told_alike(twins, tolds)
                compared += 1
                assert_alike(key, twins, states, number, 0 if compared % WALKED else DRAFTS)
                if compared % DRAWN == 0:
                    assert_pictures_alike(key, twins, states)
                if compared % ASKED == 0:
                    assert_levels_choose_alike(key, twins, states, number)
                for state in states:
                    assert_public_from_both_seats(game, state)
                    met |= rarities_in(key, state)
    assert len(made) >= LEAST / PARTS
    assert compared >= 2 * LEAST / PARTS
    assert met == set(WORLDS[key].rarities)
