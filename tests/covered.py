"""Say how many branches of the product the tests of `make test` take, and which files miss the floor.

`make coverage` runs the tests under coverage first. A file below the floor needs a reason in REASONS, and a
file above it mustn't have one.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping

from tests.paths import ROOT

FLOOR = 95.0
"""Percent of lines and branches, together, as coverage counts them."""
REASONS: Mapping[str, str] = {}
"""File → why the fast tests take fewer of its branches."""


def main() -> int:
    """Print the figures; the exit status is 1 when a file misses the floor without a reason."""
    report = ROOT / "build" / "coverage" / "report.json"
    for command in (("combine", "--quiet"), ("json", "--quiet", "-o", str(report))):
        subprocess.run((sys.executable, "-m", "coverage", *command), cwd=ROOT, check=True)
    found = json.loads(report.read_bytes())
    shares = {file: one["summary"]["percent_covered"] for file, one in found["files"].items()}
    for package in ("games", "bot", "storage"):
        print(f"{package:8} {share_of(found['files'], package):5.1f} %")
    wrong = faults(shares, REASONS)
    print(*wrong, sep="\n")
    return bool(wrong)


def share_of(files: Mapping[str, dict[str, dict[str, int]]], package: str) -> float:
    """Return the percentage of the branches of a package that were taken."""
    summaries = [one["summary"] for file, one in files.items() if file.startswith(f"{package}/")]
    taken = sum(summary["covered_branches"] for summary in summaries)
    return 100 * taken / sum(summary["num_branches"] for summary in summaries)


def faults(shares: Mapping[str, float], reasons: Mapping[str, str]) -> list[str]:
    """Return a line for each file below the floor without a reason, and for each reason without need."""
    low = {file for file, share in shares.items() if share < FLOOR}
    return [
        *(f"{file}: {shares[file]:.1f} %, and no reason is given" for file in sorted(low - reasons.keys())),
        *(f"{file}: the reason isn't needed any more" for file in sorted(reasons.keys() - low)),
    ]


if __name__ == "__main__":
    sys.exit(main())
