"""Run the crash harness and print its figures: `python -m tests.crash [--kills 200] [--seed N]`.

The exit status is 1 when a check failed.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
from collections.abc import Mapping
from pathlib import Path

from tests.crash.harness import run
from tests.crash.report import Plan, Report

_MOST_NAMED = 20


def figures(report: Report) -> str:
    """Return the figures of a run, one on each line."""
    outcomes = ", ".join(f"{number} {name}" for name, number in report.outcomes.items() if name != "played")
    lines = (
        f"happened: {_listed(report.happened)}, in {report.seconds:.0f} seconds",
        *([f"troubles: {_listed(report.troubles)}"] if report.troubles else []),
        f"moves acknowledged: {report.outcomes['played']} (other tries: {outcomes})",
        f"lost: {report.count('lost')}, doubled: {report.count('doubled')}",
        f"turns to tell: {report.turns}, pings missing: {report.count('pings missing')}, "
        f"doubled: {report.count('pings doubled')}",
        f"matches: {_listed(report.matches)}, with {report.actions} actions; ends: {_listed(report.ends)}",
        "also: " + ", ".join(f"{name} {len(found)}" for name, found in report.violations.items()),
    )
    return "\n".join(lines)


def _listed(counted: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in sorted(counted.items()))


def report_on(report: Report) -> None:
    """Print figures, violations, refusals shown to people, and errors in the log."""
    print(figures(report))
    for name, found in report.violations.items():
        for violation in found[:_MOST_NAMED]:
            print(f"VIOLATION ({name}): {violation}")
        if len(found) > _MOST_NAMED:
            print(f"  … and {len(found) - _MOST_NAMED} more")
    for heading, counted in (("told instead", report.sentences), ("in the log", report.log)):
        for text, number in counted.most_common(8):
            print(f"{heading}: {number} × {text}")


def main() -> int:
    """Run the harness; return exit status 1 when there are violations."""
    parser = argparse.ArgumentParser(prog="python -m tests.crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--matches", type=int, default=4, help="of each person at the same time")
    parser.add_argument("--processes", type=int, default=1, help="several share a server of PostgreSQL")
    parser.add_argument("--logs", type=Path, help="a folder in which the logs stay")
    told = "Discord stumbles, too, and with several processes their database"
    parser.add_argument("--troubled", action="store_true", help=told)
    plan = Plan(**vars(parser.parse_args()))
    for name in ("playground", "aiohttp.server"):
        # A killed client drops its connections, as intended here.
        logging.getLogger(name).setLevel(logging.CRITICAL)
    report = asyncio.run(run(plan))
    report_on(report)
    return 1 if report.all_violations() else 0


if __name__ == "__main__":
    raise SystemExit(main())
