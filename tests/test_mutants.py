"""The tool that plants faults."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutants.__main__ import chosen, first_failed, planted_again
from tests.mutants.faults import faults_of, is_readable

PYTHON = """
LIMIT = 3

async def close(person, now):
    check(person)
    if now > LIMIT and person:
        raise Refused
    return max(now, 1), person
"""
SQL = """-- name: open_of
SELECT id FROM jobs WHERE due_at < :now AND done_at IS NULL ORDER BY id;
"""


def planted(folder: Path, name: str, text: str) -> set[str]:
    (folder / name).write_text(text, encoding="utf-8")
    faults = [fault for fault in faults_of(folder, name) if is_readable(folder, fault)]
    return {fault.planted(text.encode()).decode() for fault in faults}


def test_faults_of_python_are_single_changes(tmp_path: Path) -> None:
    found = planted(tmp_path, "a.py", PYTHON)
    for before, after in (
        ("    check(person)\n", "    pass\n"),
        ("now > LIMIT and person", "(now >= LIMIT) and person"),
        ("now > LIMIT and person", "(now > LIMIT or person)"),
        ("now > LIMIT and person", "(person)"),
        ("if now > LIMIT and person", "if (not (now > LIMIT and person))"),
        ("raise Refused", "pass"),
        ("return max(now, 1), person", "return None"),
        ("max(now, 1), person", "(max(now, 1),)"),
        ("max", "min"),
        ("= 3", "= 4"),
    ):
        assert PYTHON.replace(before, after) in found


def test_faults_of_sql_know_the_query_they_are_in(tmp_path: Path) -> None:
    found = planted(tmp_path, "jobs.sql", SQL)
    for before, after in (
        (" < ", " <= "),
        ("AND", "OR"),
        ("AND done_at IS NULL ", " "),
        ("IS NULL", "IS NOT NULL"),
        ("BY id", "BY id DESC"),
    ):
        assert SQL.replace(before, after) in found
    assert {fault.names for fault in faults_of(tmp_path, "jobs.sql")} == {
        ("queries.jobs.open_of", "q.open_of")
    }


def test_the_test_that_failed_is_told_from_the_lines_of_a_log() -> None:
    log = "ERROR    bot.core.jobs:jobs.py:92 a job failed\n1 failed\n"
    assert first_failed(log) is None
    assert first_failed(f"{log}FAILED tests/a.py::test_a[is at least 12] - assert 1 == 2\n") == (
        "tests/a.py::test_a[is at least 12]"
    )
    assert first_failed(f"{log}ERROR tests/a.py::test_a\nFAILED tests/a.py::test_b\n") == "tests/a.py::test_a"


@pytest.mark.slow
def test_the_same_seed_chooses_the_same_faults() -> None:
    only = ("storage/queries/uses.sql", "bot/core/limits.py")
    assert chosen(1, 9, only) == chosen(1, 9, only) != chosen(2, 9, only)


@pytest.mark.slow
def test_the_faults_of_an_earlier_report_are_planted_where_their_lines_are_now() -> None:
    faults = chosen(1, 9, ("bot/core/limits.py",))
    report = "".join(
        f"SURVIVED   3 tests  {fault.file}:{fault.lines.start + 2}  {str(fault).partition('  ')[2]}\n"
        for fault in faults
    )
    report += "bot/core/limits.py:1  gone → (nothing)  (3 tests)\nbot/gone.py:1  1 → 2\n"
    assert {str(fault) for fault in planted_again(report)} == {str(fault) for fault in faults}
