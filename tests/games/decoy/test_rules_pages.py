"""Decoy Patrol's rules pages: their claims about options and pictures are true."""

from __future__ import annotations

import re

import pytest

from games.core.vocabulary.options import options_data
from games.decoy.rules.pieces import KINDS
from tests.games.decoy.table import CYAN, GAME, outcome, play, put, seen
from tests.paths import ROOT

DEFAULTS = options_data(GAME.options({}))
PAGES = {page.title: page for page in GAME.rules()}
FILE = (ROOT / "games" / "decoy" / "RULES.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", ["games/decoy/RULES.md", "docs/rulings/decoy.md"])
def test_the_table_of_armies_tells_the_number_reach_power_and_sight_of_each_kind(path):
    text, found = (ROOT / path).read_text(encoding="utf-8"), {}
    row = r"^\| ([CSGID]) " + r"\|([^|\n]*)" * 6 + r"\|$"
    for letter, name, *cells in re.findall(row, text, re.MULTILINE):
        found[letter] = (name.strip(), *(int(*re.findall(r"\d+", cell)) for cell in cells))
    assert found == {
        kind.letter: (kind.name, kind.count, kind.reach, kind.power, kind.power, kind.vision)
        for kind in KINDS
    }


@pytest.mark.parametrize("spec", GAME.option_specs, ids=lambda spec: spec.slug)
def test_an_option_is_told_by_the_name_that_a_command_has_with_its_default_in_bold(spec):
    page = PAGES["Options"].text
    for line, where in ((f"`{spec.slug}` **", page), (f"| `{spec.slug}` | **", FILE)):
        (told,) = re.findall(rf"^{re.escape(line)}([^*]+)\*\*", where, re.MULTILINE)
        assert told == (str(spec.default) if isinstance(spec.default, int) else spec.show(spec.default))
        assert spec.name == spec.slug or spec.name not in where


@pytest.mark.parametrize("spec", GAME.option_specs, ids=lambda spec: spec.slug)
def test_the_values_of_an_option_are_told_as_people_read_them_and_as_records_have_them(spec):
    (row,) = re.findall(rf"^\| `{spec.slug}` \| (.+?) \| (.+?) \|", FILE, re.MULTILINE)
    if isinstance(spec.default, int):
        assert row[1] == "a number"
    else:
        assert row[0].replace("**", "") == "; ".join(map(spec.show, spec.values))
        assert row[1] == ", ".join(f"`{value}`" for value in spec.values)


def test_the_end_is_told_with_the_numbers_of_the_usual_match():
    assert f"for **{DEFAULTS['quiet']} turns**" in PAGES["How it ends"].text
    assert f"**{DEFAULTS['maxPlies']} turns** have been played" in PAGES["How it ends"].text
    assert f"when {DEFAULTS['quiet']} turns in a row" in FILE
    assert f"or when {DEFAULTS['maxPlies']} turns have been played" in FILE


def test_the_picture_of_surrounding_shows_what_its_page_says():
    """e7–d6 surrounds the diamond on c6; g2–h1 would lose the Guardian itself."""
    scene = PAGES["Surrounding"].scene
    own = " ".join(f"{token.label}{token.square}" for token in scene.tokens if token.seat == CYAN)
    enemies = [token.square for token in scene.tokens if token.seat != CYAN]
    kinds = ["C", *"DDDDDGGIISS"][: len(enemies)]
    start = put(
        own, " ".join(f"{kind}{square}" for kind, square in zip(kinds, reversed(enemies), strict=True))
    )
    assert "c6" not in seen(play(start, "e7-d6"), CYAN)
    after = seen(play(start, "g2-h1"), CYAN)
    assert {"g2", "h1"}.isdisjoint(after)
    assert outcome(play(start, "g2-h1")) is None


def test_the_places_in_reach_are_told_from_one_point_on():
    numbers = [
        (page.title, int(mark.text))
        for page in PAGES.values()
        if page.scene is not None
        for mark in page.scene.marks
        if mark.kind == "number"
    ]
    assert numbers
    for title in {title for title, _ in numbers}:
        points = {number for named, number in numbers if named == title}
        assert points == set(range(1, max(points) + 1)), title
