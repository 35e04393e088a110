"""A fifth game touches one folder and one line: no other code names a game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from games import GAMES
from tests.architecture.sources import PACKAGES, docstrings, python_files, tree_of
from tests.paths import ROOT

REGISTRY = ROOT / "games" / "__init__.py"


def said(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and text of every name and string in a file, except comments and docstrings."""
    tree = tree_of(path)
    explaining = {id(docstring) for docstring in docstrings(tree)}
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in explaining:
            yield line, node.value
        elif isinstance(node, ast.Name):
            yield line, node.id
        elif isinstance(node, ast.Attribute):
            yield line, node.attr
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield line, node.name
        elif isinstance(node, ast.arg | ast.keyword):
            yield line, node.arg or ""
        elif isinstance(node, ast.alias):
            yield line, f"{node.name} {node.asname or ''}"
        elif isinstance(node, ast.ImportFrom):
            yield line, node.module or ""


def names(text: str, word: str) -> bool:
    """Return whether a text has a word, also as a part of a name_with_underscores or a ClassName."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).replace("_", " ")
    return re.search(rf"\b{re.escape(word)}\b", spaced, re.IGNORECASE) is not None


def joined(text: str) -> str:
    """Return a text as one word, which is quicker to search."""
    return text.replace(" ", "").replace("_", "").lower()


def _may_name(path: Path, flat_words: Iterable[str]) -> bool:
    """Return whether a file contains any of these words, as a quick check before a precise search."""
    text = joined(path.read_text(encoding="utf-8"))
    return any(word in text for word in flat_words)


def test_a_game_is_named_in_its_folder_and_the_registry_alone() -> None:
    words = {word: ROOT / "games" / key for key in GAMES for word in (key, GAMES[key].title)}
    joined_words = {word: joined(word) for word in words}
    breaches = [
        f"{path.relative_to(ROOT)}:{line}: {text[:60]}"
        for path in python_files(*PACKAGES)
        if path != REGISTRY and _may_name(path, joined_words.values())
        for line, text in said(path)
        for flat in [joined(text)]
        for word, own in words.items()
        if joined_words[word] in flat and names(text, word) and not path.is_relative_to(own)
    ]
    assert not breaches


@pytest.mark.parametrize("file", ["pyproject.toml", "Makefile", ".ci/run"])
def test_no_file_about_the_whole_repository_lists_games(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    assert [key for key in GAMES if names(text, key)] == []


@pytest.mark.parametrize("key", GAMES)
def test_the_registry_names_a_game_in_one_import_and_one_line(key: str) -> None:
    naming = {line for line, text in said(REGISTRY) if names(text, key)}
    assert len(naming) == 2


def test_words_are_found_in_names_and_strings() -> None:
    assert names("CreatorsReason", "creators")
    assert names("is_creators_turn", "creators")
    assert names("games.creators", "creators")
    assert not names("recreators", "creators")
