"""docs/engine.md names every member of a game, and no other."""

from __future__ import annotations

import re
from importlib import import_module

import pytest

from games import GAMES
from games.core.base import BaseGame
from games.core.game import Game
from games.core.selfplay import perft
from games.core.teaching import analysis, moments, samples
from games.core.teaching.judging import Effort
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
MEMBERS = PAGE.partition("### What a game is\n")[2].partition("### What a game may leave out")[0]
LEFT_TO_EACH = PAGE.partition("What's left for each game to say:")[2].partition("\n")[0]


def test_the_page_names_the_members_of_a_game_and_no_others() -> None:
    named = re.findall(r"^\| `(\w+)[`(]", MEMBERS, re.M) + re.findall(r"`(\w+)\(\)`", MEMBERS)
    members = [name for name in {*dir(Game), *Game.__annotations__} if not name.startswith("_")]
    assert sorted(named) == sorted(members)


def test_the_page_names_what_every_game_must_say() -> None:
    values = {name for name in Game.__annotations__ if name not in dir(BaseGame)}
    assert set(re.findall(r"`(\w+)`", LEFT_TO_EACH)) == values | BaseGame.__abstractmethods__


def test_every_module_and_error_that_the_page_names_is_there() -> None:
    names = set(re.findall(r"`(games(?:\.\w+)+)`", PAGE))
    assert {"games.core.game", "games.core.record", "games.core.selfplay", "games.OptionError"} <= names
    for name in names:
        parent, _, own_name = name.rpartition(".")
        assert hasattr(import_module(parent), own_name) or import_module(name), name


def test_the_page_names_the_modules_of_each_room() -> None:
    rows = re.findall(r"^\| `games\.core\.(\w+)` \| (.*) \|$", PAGE, re.M)
    assert [room for room, _ in rows] == ["vocabulary", "screen", "teaching"]
    for room, modules in rows:
        there = {path.stem for path in (ROOT / "games" / "core" / room).glob("*.py")} - {"__init__"}
        assert set(re.findall(r"`(\w+)`", modules)) == there


@pytest.mark.parametrize("key", GAMES)
def test_a_game_has_every_member(key: str) -> None:
    assert [
        name for name in re.findall(r"^\| `(\w+)[`(]", MEMBERS, re.M) if not hasattr(GAMES[key], name)
    ] == []


def _read_perft() -> list[tuple[str, int, int]]:
    """Return the figures of perft that the page states, as (game, depth, number of sequences)."""
    table = PAGE.partition("### Perft\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", table, re.M)
    return [
        (key, depth, int(cell.replace(",", "")))
        for key, cells in rows
        for depth, cell in enumerate((cell.strip() for cell in cells.split("|")), 1)
        if cell
    ]


_PERFT = _read_perft()
_QUICK = 10_000
"""The most sequences that are counted in `make test`."""


@pytest.mark.parametrize(
    ("key", "depth", "number"),
    [pytest.param(*row, marks=() if row[2] <= _QUICK else pytest.mark.slow) for row in _PERFT],
)
def test_perft_is_what_the_page_says(key: str, depth: int, number: int) -> None:
    game = GAMES[key]
    assert perft(game, game.new(game.options({}), bytes(32)), depth) == number


def test_the_page_has_figures_of_perft_for_every_game() -> None:
    assert {key for key, _, _ in _PERFT} == set(GAMES)
    for key in GAMES:
        depths = [depth for game, depth, _ in _PERFT if game == key]
        assert depths == list(range(1, len(depths) + 1))
        assert len(depths) >= 3


def test_the_page_says_what_the_seed_of_zeros_draws() -> None:
    """Check the figures that an implementation is checked with."""
    games = {key: GAMES[key] for key in ("creators", "ccc", "alpha")}
    creators, ccc = (
        games[key].new(games[key].options(raw), bytes(32))
        for key, raw in (("creators", {}), ("ccc", {"layout": "random"}))
    )
    alpha = games["alpha"].new(games["alpha"].options({}), bytes(32))
    drawn = re.search(
        r"creators draws the pattern `(.)`; ccc with `layout = random` gives White `(\w+)`", PAGE
    )
    assert drawn is not None
    rank = games["ccc"].position(games["ccc"].view(ccc, None)).partition(" ")[0].rpartition("/")[2]
    assert drawn.groups() == (creators.setup.pattern.name, rank)
    human, ai = ([card.id for card in hand] for hand in alpha.hands)
    assert (
        f"starts with {', '.join(human[:-1])}, and draws {human[-1]}, and the AI has {', '.join(ai)}." in PAGE
    )


@pytest.mark.parametrize("page", ["engine.md", "rulings/creators.md"])
def test_the_example_of_a_briefing_is_what_the_creator_is_shown(page: str) -> None:
    game = GAMES["creators"]
    briefing = game.briefing(game.new(game.options({"pattern": "A"}), bytes(32)), 0)
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    found = re.search(r'\{"pattern": "A", "cells": \["(\w+)", "(\w+)", (?:…|\.\.\.)\], "par": (\d+)\}', text)
    assert found is not None
    assert briefing is not None
    assert found.groups() == (*briefing.data["cells"][:2], str(briefing.data["par"]))


def test_the_page_tells_how_analyses_measure() -> None:
    told = (
        f"at least {analysis.COSTLY}, and the two",
        f"done {samples.FEWEST} to {samples.MOST} times",
        f"costs at least {samples.TOLD} and at least twice",
        f"different by {moments.SWING} for good",
        f"for every {analysis.HALVES} of a chance",
    )
    assert [words for words in told if words not in PAGE] == []
    limits = (analysis.MOST_COSTLY, analysis.MOST_CLEAR, Effort().turns, moments.MOST, moments.FEWEST)
    assert limits == (5, 2, 8, 7, 3), "the page has them in words"
