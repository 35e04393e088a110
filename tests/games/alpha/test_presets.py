"""Alpha Duel's presets: their list, their rules, and the balance of the rated ones."""

from __future__ import annotations

import pytest

from games import GAMES
from games.alpha.ai.tournament import evenness
from games.core.vocabulary.presets import find_preset

GAME = GAMES["alpha"]
RULESETS = {
    "Standard": "alpha-fixed-0.1",
    "Patience": "alpha-fixed-0.1+sickness",
    "Giants": "alpha-fixed-0.1",
    "Pressure": "alpha-fixed-0.1+mill1",
    "Skirmish": "skirmish/1",
}


def test_the_presets_are_the_rules_to_the_letter_the_variants_and_a_pair_of_decks():
    told = {preset.name: GAME.ruleset_of(GAME.options(preset.options)) for preset in GAME.presets}
    assert told == RULESETS
    assert next(iter(told)) == "Standard"
    giants = find_preset(GAME.presets, "giants")
    assert giants is not None
    assert GAME.options(giants.options).decks == ("giants", "giants")


def test_what_is_badly_uneven_or_tells_nothing_of_a_level_is_not_rated():
    assert [preset.name for preset in GAME.presets if not preset.rated] == ["Pressure", "Skirmish"]


@pytest.fixture(scope="module")
def measured():
    return {row["preset"]: row for row in evenness(300, "alpha").rows}


@pytest.mark.proof
def test_pressure_says_who_wins_it_and_that_is_true():
    pressure = find_preset(GAME.presets, "pressure")
    assert pressure is not None
    assert "going first all but wins" in pressure.about
    (row,) = (row for row in evenness(40, "hard").rows if row["preset"] == "Pressure")
    assert row["starter"] > 70


@pytest.mark.proof
@pytest.mark.parametrize("name", [preset.name for preset in GAME.presets if preset.rated])
def test_a_rated_preset_is_even_between_the_two_seats(measured, name):
    assert 45 <= measured[name]["human"] <= 55


@pytest.mark.proof
def test_alpha_never_presses_so_against_itself_it_plays_pressure_as_standard(measured):
    alike = ("human", "starter", "draws", "plies")
    assert [measured["Pressure"][key] for key in alike] == [measured["Standard"][key] for key in alike]
