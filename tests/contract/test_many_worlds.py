"""Laws 4 and 5 once more, in thousands of worlds."""

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
"""So many tests share the numbers, for as many workers."""

LEAST = 2000
STEPS = 2
DRAFTS = 40
DRAWN, ASKED, WALKED = 25, 20, 4
"""Of so many comparisons one draws the pictures of both worlds, one asks the AI levels in both, one walks
through many prompts; in the others a single path through them is taken at random."""


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("key", [key for key in sorted(GAMES) if WORLDS[key].many])
def test_thousands_of_twin_worlds_look_the_same_to_whoever_cannot_know_the_difference(key, part):
    """Counted are the pairs that the game's maker of twins makes from different numbers, each pair once.

    A pair is compared as it is made and after each of at most STEPS actions, for every blind viewer, over
    view, actions, prompts, errors, position, scene, alt text and what was told; and in each of its worlds the
    public view is computed from either seat's alone. The PNGs of both worlds are drawn in a sample: elsewhere
    equal scenes stand for them. Everything that the game calls rare is met in some world of each part.
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
