"""The engine and a slow second implementation, made from the rule texts alone, play the same games."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from tests.games.decoy_side_by_side import (
    CHOICES,
    SideBySide,
    play_out,
    some_options,
    some_setup,
)

HABITS = ["any", "hunts", "hunts", "smothers", "drowns", "idles"]
PAIRS_OF_HABITS = list(product(HABITS, HABITS))


def play_many(first: int, games: int, most: int) -> Counter[str]:
    seen: Counter[str] = Counter()
    for number in range(first, first + games):
        rng = random.Random(number)
        seen += play_out(some_options(rng), rng.choice(PAIRS_OF_HABITS), number, most)
    return seen


def test_engine_and_reference_agree_at_every_action_of_random_games():
    seen = play_many(0, 40, 130)
    assert seen["hit"] > 150
    assert seen["kill"] > 40
    assert seen["whole turn ended by itself"] > 100


@pytest.mark.slow
def test_engine_and_reference_agree_in_many_long_games():
    seen = play_many(1000, 500, 2000)
    ends = [f"{w} by {reason}" for w in (0, 1) for reason in ("assassination", "attrition", "tiebreak")]
    ends += ["None by quiet", "None by plies", "surround", "suicide", "bump"]
    assert [end for end in ends if not seen[end]] == []


@pytest.mark.parametrize("seat", [0, 1])
def test_engine_and_reference_read_the_same_setups(seat):
    rng = random.Random(seat)
    game = SideBySide({}, bytes(32))
    for _ in range(300):
        text = some_setup(rng)
        place = rng.randrange(6, len(text))
        broken = (
            text[:place] + rng.choice(["", "1", "D", "/", "C", "0", " "]) + text[place + rng.choice((0, 1)) :]
        )
        game.both_read_alike(seat, text)
        game.both_read_alike(seat, broken)


@pytest.mark.parametrize("first", CHOICES["first"])
def test_engine_and_reference_begin_with_the_same_side(first):
    for number in range(12):
        rng = random.Random(number)
        SideBySide({"first": first}, rng.randbytes(32)).set_up(rng)
