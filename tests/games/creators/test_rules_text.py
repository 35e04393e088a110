"""The rules of Creators for players: what they say of patterns, options, endings and figures is so."""

from __future__ import annotations

import re

import pytest

from games.creators.ai.personas import PERSONAS
from games.creators.ai.players import EASY_FORGETS, MEDIUM_DESTROYER_KEEPS, MEDIUM_FORGETS, SKILLED_FORGETS
from games.creators.rules.glyphs import CATEGORIES
from games.creators.rules.options import glyphs_to_draw_from
from games.creators.rules.rules import ENDLESS_PLIES
from tests.games.creators.table import GAME
from tests.paths import ROOT

RULES = (ROOT / "games" / "creators" / "RULES.md").read_text(encoding="utf-8")
PAGES = {page.title: page.text for page in GAME.rules()}
EVERYTHING = "\n".join((RULES, *PAGES.values(), *(preset.about for preset in GAME.presets)))


def section(title: str) -> str:
    """Return a section of RULES.md without its title."""
    return RULES.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def test_nothing_is_said_to_be_to_the_letter_called_off_or_by_chance() -> None:
    assert not re.findall("to the letter|called off|by chance", EVERYTHING)


@pytest.mark.parametrize("text", [section("The preview"), PAGES["The preview"]])
def test_the_rules_say_which_patterns_a_preset_draws_from(text: str) -> None:
    drawn = {preset.name: GAME.options(preset.options) for preset in GAME.presets}
    fair, long = glyphs_to_draw_from(drawn["Standard"]), glyphs_to_draw_from(drawn["Long"])
    assert glyphs_to_draw_from(drawn["Open"]) == fair
    assert glyphs_to_draw_from(drawn["Classic"]) == long == tuple(sorted(CATEGORIES["all"]))
    assert drawn["Memory"].category == "scribbles"
    assert f"*Standard* and *Open* draw from the {len(fair)} that are fair" in text
    assert f"{len(long)} (A–Z" in text or f"from all {len(long)}" in text
    assert "*scribble*: 15 random cells" in text


def test_the_rules_name_the_patterns_that_are_not_fair() -> None:
    fair = glyphs_to_draw_from(GAME.options({}))
    (unfair,) = set(CATEGORIES["all"]) - {*fair}
    assert f"All but `{unfair}` are fair" in PAGES["The deck"]
    long = glyphs_to_draw_from(GAME.options({"rounds": 40}))
    assert f"draws from `{' '.join(long)}`" in PAGES["The deck"]
    assert f"{len(fair)} in 20 rounds, all but `{unfair}`; {len(long)} in 40" in section("Options")
    assert f"the {len(fair)} that are fair to both sides, all but `{unfair}`" in section("The preview")


@pytest.mark.parametrize("text", [section("What we changed, and why"), PAGES["What we changed"]])
def test_the_list_of_changes_has_every_option_that_differs_from_the_text(text: str) -> None:
    named = {*re.findall("`([a-z_]+)`", text)}
    assert named >= {"ending", "rounds", "winning_move", "destroyer_preview", "category", "reentry"}
    assert named >= {"must_capture", "victory", "progress", "preview_seconds"}
    assert named <= {spec.slug for spec in GAME.option_specs} | set(GAME.players)


@pytest.mark.parametrize("text", [section("Winning"), PAGES["How it ends"]])
def test_the_ways_to_end_are_named(text: str) -> None:
    told = ("Creator wins", "Destroyer wins", "resign", "run out of time", "aborted", "draw", "second one")
    assert [words for words in told if words not in text] == []


def test_the_technical_end_is_the_engines() -> None:
    assert f"{ENDLESS_PLIES:,} turns" in section("Options")
    assert f"{ENDLESS_PLIES:,} turns" in PAGES["Options"]


def test_options_are_spelled_as_they_are_typed() -> None:
    told = EVERYTHING.replace("(`boardSize`)", "")
    assert [spec.name for spec in GAME.option_specs if spec.name != spec.slug and spec.name in told] == []


def test_every_figure_of_how_to_play_well_is_one_that_was_measured() -> None:
    measured = {*re.findall(r"[\d.,]*\d", section("How to play well"))}
    figures = re.findall(r"[\d.,]*\d", PAGES["How to play well: more"])
    assert len(figures) > 8
    # RULES.md writes the three nearest rows as a word.
    assert [figure for figure in figures if figure not in measured | {"3"}] == []


@pytest.mark.parametrize(
    ("level", "words", "share", "percent"),
    [
        ("easy", "a third of what it saw", 100 / 3, EASY_FORGETS),
        ("medium", "one nut in four", 25, MEDIUM_FORGETS),
        ("medium", "finds four cells again", 4, MEDIUM_DESTROYER_KEEPS[0]),
        ("skilled", "a fifth of them stay lost", 20, SKILLED_FORGETS),
    ],
)
def test_a_level_says_about_how_much_it_forgets(level: str, words: str, share: float, percent: int) -> None:
    assert words in PERSONAS[level].words
    assert abs(percent - share) <= 2
