"""Print how many branches of the product `make test` covers, and the files below 95 %.

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


def main() -> None:
    """Print a line for each package and for each file below the floor."""
    report = ROOT / "build" / "coverage" / "report.json"
    for command in (("combine", "--quiet"), ("json", "--quiet", "-o", str(report))):
        subprocess.run((sys.executable, "-m", "coverage", *command), cwd=ROOT, check=True)
    files = {name: found["summary"] for name, found in json.loads(report.read_bytes())["files"].items()}
    for package in ("games", "bot", "storage"):
        print(f"{package:8} {share_of(files, package):5.1f} % of the branches")
    for name, summary in sorted(files.items(), key=lambda item: item[1]["percent_covered"]):
        if summary["percent_covered"] < FLOOR:
            print(f"{summary['percent_covered']:5.1f} %  {name}")


def share_of(files: Mapping[str, Mapping[str, float]], package: str) -> float:
    """Return the percentage of a package's branches that were taken."""
    summaries = [summary for name, summary in files.items() if name.startswith(f"{package}/")]
    taken = sum(summary["covered_branches"] for summary in summaries)
    return 100 * taken / sum(summary["num_branches"] for summary in summaries)


if __name__ == "__main__":
    main()
