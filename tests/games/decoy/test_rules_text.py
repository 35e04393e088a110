"""The rules of Decoy Patrol for players: what they say of turns, endings, options and presets is so."""

from __future__ import annotations

import re

import pytest

from tests.games.decoy.table import GAME
from tests.paths import ROOT

RULES = (ROOT / "games" / "decoy" / "RULES.md").read_text(encoding="utf-8")
PAGES = {page.title: page.text for page in GAME.rules()}
EVERYTHING = "\n".join((RULES, *PAGES.values(), *(preset.about for preset in GAME.presets)))


def section(title: str) -> str:
    """Return a section of RULES.md without its title."""
    return RULES.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def test_nothing_is_said_to_be_to_the_letter_or_called_off() -> None:
    assert not re.findall("to the letter|called off|boldest", EVERYTHING)


@pytest.mark.parametrize("text", [section("The board and the armies"), PAGES["Your army"]])
def test_the_rules_say_who_goes_first_in_a_rematch(text: str) -> None:
    assert "Cyan goes first; in a rematch, the loser of the last match does" in text


@pytest.mark.parametrize("text", [section("The end"), PAGES["How it ends"]])
def test_the_ways_to_end_are_named(text: str) -> None:
    told = ("Assassination", "Attrition", "Commanders are compared", "resign", "run out of time", "aborted")
    assert [words for words in (*told, "agree on a draw") if words not in text] == []


@pytest.mark.parametrize("preset", GAME.presets, ids=lambda preset: preset.name)
def test_a_preset_tells_its_limits_in_turns_of_each_side(preset) -> None:
    options = GAME.options(preset.options)
    told = re.search(r"[Aa]t most (\d+) turns each; (\d+) each without a loss", preset.about)
    usual = preset.name not in ("Standard", "Quick")
    assert (told is None) == usual
    assert usual or (2 * int(told[1]), 2 * int(told[2])) == (options.max_plies, options.quiet)


@pytest.mark.parametrize("text", [section("What we changed, and why"), PAGES["What we changed"]])
def test_the_list_of_changes_has_every_option_and_the_limits_of_the_presets(text: str) -> None:
    assert {*re.findall("`([a-z_]+)`", text)} == {spec.slug for spec in GAME.option_specs}
    classic = next(GAME.options(preset.options) for preset in GAME.presets if preset.name == "Classic")
    usual = GAME.options({})
    numbers = {str(number) for options in (usual, classic) for number in (options.quiet, options.max_plies)}
    assert numbers == {*re.findall(r"\d+", text)}
