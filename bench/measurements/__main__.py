"""Measure what the page of measurements states, for an hour at most, and write its tables anew.

`python -m bench.measurements [--minutes 60] [--only KEY] [--list]`. What was never measured comes first, then
what has changed since, then the oldest; what wouldn't end in time is left for the next run. Each
benchmark's figures are kept in docs/measurements.json as soon as it has ended. One that fails keeps its
former figures, and the others are measured all the same.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

from bench.measurements.page import build_tables, replace_tables
from bench.measurements.plan import PLAN, Measurement
from bench.measurements.runs import Run, is_outdated, measure, order_by_need, read_runs, write_runs
from slowplay.terminal import track

_DOCS = Path(__file__).parents[2] / "docs"
KEPT, PAGE = _DOCS / "measurements.json", _DOCS / "measurements.md"


def expect_minutes(measurement: Measurement, run: Run | None) -> float:
    """Return how long a benchmark is likely to take: as long as the last time, or as planned."""
    return run.minutes if run and run.command == measurement.command else measurement.minutes


def choose(due: list[Measurement], runs: dict[str, Run], minutes: float) -> list[Measurement]:
    """Return those that are likely to end in time, if they run in turn."""
    chosen = []
    for measurement in due:
        if (expected := expect_minutes(measurement, runs.get(measurement.key))) <= minutes:
            chosen.append(measurement)
            minutes -= expected
    return chosen


def find_outdated(runs: dict[str, Run]) -> list[str]:
    """Return the keys of the runs whose code has changed since."""
    return [
        measurement.key
        for measurement in PLAN
        if measurement.key in runs and is_outdated(measurement, runs[measurement.key])
    ]


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--only", choices=[measurement.key for measurement in PLAN], action="append")
    parser.add_argument("--list", action="store_true", help="only print what would be measured")
    parsed = parser.parse_args()
    runs, until = read_runs(KEPT), time.monotonic() + 60 * parsed.minutes
    wanted = [measurement for measurement in PLAN if not parsed.only or measurement.key in parsed.only]
    chosen = choose(order_by_need(wanted, runs, find_outdated(runs)), runs, parsed.minutes)
    if parsed.list:
        for measurement in chosen:
            minutes = expect_minutes(measurement, runs.get(measurement.key))
            print(f"{minutes:4.0f} min  python -m {measurement.command}")
        return
    failed = list[str]()
    for measurement in track(chosen, "Measurements"):
        if time.monotonic() + 60 * expect_minutes(measurement, runs.get(measurement.key)) > until:
            continue
        try:
            runs[measurement.key] = measure(measurement)
        except subprocess.CalledProcessError:
            failed.append(measurement.key)
        write_runs(KEPT, runs)
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(replace_tables(page, build_tables(PLAN, runs, find_outdated(runs))), encoding="utf-8")
    if failed:
        sys.exit(f"Failed: {', '.join(failed)}.")


if __name__ == "__main__":
    main()
