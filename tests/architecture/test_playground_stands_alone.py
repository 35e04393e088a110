"""The playground is Discord and nothing else: it names and needs nothing of the bot or the games."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from games import GAMES
from tests.architecture.sources import imported, python_files
from tests.paths import ROOT

PLAYGROUND = ROOT / "playground"
OURS = {
    *("slowplay", "challenge", "challenges", "rematch", "leaderboard", "outbox", "crowd"),
    *GAMES,
    *(game.title for game in GAMES.values()),
}
"""The product, its games, and its characteristic names: commands, labels, tables."""
ELSEWHERE = {"bot", "games", "render", "storage", "bench", "slowplay", "tests"}
_WORDS = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in sorted(OURS)), re.IGNORECASE)
_CHANGES_OF_CASE = re.compile(r"(?<=[a-z])(?=[A-Z])")


def named(text: str) -> list[str]:
    """Return our product's words in a text, also as parts of names_with_underscores and ClassNames."""
    spaced = _CHANGES_OF_CASE.sub(" ", text).replace("_", " ")
    return _WORDS.findall(text) + _WORDS.findall(spaced)


def files() -> list[Path]:
    return [path for path in PLAYGROUND.rglob("*") if path.is_file() and "__pycache__" not in path.parts]


def test_no_file_of_the_playground_names_anything_of_ours() -> None:
    assert {path.suffix for path in files()} == {".py", ".md", ".html", ".css", ".js", ".svg"}
    found = [
        f"{path.relative_to(ROOT)}:{number}: {words}"
        for path in files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if (words := named(line))
    ]
    assert not found


def test_words_of_ours_are_found_in_names_and_sentences() -> None:
    assert named('const PREFIX = "slowplay-";')
    assert named("SLOWPLAY_API")
    assert named("class RematchButton")
    assert named("as “creators challenge”")
    assert not named("recreators are not challenged by an alphabet")


def test_it_imports_nothing_of_ours() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in python_files("playground")
        for name in imported(path)
        if name.partition(".")[0] in ELSEWHERE
    ]
    assert not found


@pytest.mark.parametrize("arguments", [["--help"], ["--replay", "nothing.jsonl"]], ids=" ".join)
def test_its_folder_is_all_it_needs(arguments: list[str], tmp_path: Path) -> None:
    (tmp_path / "playground").symlink_to(PLAYGROUND)
    command = (sys.executable, "-m", "playground", *arguments)
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert done.stdout.startswith("usage:") or "nothing.jsonl can't be read" in done.stderr
