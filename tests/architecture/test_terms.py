"""One thing has one name in what people read, as far as a machine can tell. docs/style.md has the table."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.sources import python_files, tree_of
from tests.architecture.wording import LISTS_TICS, Tic, literals, prose_of
from tests.paths import ROOT

TERMS = (
    Tic(r"\bholidays?\b", "vacation", "You're on holiday."),
    Tic(r"\btime off\b(?!\.)", "vacation", "Take time off here."),
    Tic(r"\bclocks? rests?\b", "pauses", "Your clock rests at night."),
    Tic(r"\b(hours of your night|nights)\b", "quiet hours", "Set the hours of your night."),
    Tic(r"\b(days?|hours) a move\b", "a turn", "3 days a move"),
    Tic(r"\bthe (computer|AI)\b", "the bot", "Play against the computer."),
    Tic(r"\bunrated\b", "casual", "Your match is unrated."),
    Tic(r"\bfixtures?\b", "pairings", "All fixtures are decided."),
    Tic(r"(?<!team )\bmatch (is|was) (called off|void)\b", "aborted, canceled", "The match was called off."),
    Tic(r"\bmatch is over without a result\b", "canceled", "The match is over without a result."),
    Tic(r"\brolled [1-6]\b", "rolled a 3", "You rolled 3."),
    Tic(r"\bby itself\b", "automatically", "It continues by itself."),
    Tic(r"\b(somebody|nobody|everybody)\b", "someone, no one, everyone", "Somebody joined."),
)
PAGES = ("README.md", *(f"docs/{name}.md" for name in (
    "clocks", "commands", "contests", "delivery", "dice", "levels", "moderation", "notices", "playing",
    "privacy", "ratings", "terms", "tournaments",
)))  # fmt: skip
KEPT = {"changes of a holiday", "news of a holiday"}
"""Keys of limits, which are stored."""
NOT_FOR_PLAYERS = ("bot/doctor/", "bot/operations/", "bot/runtime/")
"""Code whose texts only operators read."""


def texts_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield what people read in a file, with its line: no keys, and no lines of the log."""
    tree = tree_of(path)
    logged = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("log.")
        for part in ast.walk(node)
        if isinstance(part, ast.Constant)
    }
    lines = {node.lineno for node in ast.walk(tree) if id(node) in logged and isinstance(node, ast.Constant)}
    yield from (
        (line, text)
        for line, text in literals(tree)
        if " " in text and text not in KEPT and line not in lines
    )


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def wrong_terms(text: str) -> list[str]:
    """Return the wrong names in a text, each with the right one."""
    found = ((re.search(term.pattern, text, re.I), term.better) for term in TERMS)
    return [f"“{match[0]}”: {better}" for match, better in found if match]


def _read_by_players() -> list[Path]:
    return [path for path in python_files("bot") if not _name(path).startswith(NOT_FOR_PLAYERS)]


def test_no_text_of_the_bot_has_another_name_for_a_thing() -> None:
    found = [
        f"{_name(path)}:{line}: {wrong}"
        for path in _read_by_players()
        for line, text in texts_of(path)
        for wrong in wrong_terms(text)
    ]
    assert not found


@pytest.mark.parametrize("page", PAGES)
def test_no_page_for_players_has_another_name_for_a_thing(page: str) -> None:
    assert not wrong_terms(prose_of((ROOT / page).read_text(encoding="utf-8")))


def test_no_button_says_contest() -> None:
    labels = [
        node.args[0].value
        for path in _read_by_players()
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("button") and node.args
        if isinstance(node.args[0], ast.Constant)
    ]
    assert len(labels) > 100
    assert [label for label in labels if "contest" in str(label).lower()] == []


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term.example)
def test_a_wrong_name_is_found_in_its_example(term: Tic) -> None:
    assert re.search(term.pattern, term.example, re.I)
    assert not re.search(term.pattern, term.better, re.I)


def test_the_page_has_the_right_names() -> None:
    page = LISTS_TICS.read_text(encoding="utf-8")
    assert all(f"**{name}**" in page for name in ("vacation", "quiet hours", "aborted", "canceled", "casual"))
