"""Secret deals: where a game declares “nothing” for a seat, the seed decides nothing private to it."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from games.core.selfplay import numbered_seed
from tests.kit.games.known_games import GAMES
from tests.kit.games.playouts import some_options

KEYS = sorted(GAMES)
SEEDS = tuple(map(numbered_seed, range(12)))


def own_things(game, options, who):
    """Return the private information of a seat at the start, grouped by the public view."""
    found = defaultdict(set)
    for seed in SEEDS:
        state = game.new(options, seed)
        briefing = game.briefing(state, who)
        view = game.view(state, who)
        given = repr(view), repr(briefing and briefing.data), bool(briefing and briefing.frames)
        found[repr(game.view(state, None))].add(given)
    return found


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("number", range(12))
def test_a_game_says_of_every_seat_whether_anything_is_dealt_to_it_in_secret(key, number):
    game = GAMES[key]
    options = game.options(some_options(game, random.Random(number)) if number else {})
    for who in (0, 1):
        words, found = game.dealt(options, who), own_things(game, options, who)
        previews = any(shown for given in found.values() for _, _, shown in given)
        if not words:
            assert not previews
            assert all(len(given) == 1 for given in found.values())
        else:
            shown_in_view = any(len({view for view, _, _ in given}) > 1 for given in found.values())
            assert previews or shown_in_view
            assert words == words.strip(". ")
