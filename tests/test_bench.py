"""Every benchmark runs, in its shortest form. What it measures is no test: timings depend on the machine."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys

import pytest

SHORTEST = {
    "engines": ("--seconds", "0.05", "--rounds", "1"),
    "render": ("2",),
    "storage": ("--rounds", "1", "--plies", "5"),
    "bot": ("--seconds", "0.2", "--rounds", "1", "--matches", "2"),
    "scale": ("--sizes", "4,20", "--lengths", "4,30", "--rounds", "1", "--plies", "2", "--starts", "1"),
    "film": ("2", "20"),
    "leaderboard": ("--sizes", "30,60", "--rounds", "1", "--answers", "1"),
    "thinkers": ("--seconds", "0.2", "--rounds", "1"),
    "players": ("--games", "2", "--budget", "60", "--only", "creators", "--player", "medium"),
}
SCALE_GOAL = r"[^\n]* ratio \d+\.\d+ [^\n]* goal ≤ 1\.2: (met|MISSED)$"
SCALE_LINES = (
    r"^a start after a short restart,",
    r"^start \(s\) +20 open: \d" + SCALE_GOAL,
    r"^memory \(MB\) +20 open: \d" + SCALE_GOAL,
    r"^a start after an outage of an hour,",
    r"^start \(s\) +20 open: \d" + SCALE_GOAL,
    r"^ply \d, in memory \(ms\) +20 open: \d" + SCALE_GOAL,
    r"^ply \d, folded anew \(ms\) +20 open: \d" + SCALE_GOAL,
    r"^ply 3\d, in memory \(ms\) +20 open: \d" + SCALE_GOAL,
    r"^ply 3\d, folded anew \(ms\) +20 open: \d" + SCALE_GOAL,
    r"^ply 3\d, in memory \(ms\) beside ply \d, 4 open:" + SCALE_GOAL,
)
RATIOS = {
    "engines": r"^creators: .* actions/s; .*; ratio \d+\.\d+ .* goal ≥ 4: (met|missed);.*listed.*$",
    "render": r"^  warm / encoding alone: \d+\.\d+ .* goal at most 1.5: (met|MISSED)$",
    "storage": r"^storage, commit_ply .* ratio \d+\.\d+ .*\n\s+goal 0.8: (met|MISSED)$",
    "bot": r"^ratio ours / bare, moves/s: \d+\.\d+ .* goal ≥ 0.5: (met|MISSED)$",
    "scale": "(?s)" + ".*".join(SCALE_LINES),
    "film": r"^  film / encoding alone: ratio \d+\.\d+ .*$",
    "players": r"^creators: medium against easy: \d+\.\d % of 2 \[.* goal ≥ 75: (met|MISSED);.*$",
    "thinkers": r"^p99 while two think: .* ratio \d+\.\d+ .* goal < 20 ms: (met|MISSED)$",
    "leaderboard": (
        r"^everywhere, first page \(ms\) +60 rated: [^\n]* ratio \d+\.\d+ [^\n]* goal ≤ 1\.5: (met|MISSED)$"
    ),
}
LIMIT_SECONDS = 600
MODULES = ("board_svg", "bare_bot", "bot_load", "bot_people", "bot_sides", *SHORTEST)


@pytest.mark.parametrize("name", MODULES)
def test_a_benchmark_can_be_imported_and_does_nothing_by_that(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    module = importlib.import_module(f"bench.{name}")
    assert module.__doc__
    assert capsys.readouterr().out == ""


@pytest.mark.slow
@pytest.mark.parametrize("name", SHORTEST)
def test_a_benchmark_runs_to_its_end_and_prints_its_ratio_and_goal(name: str) -> None:
    command = [sys.executable, "-m", f"bench.{name}", *SHORTEST[name]]
    # Asked to end, a benchmark ends what it has started; killed it could not.
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            told, failed = process.communicate(timeout=LIMIT_SECONDS)
        except subprocess.TimeoutExpired:
            process.terminate()
            raise
    assert process.returncode == 0, failed
    assert re.search(RATIOS[name], told, re.MULTILINE), told
