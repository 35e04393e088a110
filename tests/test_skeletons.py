"""New games and features start as working copies of the examples; a failed attempt changes nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from games.new_game import new_game
from slowplay import skeletons
from slowplay.new_feature import new_feature
from slowplay.skeletons import Line, Skeleton, SkeletonError
from tests.paths import ROOT

READ = ("docs/commands.md", "docs/rulings/general.md", "docs/rulings/decoy.md")
LISTING = (
    "tests/architecture",
    "tests/bot/learning/test_tally.py",
    "tests/bot/examples",
    "tests/bot/test_adding_a_feature.py",
    "tests/bot/discord_kit/test_command_permissions.py",
    "tests/test_readme.py",
)
"""Tests that read lists of games and features."""


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files of a checkout by their paths."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {str(path): path.read_bytes() for path in paths if ".git" not in path.parts}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a checkout with only the pages that are read before anything is written."""
    subprocess.run(("git", "init", "--quiet"), cwd=tmp_path, check=True)
    for name in READ:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


@pytest.mark.parametrize(
    "key", ["", "a", "Nim", "nim2", "n_im", "../nim", "class", "decoy", "tictactoe", "gen", "dp", "settings"]
)
def test_a_key_that_is_taken_or_no_word_is_refused(checkout: Path, key: str) -> None:
    before = contents(checkout)
    with pytest.raises(SkeletonError):
        new_game(key, "Nim", checkout)
    assert contents(checkout) == before


TITLES = (
    *("", " ", " Nim", "Nim ", "N" * 41, "N\nim", "Nim\n", "N\u200bim", "decoy patrol", "Tic-Tac-Toe"),
    *("<b>Nim", "*Nim*", "_Nim_", "Nim|", '"Nim"', "`Nim`", "[Nim](x)", "\\Nim"),
)


@pytest.mark.parametrize("title", TITLES)
def test_a_title_that_is_taken_or_no_line_of_plain_text_is_refused(checkout: Path, title: str) -> None:
    before = contents(checkout)
    with pytest.raises(SkeletonError, match=r"title|called"):
        new_game("quoits", title, checkout)
    assert contents(checkout) == before


@pytest.mark.parametrize(
    ("wing", "name"),
    [("core", "tally"), ("nowhere", "tally"), ("../bot", "tally"), ("play", "records"), ("play", "hint")]
    + [("learning", name) for name in ("", "Tally", "tally/x", "import", "counting", "settings", "puzzles")],
)
def test_a_feature_that_is_taken_or_has_no_place_is_refused(checkout: Path, wing: str, name: str) -> None:
    before = contents(checkout)
    with pytest.raises(SkeletonError):
        new_feature(wing, name, checkout)
    assert contents(checkout) == before


def test_outside_of_a_checkout_it_says_so(tmp_path: Path) -> None:
    for attempt in (
        lambda: new_game("quoits", "Quoits", tmp_path),
        lambda: new_feature("play", "tally", tmp_path),
    ):
        with pytest.raises(SkeletonError, match="works in a checkout"):
            attempt()
    assert contents(tmp_path) == {}


SMALL = Skeleton(
    {"docs/rulings": "copied"}, {"Decoy": "Fifth"}, (Line("docs/commands.md", "^# ", "# X "),), ()
)


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        (SMALL._replace(steps=(("no_such_module",),)), "no_such_module"),
        (SMALL._replace(lines=(Line("docs/commands.md", "^nothing like it", ""),)), "has no place"),
        (SMALL._replace(copies={"docs/rulings": "docs"}), "already docs"),
        (SMALL._replace(words={"Decoy": "Patrol"}), "“Patrol” means something"),
    ],
)
def test_a_step_that_fails_changes_nothing(checkout: Path, broken: Skeleton, why: str) -> None:
    before = contents(checkout)
    with pytest.raises(SkeletonError, match=why):
        skeletons.build(broken, checkout)
    assert contents(checkout) == before
    skeletons.build(SMALL, checkout)
    assert (checkout / "docs/commands.md").read_text(encoding="utf-8").startswith("# X Commands")
    assert "Fifth Patrol" in (checkout / "copied/decoy.md").read_text(encoding="utf-8")


def test_what_cannot_be_brought_back_is_put_back(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, copy = contents(checkout), shutil.copyfile

    def full(source: Path, target: Path) -> None:
        if target == checkout / "docs/commands.md":
            target.write_text("half")
            raise OSError("the disk is full")
        copy(source, target)

    monkeypatch.setattr(shutil, "copyfile", full)
    with pytest.raises(OSError, match="full"):
        skeletons.build(SMALL, checkout)
    assert contents(checkout) == before


def run(folder: Path, *words: str, status: int = 0) -> str:
    """Run a module in a checkout, and return its output."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    command = (sys.executable, *words) if words[0] == "-c" else (sys.executable, "-m", *words)
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == status, (words, done.stdout[-6000:], done.stderr[-3000:])
    return done.stdout + done.stderr


@pytest.mark.proof
def test_with_a_new_game_and_a_new_feature_all_checks_pass(tmp_path: Path) -> None:
    for name in skeletons._files(ROOT):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    subprocess.run(("git", "init", "--quiet"), cwd=tmp_path, check=True)
    assert "“state” means" in run(tmp_path, "games", "new", "state", "Noughts", status=2)
    told = run(tmp_path, "games", "new", "noughts", "Noughts")
    assert "games/noughts/rules/rules.py: " in told.partition("still speak of the example:")[2]
    assert "bot/learning/tally/" in run(tmp_path, "slowplay.new_feature", "learning", "tally")
    run(tmp_path, "ruff", "check", ".")
    run(tmp_path, "ruff", "format", "--check", ".")
    run(tmp_path, "mypy")
    run(tmp_path, "-c", "from importlinter.cli import lint_imports_command as lint; lint()")
    run(tmp_path, "pytest", "-n", "2", *LISTING)
    run(tmp_path, "pytest", "-n", "2", "-k", "noughts", "tests/contract", "tests/games", "tests/bot")
