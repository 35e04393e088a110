"""The pages for players are short, and say what the code does."""

from __future__ import annotations

import re

import pytest

from bot.core.person_settings import REMINDER_MARKS, PersonSettings
from bot.core.time_controls import TIME_CONTROLS
from bot.matchmaking.contests.running.results import CLEAR
from games import GAMES, AnyGame
from tests.paths import ROOT

DOCS = ROOT / "docs"
MOST_WORDS = 500
"""The words that are read in two minutes."""
TABLES = DOCS / "rulings" / "README.md"


def page(name: str) -> str:
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["clocks", "levels", "notices", "tournaments"])
def test_a_page_for_players_is_read_in_two_minutes(name: str) -> None:
    assert len(page(name).split()) <= MOST_WORDS


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_the_levels_are_listed_from_the_easiest_to_the_hardest_by_their_names(game: AnyGame) -> None:
    levels = sorted(game.players, key=lambda level: game.level_ratings[level])
    listed = " · ".join(f"`{level}` {game.personas[level].name}" for level in levels)
    assert f"| {game.title} | {listed} |" in page("levels")
    assert next(iter(game.players)) == levels[0], "what /play begins with is the easiest"


@pytest.mark.parametrize("name", ["notices", "playing"])
def test_the_usual_reminder_is_the_one_that_the_pages_name(name: str) -> None:
    (mark,) = PersonSettings().marks
    assert f"{REMINDER_MARKS[mark] // 3600} hours before" in page(name)


def test_the_page_on_clocks_names_every_time_control() -> None:
    told = page("clocks").partition("\n\n")[0]
    days = [pace.turn // 86_400 for pace in TIME_CONTROLS.values() if pace.turn and pace.turn >= 86_400]
    *first, last = sorted(days)
    assert f"{', '.join(map(str, first))} or {last} days a turn" in told
    assert all(
        words in told for words in ("a bank of 5 days", "adds 12 hours", "7 days", "10 minutes a turn")
    )


def test_a_long_match_is_decided_by_the_chance_that_the_page_names() -> None:
    assert f"at least {CLEAR:.0%}" in page("tournaments")


def test_the_table_of_rulings_counts_them() -> None:
    rows = re.findall(
        r"^\| \[[^]]+\]\((\w+)\.md\) \| ([A-Z]+)-1 to ([A-Z]+)-(\d+) \|", TABLES.read_text(), re.M
    )
    assert {name for name, *_ in rows} == {"general", *GAMES}
    for name, first, last, number in rows:
        text = (TABLES.parent / f"{name}.md").read_text(encoding="utf-8")
        headings = re.findall(r"^### ([A-Z]+)-(\d+):", text, re.M)
        assert (first, last, int(number)) == (first, first, max(int(number) for _, number in headings))
