"""The tables of measurements, in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from bench.measurements.plan import Measurement
from bench.measurements.runs import Run
from slowplay.terminal import Row

BEGIN, END = "<!-- measured by a command: begin -->", "<!-- measured by a command: end -->"
_FEW = 4
"""Subjects of one figure that are all named."""


def replace_tables(page: str, tables: str) -> str:
    """Return the page with other tables between its marks."""
    before, rest = page.split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}\n\n{tables}\n\n{END}{after}"


def build_tables(plan: Iterable[Measurement], runs: Mapping[str, Run], outdated: Iterable[str]) -> str:
    """Return a table of figures for each benchmark, below what it's about and the run that found them.

    `outdated` has the keys of runs whose code has changed since; they're marked.
    """
    changed = set(outdated)
    return "\n\n".join(
        _build_section(measurement, runs[measurement.key], measurement.key in changed)
        for measurement in plan
        if measurement.key in runs
    )


def _build_section(measurement: Measurement, run: Run, is_changed: bool) -> str:
    return "\n".join(
        [
            f"### {measurement.about[0].upper()}{measurement.about[1:]}",
            _tell_run(run, is_changed),
            "",
            "| what | measured | goal |",
            "|---|---|---|",
            *_figure_lines(run),
        ]
    )


def _tell_run(run: Run, is_changed: bool) -> str:
    """Return the run's command, day, commit, machine, and how much of the machine other programs took."""
    commit = f"{run.commit} (the code has changed since)" if is_changed else run.commit
    others = "" if run.others is None else f"; other programs took {run.others:.0%} of it"
    return f"`python -m {run.command}`, {run.date}, {commit}, {run.machine}{others}"


def _figure_lines(run: Run) -> Iterable[str]:
    """Yield a line for each figure, of all subjects with the same goal together."""
    shown = sorted(run.rows, key=lambda row: (str(row["figure"]), str(row["goal"])))
    for (what, goal), rows in groupby(shown, key=itemgetter("figure", "goal")):
        found = list(rows)
        yield f"| {what} | {_tell_values(found)} | {_tell_goal(goal, found)} |"


def _tell_values(rows: Sequence[Row]) -> str:
    """Return each subject's value and spread, or if there are many, only those of the lowest and highest."""
    by_value = sorted(rows, key=itemgetter("value"))
    told = [f"{row['of']} {_tell_value(row)}" for row in rows]
    if len(rows) <= _FEW:
        return "; ".join(told)
    low, high = by_value[0], by_value[-1]
    return f"{len(rows)} of them, from {low['of']} {_tell_value(low)} to {high['of']} {_tell_value(high)}"


def _tell_value(row: Row) -> str:
    if row["low"] is None:
        return tell_number(row["value"])
    return f"{tell_number(row['value'])} [{tell_number(row['low'])} .. {tell_number(row['high'])}]"


def tell_number(value: object) -> str:
    """Return a number with three digits that count, or “unknown”."""
    if not isinstance(value, int | float):
        return "unknown"
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"


def _tell_goal(goal: object, rows: Sequence[Row]) -> str:
    if goal is None:
        return "none"
    missed = [str(row["of"]) for row in rows if not row["met"]]
    if not missed:
        return f"{goal}: met"
    return f"{goal}: missed" + ("" if len(missed) == len(rows) else f" by {'; '.join(missed)}")
