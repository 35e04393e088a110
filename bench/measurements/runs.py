"""Runs of benchmarks: what each found, when, at which commit, and how busy others kept the machine."""

from __future__ import annotations

import json
import os
import platform
import resource
import subprocess
import sys
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from bench.measurements.plan import Measurement
from slowplay.terminal import Row, Value

_ROOT = Path(__file__).parents[2]
_ALLOWED = {0, 1}
"""Exit statuses of benchmarks; 1 says that a goal is missed."""


@dataclass(frozen=True)
class Run:
    """A benchmark that has been run.

    Attributes:
        command: What followed `python -m`.
        date: The day, as YYYY-MM-DD, in UTC.
        commit: The commit, abbreviated; it ends in `-dirty` if files other than the page had changed.
        machine: The processors and the version of Python.
        others: The share of the processors' time that other programs took, 0 to 1; None if unknown.
        minutes: How long it took.
        rows: Its figures, as `bench.figures` builds them.
    """

    command: str
    date: str
    commit: str
    machine: str
    others: float | None
    minutes: float
    rows: Sequence[Row]


def read_runs(path: Path) -> dict[str, Run]:
    """Return the last run of each measurement, by key; none if the file is missing."""
    if not path.exists():
        return {}
    return {key: Run(**run) for key, run in json.loads(path.read_text(encoding="utf-8")).items()}


def write_runs(path: Path, runs: Mapping[str, Run]) -> None:
    """Write the runs to a file, all or nothing."""
    text = json.dumps({key: asdict(run) for key, run in sorted(runs.items())}, indent=1, ensure_ascii=False)
    unfinished = path.with_suffix(".new")
    unfinished.write_text(text + "\n", encoding="utf-8")
    unfinished.replace(path)


def measure(measurement: Measurement) -> Run:
    """Run a benchmark and return what it found.

    Raises:
        subprocess.CalledProcessError: It failed; what it said is on standard error.
    """
    commit, began, machine, mine = _describe_commit(), time.monotonic(), _busy_seconds(), _own_seconds()
    command = [sys.executable, "-m", *measurement.command.split(), "--json"]
    done = subprocess.run(command, cwd=_ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode not in _ALLOWED or not done.stdout:
        raise subprocess.CalledProcessError(done.returncode, command)
    seconds, own = time.monotonic() - began, _own_seconds() - mine
    available = seconds * (os.cpu_count() or 1)
    others = None if machine is None else max(0.0, (_busy_seconds() or 0.0) - machine - own) / available
    return Run(
        measurement.command,
        datetime.now(UTC).date().isoformat(),
        commit,
        _describe_machine(),
        others,
        seconds / 60,
        find_figures(json.loads(done.stdout), measurement.also),
    )


def find_figures(printed: Mapping[str, Sequence[Row]], also: Collection[str]) -> list[Row]:
    """Return the figures in a benchmark's tables that have a goal or are in `also`, in five digits."""
    figures = [row for rows in printed.values() for row in rows if {"of", "figure", "goal"} <= row.keys()]
    shown = [row for row in figures if row["goal"] is not None or row["figure"] in also]
    return [{key: _shorten(value) for key, value in row.items()} for row in shown]


def _shorten(value: Value) -> Value:
    return float(f"{value:.5g}") if isinstance(value, float) else value


def is_outdated(measurement: Measurement, run: Run) -> bool:
    """Return whether the command, or code that the figures depend on, has changed since a run."""
    commit = run.commit.removesuffix("-dirty")
    asked = ["git", "log", "--format=%h", "-n1", f"{commit}..HEAD", "--", *measurement.code]
    answer = subprocess.run(asked, cwd=_ROOT, capture_output=True, text=True, check=False)
    return run.command != measurement.command or answer.returncode != 0 or bool(answer.stdout.strip())


def order_by_need(
    plan: Iterable[Measurement], runs: Mapping[str, Run], outdated: Iterable[str]
) -> list[Measurement]:
    """Return what to measure first: what never was, then what's outdated, then the rest; the oldest first."""
    changed = set(outdated)

    def need(measurement: Measurement) -> tuple[bool, bool, str]:
        run = runs.get(measurement.key)
        return run is not None, measurement.key not in changed, run.date if run else ""

    return sorted(plan, key=need)


def _describe_commit() -> str:
    commit = _ask_git("describe", "--always", "--abbrev=8", "--exclude=*")
    changed = _ask_git("status", "--porcelain", "--", ".", ":(exclude)docs/measurements.*")
    return f"{commit}-dirty" if changed else commit


def _ask_git(*words: str) -> str:
    asked = ["git", *words]
    return subprocess.run(asked, cwd=_ROOT, capture_output=True, text=True, check=True).stdout.strip()


def _describe_machine() -> str:
    return f"{os.cpu_count()} processors, {platform.machine()}, Python {platform.python_version()}"


def _busy_seconds() -> float | None:
    """Return how long all processors have worked since the start of the machine; None where it isn't told."""
    try:
        user, nice, system, *_ = map(int, Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:])
    except OSError:
        return None
    return (user + nice + system) / os.sysconf("SC_CLK_TCK")


def _own_seconds() -> float:
    """Return the processor time of this program and of those it has run to their ends."""
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in spent)
