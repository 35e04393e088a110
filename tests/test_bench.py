"""Every benchmark runs in its shortest form; timings aren't tested, since they depend on the machine."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from bench import taps
from bench.refusers import scripts_of
from tests.budgets import first_slow
from tests.paths import ROOT

FOLDER = ROOT / "bench"
SHORTEST = {
    "engines": ("--seconds", "0.05", "--rounds", "1"),
    "pictures.render": ("2",),
    "database.storage": ("--rounds", "1", "--plies", "5"),
    "bot": ("--seconds", "0.2", "--rounds", "1", "--matches", "2", "--quiet", "0.2"),
    "database.scale": (
        "--sizes",
        "4,20",
        "--lengths",
        "4,30",
        "--rounds",
        "1",
        "--plies",
        "2",
        "--starts",
        "1",
    ),
    "database.retention": ("--matches", "30"),
    "pictures.replay_gif": ("2", "20"),
    "database.leaderboard": ("--sizes", "30,60", "--rounds", "1", "--answers", "1"),
    "ai_pool": ("--seconds", "0.2", "--rounds", "1"),
    "analysis": ("--matches", "1", "--blunders", "1", "--only", "creators", "--nodes", "50"),
    "players": (
        "--games",
        "2",
        "--budget",
        "60",
        "--only",
        "creators",
        "--player",
        "medium",
        "--preset",
        "Standard",
    ),
    "players.length": (
        *("--games", "2", "--budget", "60", "--only", "creators"),
        *("--level", "medium", "--preset", "Standard"),
    ),
    "refusers": ("--games", "2", "--budget", "60", "--only", "alpha", "--level", "alpha", "--rated"),
    "players.fights": ("--games", "2", "--budget", "60", "--level", "medium", "--option", "quiet=20"),
    "soak": ("--matches", "12", "--day", "2"),
    "contests": (
        *("--people", "12", "--days", "3", "--sizes", "4", "--tournaments", "1"),
        *("--league", "9", "--seasons", "1", "--repeats", "1", "--crowd", "4", "--most", "4"),
    ),
    "idle": ("--seconds", "1", "--start", "0"),
    "seasons": (
        *("--people", "4", "--days", "2", "--sizes", "4", "--league", "4", "--seasons", "1"),
        *("--moves", "30", "--nodes", "10"),
    ),
    "taps": ("--games", "1", "--only", "creators", "--level", "easy", "--budget", "60"),
}
LONG = {
    *("ai_pool", "bot", "database.scale", "database.scale --engine postgresql", "pictures.render"),
    *("pictures.replay_gif", "analysis", "seasons", "soak", "contests", "idle"),
    *("database.leaderboard", "database.retention", "database.storage --engine postgresql"),
}
"""Benchmarks that even at their shortest take long; `make proofs` runs them."""
ON_A_SERVER = [f"{name} --engine postgresql" for name in ("database.storage", "database.scale")]
QUICK = [called for called in (*SHORTEST, *ON_A_SERVER) if called not in LONG]
ELSEWHERE = {"bot.bare_bot", "pictures", "measurements"}
"""The first is a bot and no benchmark; `test_terminal.py` and `test_measurements.py` have the others."""
STATUSES = {"soak": {0, 1}}
"""Allowed exit statuses: in a short run the bot's memory still grows."""
PLY = r"ply {}, (in memory|folded anew) \(ms\)"
GOALS = {
    "engines": [("figures", "creators / python-chess", "ratio", "at least 5")],
    "pictures.render": [("figures", "creators, opening", "warm / Pillow's encoding", "at most 0.3")],
    "database.storage": [
        ("figures", "storage, commit_ply", "ratio to bare aiosqlite", "at least 0.8"),
        ("figures", "storage, commit_ply, 32 writers", "ratio to bare aiosqlite", "at least 0.8"),
    ],
    "database.storage --engine postgresql": [
        ("figures", "storage, commit_ply", "ratio to bare asyncpg", "at least 0.8"),
        ("figures", "storage, commit_ply, 32 writers", "ratio to bare asyncpg", "at least 0.8"),
    ],
    "bot": [
        ("figures", "ours / bare", "ratio of moves a second", "at least 0.5"),
        ("figures", "ours, half load", r"p99 \(ms\)", "below 150"),
    ],
    "analysis": [("figures", "creators", r"longest step \(s\)", "below 3")],
    "database.scale": [
        ("restarts", "20 open, after a restart", r"start \(s\)", "at most 1"),
        ("restarts", "20 / 4 open, after a restart", r"ratio, start \(s\)", "at most 1.2"),
        ("restarts", "20 / 4 open, after a restart", r"ratio, memory \(MB\)", "at most 1.2"),
        ("outages", "20 / 4 open, after an outage", r"ratio, start \(s\)", "at most 1.2"),
        ("plies", "20 / 4 open", "ratio, " + PLY.format(r"\d"), "at most 1.2"),
        ("plies", "20 / 4 open", "ratio, " + PLY.format(r"3\d"), "at most 1.2"),
        ("late", "4 open", "ratio, " + PLY.format(r"3\d") + r", to ply \d", "at most 1.2"),
    ],
    "pictures.replay_gif": [
        ("figures", "creators", r"GIF \(s\)", "at most 5"),
        ("figures", "alpha", r"size \(MiB\)", "at most 8"),
    ],
    "database.retention": [("figures", "after / everything kept", "ratio", "at most 0.25")],
    "ai_pool": [("figures", "ours", r"lag of the event loop, p99 \(ms\)", "below 20")],
    "database.leaderboard": [
        ("figures", "60 / 30 rated", r"ratio, everywhere, first page \(ms\)", "at most 1.5")
    ],
    "contests": [
        ("figures", "Swiss of 4", "pairs that met twice", "at most 0"),
        ("figures", "ladder of 4, start", r"a tap's transaction, longest \(ms\)", "at most 50"),
    ],
    "idle": [
        ("idle", "idle for 1 s", "wakeups a minute", "at most 30"),
        ("idle", "idle for 1 s", r"memory \(MB\)", "at most 80"),
    ],
    "seasons": [
        ("figures", "ladder of 4, 2 days", "errors logged", "at most 0"),
        ("figures", "Swiss of 4", "pairs that met twice", "at most 0"),
        ("figures", "league of 4, season 1", "matches that were paired and never began", "at most 0"),
    ],
    "taps": [("figures", "creators", "taps of a turn", "at most 3")],
    "soak": [("growth", "from 6 to 12 matches", r"growth for each 1,000 \(MB\)", "below 3")],
}
GOALS["database.scale --engine postgresql"] = GOALS["database.scale"]
"""Some rows that each benchmark has to print: table, subject, figure, goal."""
PROGRESS = re.compile(r"^[A-Z][a-z]+: (\d+) of \1 \(100%\), \d:\d\d:\d\d$", re.M)
LIMIT_SECONDS = 600

FILES = sorted(set(FOLDER.rglob("[a-z]*.py")) - {*FOLDER.glob("crowd/*"), *FOLDER.glob("postgres/*")})


def called(path: Path) -> str:
    """Return what follows `python -m bench.` to run the program in this file."""
    return ".".join(path.relative_to(FOLDER).with_suffix("").parts).removesuffix(".__main__")


def test_the_taps_of_a_game_without_a_goal_are_counted_too() -> None:
    row = taps._row("another", [1.0, 3.0])
    assert (row["value"], row["goal"], row["met"]) == (2.0, None, None)


def test_every_benchmark_is_run() -> None:
    files = [path for path in FOLDER.rglob("*.py") if path.parent.name not in {"crowd", "postgres"}]
    programs = {
        called(path) for path in files if '__name__ == "__main__"' in path.read_text(encoding="utf-8")
    }
    assert programs - ELSEWHERE == SHORTEST.keys()


def module_of(name: str) -> ModuleType:
    """Import the module that `python -m bench.NAME` runs."""
    module = importlib.import_module(f"bench.{name}")
    return importlib.import_module(f"{module.__name__}.__main__") if hasattr(module, "__path__") else module


@pytest.mark.parametrize("name", map(called, FILES))
def test_a_benchmark_can_be_imported_and_does_nothing_by_that(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert module_of(name).__doc__
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("name", SHORTEST)
def test_a_benchmark_offers_json(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [name, "--help"])
    with pytest.raises(SystemExit):
        module_of(name).main()
    assert "--json" in capsys.readouterr().out


@pytest.mark.parametrize("called", first_slow([*QUICK, *sorted(LONG)], len(QUICK)))
def test_a_benchmark_tells_how_far_it_is_and_prints_its_figures_and_goals_as_json(called: str) -> None:
    name, *options = called.split()
    command = [sys.executable, "-m", f"bench.{name}", *SHORTEST[name], *options, "--json"]
    # A benchmark that's asked to end also ends its subprocesses; a killed one can't.
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            printed, told = process.communicate(timeout=LIMIT_SECONDS)
        except subprocess.TimeoutExpired:
            process.terminate()
            raise
    assert process.returncode in STATUSES.get(name, {0}), told
    assert PROGRESS.search(told), told
    found = json.loads(printed)
    if name == "players":
        (row,) = found["pairings"]
        assert (row["first"], row["matches"], row["goal"]) == ("medium", 2, "62–85")
        assert row["met"] is (62 <= row["points_%"] <= 85)
        return
    if name == "refusers":
        mosts = {row["script"]: row["most"] for row in found["refusers"]}
        assert mosts == {script: None if script == "hoard" else 20 for script in scripts_of("alpha")}
        assert all(row["met"] is (row["points_%"] <= 20) for row in found["refusers"] if row["most"])
        return
    if name == "players.fights":
        (row,) = found["fights"]
        assert (row["preset"], row["matches"]) == ("Standard", 2)
        assert row["seat_0_low"] <= row["seat_0_%"] <= row["seat_0_high"]
        assert 0 <= row["half_none_%"] + row["half_both_%"] <= 100
        return
    if name == "players.length":
        (row,) = found["kinds"]
        assert (row["level"], row["matches"], row["turns_goal"]) == ("medium", 2, None)
        assert 0 < row["turns"] <= row["longest_tenth"]
        assert 0 <= row["draws_low"] <= row["draws_%"] <= row["draws_high"] <= 100
        assert row["seat_0_low"] <= row["seat_0_%"] <= row["seat_0_high"]
        return
    for table, of, figure, goal in GOALS[called]:
        rows = [row for row in found[table] if row["of"] == of and re.fullmatch(figure, row["figure"])]
        assert rows, (table, of, figure)
        for row in rows:
            assert row["goal"] == goal
            assert isinstance(row["met"], bool)
            assert row["low"] is None or row["low"] <= row["value"] <= row["high"]
