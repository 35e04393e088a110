"""Alpha's rules for players: what they say of options, endings and figures is so."""

from __future__ import annotations

import re

import pytest

from games.alpha.rules.decks import SHIPPED
from games.alpha.rules.notation import is_notation
from games.alpha.rules.rules import LAST_PLY, QUIET_PLIES
from tests.kit.games.alpha_table import GAME, put
from tests.paths import ROOT

RULES = (ROOT / "games" / "alpha" / "RULES.md").read_text(encoding="utf-8")
PAGES = {page.title: page.text for page in GAME.rules()}
EVERYTHING = "\n".join((RULES, *PAGES.values(), *(preset.about for preset in GAME.presets)))


def section(title):
    """Return a section of RULES.md without its title."""
    return RULES.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def test_nothing_is_said_to_be_to_the_letter():
    assert "to the letter" not in EVERYTHING


@pytest.mark.parametrize("text", [section("What we changed, and why"), PAGES["What we changed"]])
def test_the_list_of_changes_has_the_added_draws_the_variants_and_the_levels(text):
    assert re.findall(rf"after {QUIET_PLIES}\b", text)
    assert re.findall(rf"after {LAST_PLY}\b", text)
    assert {"pressure", "summoning_sickness", "skilled", "hard"} <= {*re.findall("`([^`]*)`", text)}
    assert "Skirmish" in text


@pytest.mark.parametrize("text", [section("Who wins"), PAGES["The end"]])
def test_the_ways_to_end_are_named(text):
    assert f"{QUIET_PLIES} turns in a row" in text
    assert f"{LAST_PLY} turns" in text
    assert all(word in text for word in ("both sides'", "draw", "resign", "run out of time"))


def test_options_are_spelled_as_they_are_typed_and_their_values_are_in_words():
    for spec in GAME.option_specs:
        if spec.slug != spec.name:
            assert spec.name not in EVERYTHING
    table = section("Variants")
    for spec in GAME.option_specs[1:3]:
        assert f"| `{spec.slug}` | {spec.show(spec.values[1])} | `{spec.values[1]}` |" in table
        assert f"**`{spec.slug}`: {spec.show(spec.values[1])}**" in PAGES["Variants"]
    assert "mill1" not in PAGES["Variants"].replace("+mill1", "")


def test_the_pages_have_every_deck_with_its_plan_once():
    text = PAGES["Decks"] + PAGES["Skirmish"]
    for deck in SHIPPED.values():
        assert text.count(f"- **{deck.name}** · {deck.plan.removeprefix('For Skirmish: ')}") == 1


def test_every_figure_of_how_to_play_well_is_one_that_was_measured():
    measured = {*re.findall(r"[\d.,]*\d", section("How to play well"))} | {"100"}
    figures = re.findall(r"[\d.,]*\d", PAGES["How to play well: more"])
    assert len(figures) > 8
    assert [figure for figure in figures if figure not in measured] == []


def test_the_side_that_begins_has_one_figure_in_standard():
    (told,) = re.findall(r"with `hard` (\d+), \d+ and \d+", section("Presets"))
    (measured,) = re.findall(r"Points of the side that begins \| (\d+) \|", RULES)
    assert told == measured


def test_what_can_be_typed_is_understood():
    state = put("boar@1", "wolf@3 tiger@2", hands=("wolf arrow", ""))
    fight = put("boar@1", "wolf@3 tiger@2", phase="C")
    typed = re.findall("`([^`]*)`", PAGES["If you'd rather type"])
    for text in typed:
        now = fight if "attack" in text else state
        if text != "/move" and not is_notation(text):
            assert GAME.parse(GAME.view(now, 0), GAME.as_notation(GAME.view(now, 0), text))
    assert sum(map(is_notation, typed)) == 5
