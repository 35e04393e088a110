"""Scripts of Decoy Patrol that refuse to play: they play by the rules, and win by nothing of it."""

from __future__ import annotations

from itertools import combinations

import pytest

from bench.refusals.decoy import SCRIPTS
from bench.refusers import Pairing, play
from games.core.selfplay import numbered_seed, playing
from tests.budgets import first_slow
from tests.games.decoy.table import GAME, outcome

FAMILY = ["sit", "front", "late", "shuttle", "march", "walk", "hoard", "mirror", "turtle"]
STANDARD = GAME.presets[0]
STILL = ("sit", "front", "hoard", "mirror")
"""Scripts that never meet each other. `shuttle` isn't one: it comes out, and strikes what it runs into."""


def test_the_family_of_refusers_is_complete():
    assert list(SCRIPTS) == FAMILY


@pytest.mark.parametrize("pair", first_slow(list(combinations(STILL, 2))), ids=" and ".join)
def test_DP_38_two_who_refuse_draw(pair):
    one, other = (SCRIPTS[name] for name in pair)
    *_, (_, last) = playing(GAME, GAME.options({}), numbered_seed(1), (one, other))
    assert outcome(last) == (None, "quiet")


def test_DP_38_with_rows_counted_from_the_back_row_sitting_in_front_wins_which_is_why_they_are_not():
    players = (SCRIPTS["front"], SCRIPTS["sit"])
    *_, (_, last) = playing(GAME, GAME.options({"tiebreak": "commander"}), numbered_seed(1), players)
    assert outcome(last) == (0, "tiebreak")


@pytest.mark.parametrize("script", FAMILY)
@pytest.mark.parametrize("level", ["easy", "steady", "medium"])
def test_DP_40_a_level_beats_a_script_that_refuses_to_play(script, level):
    points = [play(Pairing("decoy", STANDARD, script, level), 1, number) for number in range(2)]
    assert sum(points) < 2


@pytest.mark.slow
@pytest.mark.parametrize("script", FAMILY)
@pytest.mark.parametrize("level", ["skilled", "hard"])
def test_DP_40_a_level_that_looks_ahead_beats_a_script_that_refuses_to_play(script, level):
    points = [play(Pairing("decoy", STANDARD, script, level), 20_000, number) for number in range(2)]
    assert sum(points) < 2


def test_scripts_that_never_attack_end_where_they_could():
    for script in ("march", "walk", "hoard", "mirror"):
        players = (SCRIPTS[script], GAME.players["easy"])
        moments = list(playing(GAME, GAME.options({}), numbered_seed(2), players))
        before = [None, *(state for _, state in moments)]
        texts = [
            text for (text, _), state in zip(moments, before, strict=False) if state and state.mover == 0
        ]
        assert not any("x" in text for text in texts)
