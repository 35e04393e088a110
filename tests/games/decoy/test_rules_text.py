"""The rules of Decoy Patrol for players: what they say of turns, endings, options and presets is so."""

from __future__ import annotations

import re

import pytest

from games.decoy.rules.pieces import KINDS
from games.decoy.rules.state import POINTS
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


def test_every_figure_of_how_to_play_well_is_one_that_was_measured() -> None:
    measured = {*re.findall(r"\d+", section("How to play well"))}
    figures = re.findall(r"\d+", PAGES["How to play well: more"])
    assert len(figures) > 8
    assert [figure for figure in figures if figure not in measured] == []


def test_how_far_a_fighter_strikes_is_told_as_it_moves() -> None:
    fighters = [kind for kind in KINDS if kind.name in ("Scout", "Guardian", "Infiltrator")]
    assert max(min(kind.reach, POINTS) for kind in fighters) + 1 == 4
    assert "A fighter strikes up to four squares away." in PAGES["How to play well: first steps"]
    assert "Scouts, Guardians and Infiltrators are your **fighters**" in PAGES["Your army"]


@pytest.mark.parametrize("text", [section("Who is who"), PAGES["Who is who?"]])
def test_what_a_piece_survives_tells_what_it_can_be(text: str) -> None:
    told = re.findall(r"survives (\d)\D*?(not .*|[CG].*|the C.*)", text)
    assert [int(number) for number, _ in told] == [1, 2, 3, 4]
    for number, words in told:
        left = [kind for kind in KINDS if kind.power > int(number)]
        others = [kind for kind in KINDS if kind not in left]
        named = others if words.startswith("not") else left
        found = re.findall(r"\b(?:[CSGID]\b|[A-Z][a-z]+)", words)
        assert sorted(word[0] for word in found) == sorted(kind.letter for kind in named)


def test_who_hits_for_what_is_told_as_it_is() -> None:
    numbers, letters = re.search(r"hits for ([\d ]+?)  ([CSGID ]+)", PAGES["Who is who?"]).groups()  # type: ignore[union-attr]
    assert {kind.letter: kind.power for kind in KINDS} == dict(
        zip(letters.split(), map(int, numbers.split()), strict=True)
    )


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
