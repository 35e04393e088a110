"""Compliments are kind at every level (CCC-42)."""

from __future__ import annotations

import re

import pytest

from games.ccc.ai import voices
from games.ccc.rules.compliments import READY, READY_FOR_THE_GAME, what_is_wrong

LINES = {
    line
    for voice in vars(voices).values()
    if isinstance(voice, voices.Voice)
    for line in (*voice.of_the_move, *voice.of_the_game)
}
BACKHANDED = re.compile(
    r"\b(not bad|annoying\w*|worse|worst|fine\.|for once|at least|lucky|luck|finally|surprisingly|almost|"
    r"sorry|um|i think|but|though|despite|even you|only)\b",
    re.IGNORECASE,
)
"""Words that take back half of a compliment."""


@pytest.mark.parametrize("line", sorted(LINES | {*READY, *READY_FOR_THE_GAME}))
def test_CCC_42_whatever_a_level_says_is_positive_and_takes_nothing_back(line):
    assert BACKHANDED.search(line) is None
    assert what_is_wrong(line, "free") is None


def test_CCC_42_every_level_has_its_own_words():
    assert len(LINES) >= 30
