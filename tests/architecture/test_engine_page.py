"""docs/engine.md names every member of a game, and no other."""

from __future__ import annotations

import re
from importlib import import_module

import pytest

from games import GAMES
from games.core.base import BaseGame
from games.core.game import Game
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
