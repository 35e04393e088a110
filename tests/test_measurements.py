"""The page of measurements: its commands exist, it shows the runs, and a run continues another."""

from __future__ import annotations

import argparse
import re
import runpy
import subprocess
import sys
from dataclasses import replace

import pytest

from bench.measurements import __main__ as command
from bench.measurements.page import build_tables, replace_tables, tell_number
from bench.measurements.plan import PLAN, Measurement
from bench.measurements.runs import (
    Run,
    find_figures,
    is_outdated,
    measure,
    order_by_need,
    read_runs,
    write_runs,
)
from tests.paths import ROOT

PAGE = command.PAGE.read_text(encoding="utf-8")
CALLED = re.findall(r"`(?:\.venv/bin/)?((?:python -m|pytest|make) [^`]+)`", PAGE)
PROGRAMS = sorted({line.removeprefix("python -m ") for line in CALLED if line.startswith("python -m ")})
ROW = {
    "of": "ccc",
    "figure": "ratio",
    "value": 1.25,
    "low": 1.2,
    "high": 1.3,
    "goal": "at least 1.2",
    "met": True,
}
RUN = Run("bench.engines", "2026-11-30", "0123abcd", "2 processors", 0.07, 1.6, [ROW])
ONE = Measurement("engines", "bench.engines", "random games", 2, ("games",))


pytestmark = pytest.mark.filterwarnings("ignore:.*found in sys.modules:RuntimeWarning")


class UnderstoodError(Exception):
    """The options were understood."""


def understand(called: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a program read its options, and stop it there."""
    name, *options = called.split()
    parse = argparse.ArgumentParser.parse_args

    def stop(self: argparse.ArgumentParser, *given: object) -> None:
        parse(self, *given)
        raise UnderstoodError

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", stop)
    monkeypatch.setattr(sys, "argv", [name, *options])
    with pytest.raises(UnderstoodError):
        runpy.run_module(name, run_name="__main__")


@pytest.mark.parametrize("called", [f"{measurement.command} --json" for measurement in PLAN])
def test_each_benchmark_that_is_planned_exists_and_knows_its_options(called, monkeypatch):
    understand(called, monkeypatch)


@pytest.mark.parametrize("called", PROGRAMS)
def test_each_program_on_the_page_exists_and_knows_its_options(called, monkeypatch):
    understand(called, monkeypatch)


def test_the_tests_and_targets_on_the_page_exist():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    paths = [
        word
        for measurement in CALLED
        if measurement.startswith("pytest")
        for word in measurement.split()
        if word.startswith("tests")
    ]
    assert paths
    assert [path for path in paths if not (ROOT / path).exists()] == []
    assert {
        measurement.removeprefix("make ") for measurement in CALLED if measurement.startswith("make ")
    } <= targets


def test_a_program_or_option_that_is_gone_is_noticed(monkeypatch):
    with pytest.raises(ImportError):
        understand("bench.gone", monkeypatch)
    with pytest.raises(SystemExit):
        understand("bench.engines --gone 3", monkeypatch)


def test_each_code_that_figures_depend_on_exists():
    assert [path for measurement in PLAN for path in measurement.code if not (ROOT / path).exists()] == []


def test_the_page_has_the_figures_of_the_runs_that_are_kept():
    runs = read_runs(command.KEPT)
    marked = {
        measurement.key
        for measurement in PLAN
        if measurement.key in runs
        and f"`python -m {runs[measurement.key].command}`" in PAGE
        and any(
            runs[measurement.key].command in line and "changed since" in line for line in PAGE.splitlines()
        )
    }
    assert replace_tables(PAGE, build_tables(PLAN, runs, marked)) == PAGE


def test_a_figure_is_shown_with_its_spread_and_goal_and_its_run_with_day_commit_and_load():
    table = build_tables([ONE], {"engines": RUN}, [])
    about = "`python -m bench.engines`, 2026-11-30, 0123abcd, 2 processors; other programs took 7% of it"
    assert table.startswith(f"### Random games\n{about}\n\n| what |")
    assert "| ratio | ccc 1.25 [1.2 .. 1.3] | at least 1.2: met |" in table


def test_a_run_whose_code_has_changed_is_marked():
    assert "0123abcd (the code has changed since)" in build_tables([ONE], {"engines": RUN}, ["engines"])


def test_of_many_subjects_the_lowest_and_highest_are_shown_and_those_that_miss_the_goal():
    rows = [{**ROW, "of": f"board {value}", "value": value, "met": value < 5} for value in range(1, 6)]
    table = build_tables([ONE], {"engines": replace(RUN, rows=rows)}, [])
    assert "| 5 of them, from board 1 1 [1.2 .. 1.3] to board 5 5 [1.2 .. 1.3] |" in table
    assert "at least 1.2: missed by board 5" in table


def test_a_figure_without_a_goal_is_kept_only_if_it_is_asked_for():
    row = {**ROW, "goal": None, "met": None}
    assert find_figures({"figures": [row]}, ()) == []
    assert find_figures({"figures": [row]}, ("ratio",)) == [row]
    assert "| ccc 1.25 [1.2 .. 1.3] | none |" in build_tables(
        [ONE], {"engines": replace(RUN, rows=[row])}, []
    )


@pytest.mark.parametrize(
    ("value", "told"), [(1234.5, "1,234"), (3.0, "3"), (0.12345, "0.123"), (None, "unknown")]
)
def test_a_number_has_three_digits_that_count(value, told):
    assert tell_number(value) == told


def test_only_rows_with_figures_are_kept_and_in_five_digits():
    printed = {"figures": [{**ROW, "value": 1.23456789}], "other": [{"what": "log"}]}
    assert find_figures(printed, ()) == [{**ROW, "value": 1.2346}]


def test_what_was_never_measured_comes_first_then_what_is_outdated_then_the_oldest():
    plan = [replace(ONE, key=key) for key in ("new", "old", "changed", "missing")]
    runs = {
        key: replace(RUN, date=date)
        for key, date in (("new", "2026-11-30"), ("old", "2026-11-01"), ("changed", "2026-11-30"))
    }
    assert [measurement.key for measurement in order_by_need(plan, runs, ["changed"])] == [
        "missing",
        "changed",
        "old",
        "new",
    ]


def test_runs_are_read_as_they_were_written(tmp_path):
    path = tmp_path / "runs.json"
    assert read_runs(path) == {}
    write_runs(path, {"engines": RUN})
    assert read_runs(path) == {"engines": RUN}


def test_a_run_by_another_command_or_of_an_unknown_commit_is_outdated():
    assert is_outdated(ONE, replace(RUN, command="bench.engines --rounds 1"))
    assert is_outdated(ONE, RUN)


def test_a_run_that_stops_goes_on_the_next_time(tmp_path, monkeypatch):
    page = tmp_path / "page.md"
    page.write_text(replace_tables(PAGE, ""), encoding="utf-8")
    measured = []

    def measure_or_stop(measurement):
        if len(measured) == 2:
            raise KeyboardInterrupt
        measured.append(measurement.key)
        return replace(RUN, command=measurement.command)

    monkeypatch.setattr(command, "KEPT", tmp_path / "runs.json")
    monkeypatch.setattr(command, "PAGE", page)
    monkeypatch.setattr(command, "is_outdated", lambda measurement, run: False)
    monkeypatch.setattr(command, "measure", measure_or_stop)
    monkeypatch.setattr(sys, "argv", ["measurements", "--minutes", "1000"])
    with pytest.raises(KeyboardInterrupt):
        command.main()
    monkeypatch.setattr(
        command,
        "measure",
        lambda measurement: measured.append(measurement.key) or replace(RUN, command=measurement.command),
    )
    command.main()
    assert measured[: len(PLAN)] == [measurement.key for measurement in PLAN]
    assert page.read_text(encoding="utf-8").count("ccc 1.25") == len(PLAN)


def test_one_that_fails_keeps_its_figures_and_the_others_are_measured(tmp_path, monkeypatch):
    page, failing = tmp_path / "page.md", PLAN[0]
    page.write_text(replace_tables(PAGE, ""), encoding="utf-8")
    kept = replace(RUN, command=failing.command)
    write_runs(tmp_path / "runs.json", {failing.key: kept})

    def measure_or_fail(measurement):
        if measurement is failing:
            raise subprocess.CalledProcessError(2, measurement.command)
        return replace(RUN, command=measurement.command, commit="89abcdef")

    monkeypatch.setattr(command, "KEPT", tmp_path / "runs.json")
    monkeypatch.setattr(command, "PAGE", page)
    monkeypatch.setattr(command, "is_outdated", lambda measurement, run: False)
    monkeypatch.setattr(command, "measure", measure_or_fail)
    monkeypatch.setattr(sys, "argv", ["measurements", "--minutes", "1000"])
    with pytest.raises(SystemExit, match=f"Failed: {failing.key}"):
        command.main()
    runs = read_runs(tmp_path / "runs.json")
    assert runs.keys() == {measurement.key for measurement in PLAN}
    assert [key for key, run in runs.items() if run.commit == kept.commit] == [failing.key]
    assert "89abcdef" in page.read_text(encoding="utf-8")


def test_what_would_not_end_in_time_is_left_for_the_next_run():
    plan = [replace(ONE, key=key, minutes=minutes) for key, minutes in (("a", 40), ("b", 30), ("c", 20))]
    assert [measurement.key for measurement in command.choose(plan, {}, 60)] == ["a", "c"]
    shorter = {"b": replace(RUN, minutes=15)}
    assert [measurement.key for measurement in command.choose(plan, shorter, 60)] == ["a", "b"]


@pytest.mark.slow
def test_a_benchmark_is_measured_with_its_commit_and_the_load_of_others():
    run = measure(replace(ONE, command="bench.engines --rounds 1 --seconds 0.01"))
    assert any(row["figure"] == "ratio" for row in run.rows)
    assert re.fullmatch(r"[0-9a-f]{8}(-dirty)?", run.commit)
    assert run.others is None or 0 <= run.others <= 1
