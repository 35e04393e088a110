"""Advice covers every legal action, and shows the board from its reader's side."""

from __future__ import annotations

import random

import pytest

from games.core.selfplay import numbered_seed
from tests.kit.games.known_games import GAMES

PLIES = 40
ON_A_PLY = 12


@pytest.mark.parametrize("key", GAMES)
def test_every_legal_action_can_be_advised(key: str) -> None:
    game, rng = GAMES[key], random.Random(key)
    state = game.new(game.options({}), numbered_seed(1))
    for _ in range(PLIES):
        acting = game.to_act(state)
        if not acting:
            break
        view = game.view(state, acting[0])
        legal = list(game.actions(view))
        for action in rng.sample(legal, min(len(legal), ON_A_PLY)):
            advice = game.advice(view, action)
            assert advice.words
            shown, whole = advice.picture.files, game.scene(view).files
            assert shown == tuple(file for file in whole if file in shown), "as the viewer sees the board"
        state = game.play(state, acting[0], rng.choice(legal)).state
