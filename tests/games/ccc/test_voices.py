"""Compliments are kind at every level (CCC-42)."""

from __future__ import annotations

import random

import pytest

from games.ccc.ai import voices
from games.ccc.rules.compliments import READY, READY_FOR_THE_GAME, what_is_wrong
from tests.kit.games.ccc_table import BACKHANDED, GAME, put

LINES = {
    line
    for voice in vars(voices).values()
    if isinstance(voice, voices.Voice)
    for line in (*voice.of_the_move, *voice.of_the_game)
}


@pytest.mark.parametrize("line", sorted(LINES | {*READY, *READY_FOR_THE_GAME}))
def test_CCC_42_whatever_a_level_says_is_positive_and_takes_nothing_back(line):
    assert BACKHANDED.search(line) is None
    assert what_is_wrong(line, "free") is None


def test_CCC_42_every_level_has_its_own_words():
    assert len(LINES) >= 30


@pytest.mark.parametrize(
    ("level", "voice"),
    [("easy", voices.SHY), ("medium", voices.WARM), ("hard", voices.BRIEF), ("expert", voices.GENEROUS)],
)
def test_a_level_speaks_with_its_voice_of_the_move_and_of_the_game(level, voice):
    """Only the Flag can move in the first position, and only come back in the second."""
    for pieces, head, said in (
        ("La1 Cb2 Ng3 na3 sh8 fe8", "N@", voice.of_the_move),
        ("La1 Cb2 na3 sh8 fe8", "N*", voice.of_the_game),
    ):
        for seed in range(3):
            action = choose(put(pieces), level, seed)
            assert action.startswith(head)
            assert action[action.index("{") + 1 : -1] in said


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "expert"])
def test_with_compliments_off_no_level_says_anything(level):
    assert choose(put("La1 Cb2 Ng3 na3 sh8 fe8", compliments="off"), level, 0).endswith("{}")


def choose(state, level, seed):
    return GAME.format(GAME.players[level](GAME.view(state, 0), None, random.Random(seed), 1000))
