"""Alpha Duel's presets: their list, their rules, and the balance of the rated ones."""

from __future__ import annotations

import statistics
from itertools import pairwise

import pytest

from games import GAMES
from games.alpha.ai.tournament import evenness, of_level
from games.core.vocabulary.presets import find_preset

GAME = GAMES["alpha"]
RULESETS = {
    "Standard": "alpha-fixed-0.1",
    "Patience": "alpha-fixed-0.1+sickness",
    "Giants": "alpha-fixed-0.1",
    "Pressure": "alpha-fixed-0.1+mill1",
    "Skirmish": "skirmish/1",
}


def test_the_presets_are_the_author_s_rules_the_variants_a_pair_of_decks_and_our_rules():
    told = {preset.name: GAME.ruleset_of(GAME.options(preset.options)) for preset in GAME.presets}
    assert told == RULESETS
    assert next(iter(told)) == "Standard"
    giants = find_preset(GAME.presets, "giants")
    assert giants is not None
    assert GAME.options(giants.options).decks == ("giants", "giants")


def test_only_what_can_always_be_won_is_rated():
    assert [preset.name for preset in GAME.presets if preset.rated] == ["Skirmish"]


@pytest.fixture(scope="module")
def measured():
    return {row["preset"]: row for row in evenness(300, "alpha").rows}


@pytest.fixture(scope="module")
def between_planners():
    return {level: {row["preset"]: row for row in evenness(300, level).rows} for level in ("skilled", "hard")}


@pytest.mark.proof
def test_pressure_says_who_wins_it_and_that_is_true():
    pressure = find_preset(GAME.presets, "pressure")
    assert pressure is not None
    assert "Going first nearly always wins" in pressure.about
    (row,) = (row for row in evenness(40, "hard").rows if row["preset"] == "Pressure")
    assert row["starter"] > 70


@pytest.mark.proof
@pytest.mark.parametrize("name", [preset.name for preset in GAME.presets if preset.rated])
@pytest.mark.parametrize("level", ["skilled", "hard"])
def test_a_rated_preset_is_even_between_the_two_seats(between_planners, name, level):
    assert 45 <= between_planners[level][name]["human"] <= 55


@pytest.mark.proof
@pytest.mark.parametrize("name", ["Standard", "Patience", "Giants"])
def test_the_others_are_even_between_the_two_seats_of_alpha(measured, name):
    assert 45 <= measured[name]["human"] <= 55


@pytest.mark.proof
@pytest.mark.parametrize("preset", [preset for preset in GAME.presets if preset.rated])
@pytest.mark.parametrize(("level", "below"), list(pairwise(reversed(GAME.players))))
def test_each_level_is_a_rung_above_the_one_below_in_a_rated_preset(preset, level, below):
    points = [of_level(preset.options, number, level, below) for number in range(200)]
    assert 60 <= 100 * statistics.fmean(points) <= 85


@pytest.mark.proof
def test_standard_takes_25_turns_at_most_and_a_tenth_of_its_matches_is_drawn_at_most(between_planners):
    standard = between_planners["hard"]["Standard"]
    assert standard["plies"] <= 50
    assert standard["draws"] < 10


@pytest.mark.proof
def test_alpha_never_presses_so_against_itself_it_plays_pressure_as_standard(measured):
    alike = ("human", "starter", "draws", "plies")
    assert [measured["Pressure"][key] for key in alike] == [measured["Standard"][key] for key in alike]
