"""Print how many branches of the product the tests take, and the files below 95 % with the reason for each.

`make coverage` runs the tests under coverage first.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping

from tests.paths import ROOT

FLOOR = 95.0
"""Minimum percentage of lines and branches together, as coverage counts them."""
_GAMES = ("alpha", "ccc", "creators", "decoy")
SCRIPTS = (
    *(f"games/{game}/ai/{name}.py" for game in _GAMES for name in ("calibrate", "habits")),
    *(f"games/alpha/ai/{name}.py" for name in ("evenness", "tournament")),
    "games/creators/ai/tune.py",
    "games/decoy/ai/staging.py",
)
COMMANDS = ("games/__main__.py", "games/new_game.py")
FINDERS = (
    *(f"games/alpha/ai/{name}.py" for name in ("best_boards", "two_turns", "wins")),
    *(f"games/ccc/ai/{name}.py" for name in ("best_moves", "difficulty", "proofs", "puzzle_finder")),
    *(f"games/decoy/ai/{name}.py" for name in ("evidence", "puzzling")),
)
REASONS: Mapping[str, str] = {
    "bot/program.py": "the program itself, which tests start as a process and kill",
    "bot/play/ai/worker.py": "a process of its own, which tests kill",
    "bot/operations/backups/restoring.py": "the rest is copies of a server's data; `make proofs` makes them",
    **dict.fromkeys(SCRIPTS, "a script that makes numbers for the AI or the rules; the bot never runs it"),
    **dict.fromkeys(COMMANDS, "the rest is commands for developers, which run in processes of their own"),
    **dict.fromkeys(FINDERS, "the rest is for rare positions; `make proofs` proves all puzzles found"),
}
"""Why a file may stay below the floor."""


def main() -> None:
    """Print a line for each package and for each file below the floor."""
    report = ROOT / "build" / "coverage" / "report.json"
    for command in (("combine", "--quiet"), ("json", "--quiet", "-o", str(report))):
        subprocess.run((sys.executable, "-m", "coverage", *command), cwd=ROOT, check=True)
    files = {name: found["summary"] for name, found in json.loads(report.read_bytes())["files"].items()}
    for package in ("games", "bot", "storage"):
        print(f"{package:8} {share_of(files, package):5.1f} % of the branches")
    below = sorted((summary["percent_covered"], name) for name, summary in files.items())
    below = [(share, name) for share, name in below if share < FLOOR]
    for share, name in below:
        print(f"{share:5.1f} %  {name}: {REASONS.get(name, 'NO REASON')}")


def share_of(files: Mapping[str, Mapping[str, float]], package: str) -> float:
    """Return the percentage of a package's branches that were taken."""
    summaries = [summary for name, summary in files.items() if name.startswith(f"{package}/")]
    taken = sum(summary["covered_branches"] for summary in summaries)
    return 100 * taken / sum(summary["num_branches"] for summary in summaries)


if __name__ == "__main__":
    main()
