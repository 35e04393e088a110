"""CCC's rules in words: the pages and RULES.md say the same, and what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.ccc.rules.options import QUIET
from games.ccc.rules.presets import PRESETS
from tests.kit.games.ccc_table import GAME, put, reach

RULES = Path("games/ccc/RULES.md").read_text(encoding="utf-8")
PAGES = {page.title: page.text for page in GAME.rules()}
EVERY = [RULES, "\n".join(PAGES.values())]


def section(title):
    """Return a section of RULES.md without its title."""
    return RULES.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize("text", EVERY, ids=["RULES.md", "pages"])
def test_a_match_that_was_not_begun_is_aborted_and_a_draw_can_be_agreed_on(text):
    said = " ".join(text.split())
    assert "called off" not in said
    assert "if you never acted, the match is aborted" in said
    assert "you may agree on a draw" in said


@pytest.mark.parametrize("text", EVERY, ids=["RULES.md", "pages"])
def test_both_limits_of_an_attack_are_told_and_hold(text):
    said = " ".join(text.split())
    assert "a Flat Stack's step attacks lone pieces only, and a Flat's diagonal step lone Flats only" in said
    assert reach(put("Fd4 fe5 (ff)c5"), "d4") & {"xe5", "xc5"} == {"xe5"}
    assert reach(put("(FF)d4 td5 (ff)e4"), "d4") & {"xd5", "xe4"} == {"xd5"}


def test_classic_does_not_claim_to_be_to_the_letter():
    (classic,) = (preset.about for preset in PRESETS if preset.name == "Classic")
    assert "written" not in classic
    assert "is ours" in classic


def test_options_are_spelled_as_they_are_typed():
    told = "\n".join(EVERY).replace("(`flatRows`)", "")
    assert [spec.name for spec in GAME.option_specs if spec.name != spec.slug and spec.name in told] == []


def test_the_rules_list_an_options_values_in_words():
    table = section("Options")
    few = [spec for spec in GAME.option_specs if not spec.free and len(spec.values) < 5]
    assert len(few) == 7
    for spec in few:
        row = next(line for line in table.splitlines() if line.startswith(f"| `{spec.slug}`"))
        values = row.split(" | ")[1].replace("**", "").split("; ")
        assert values == [spec.show(value) for value in spec.values]


@pytest.mark.parametrize("text", [section("What we changed, and why"), PAGES["What we changed"]])
def test_the_list_of_changes_has_every_option_that_is_ours_and_the_limits_of_the_presets(text):
    authors = {"row_order"}
    assert {*re.findall("`([a-z_]+)`", text)} == {spec.slug for spec in GAME.option_specs} - authors
    limits = {GAME.options(preset.options).quiet for preset in PRESETS}
    assert limits == {14, 10, 100}
    assert limits <= {*map(int, re.findall(r"\d+", text))}
    told = ("can do anything", "third", "Stacking takes your turn", "agree", "aborted", "the bot", "Classic")
    assert [words for words in told if words not in text] == []


def test_the_defaults_told_as_ours_are_those_of_the_engine():
    usual, classic = (GAME.options(PRESETS[number].options) for number in (0, 3))
    assert (usual.flat_rows, classic.flat_rows) == (1, 2)
    assert (usual.quiet_result, classic.quiet_result) == ("army", "draw")
    assert (usual.first, usual.torus_hits_flag, usual.no_rematch_after_draw) == ("seeded", "off", "on")
    named = {preset.name for preset in PRESETS if "position" in preset.options}
    assert named == {"Quick", "Collision"}
    for preset in PRESETS:
        if preset.name in named:
            assert GAME.to_act(GAME.new(GAME.options(preset.options), bytes(32))) == (0,)


@pytest.mark.parametrize("text", [section("The end"), PAGES["How it ends"]])
def test_the_ways_to_end_are_named_and_the_quiet_one_is_second(text):
    told = (
        "Pyramids",
        f"**{QUIET} turns**",
        "third",
        "neither side can do anything",
        "resign",
        "run out of time",
    )
    assert [text.find(words) for words in told] == sorted(text.find(words) for words in told)
    assert text.find(told[0]) >= 0


@pytest.mark.parametrize("structure", ["Flat Stack", "Constructed Pyramid", "Pyramid Stack"])
def test_a_page_about_a_collapse_begins_with_what_is_offered(structure):
    assert PAGES[f"A {structure} collapses"].startswith("You're only offered collapses that work")


@pytest.mark.parametrize("text", EVERY, ids=["RULES.md", "pages"])
def test_what_is_carried_is_in_your_hand_and_what_stops_it_is_a_barricade(text):
    assert not re.findall(r"\bhold(?:s|ing)?\b", text)
    assert "in your hand" in text
    assert "**barricade**" in text


def test_every_figure_of_how_to_play_well_is_one_that_was_measured():
    measured = {*re.findall(r"[\d.,]*\d", section("How to play well"))}
    assert "Points are out of 100" in section("How to play well")
    figures = re.findall(r"[\d.,]*\d", PAGES["How to play well: more"])
    assert len(figures) > 8
    assert [figure for figure in figures if figure not in measured] == []
    assert not re.findall(r"\d", PAGES["How to play well: first steps"].partition("**In the picture**")[0])
