"""Chance as each game declares it: where it says “nothing”, no seed changes what any viewer is told."""

from __future__ import annotations

import random

import pytest

from games.core.selfplay import numbered_seed
from tests.budgets import first_fast
from tests.kit.games.known_games import GAMES
from tests.kit.games.playouts import VIEWERS, playout, some_options

SEEDS = tuple(map(numbered_seed, range(12)))
PLAYED = 60


def told(game, options, seed, actions):
    """Return all that viewers see and are told with this seed when these actions are played."""
    state = game.new(options, seed)
    seen = [repr([game.view(state, who) for who in VIEWERS])]
    for seat, action in actions:
        if seat not in game.to_act(state) or action not in game.actions(game.view(state, seat)):
            return [*seen, "something else can be played"]
        played = game.play(state, seat, action)
        state = played.state
        seen.append(repr([(game.view(state, who), played.told.get(who)) for who in VIEWERS]))
    return seen


@pytest.mark.parametrize("key", sorted(GAMES))
@pytest.mark.parametrize("number", first_fast(range(12), 4))
def test_a_game_says_whether_anything_is_left_to_chance(key: str, number: int) -> None:
    game = GAMES[key]
    options = game.options(some_options(game, random.Random(number)) if number else {})
    words = game.left_to_chance(options)
    first = game.new(options, SEEDS[0])
    actions = [(step.seat, step.action) for step in playout(game, first, random.Random(1), PLAYED)]
    expected = told(game, options, SEEDS[0], actions)
    differ = any(told(game, options, seed, actions) != expected for seed in SEEDS[1:])
    assert bool(words) == differ, (words, options)
    assert words == words.strip(". ")
