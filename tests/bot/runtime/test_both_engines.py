"""The tests that use the database most, run once more on a PostgreSQL server."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tests.kit.engines import ENGINE, ENGINE_NAME, ENGINES, POSTGRESQL
from tests.kit.hosts.house import House
from tests.paths import ROOT

FOLDER = ROOT / "tests" / "bot"
PARTS = {
    "playing": (
        "service_playing",
        "service_bots",
        "dealing",
        "rematch",
        "ratings",
        "streaks",
        "ends",
        "retention",
        "away",
    ),
    "clocks": ("clocks", "clock_races", "silences", "outage", "jumps"),
    "challenges": (
        "challenges",
        "lobby",
        "lobby_secrecy",
        "everywhere",
        "across",
        "limits",
        "documents_service",
        "overview",
        "home",
        "conditional_moves",
        "availability",
        "room",
        "privacy_export",
    ),
    "processes": (
        "analyses",
        "delivery",
        "deliveries",
        "backlog",
        "service_loops",
        "several",
        "several_processes",
        "shards",
    ),
}
"""Test files in parts of about the same duration, so that two workers share them."""


async def test_tests_run_on_the_engine_that_is_asked_for(here: House) -> None:
    assert here.app.database.is_shared == (ENGINE == POSTGRESQL)


@pytest.mark.proof
@pytest.mark.skipif(POSTGRESQL not in ENGINES, reason="PostgreSQL's programs are there for Linux alone")
@pytest.mark.parametrize("part", PARTS)
def test_what_touches_the_database_most_works_on_a_server(part: str) -> None:
    ours = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    files = [
        str(file) for name in ("both_engines", *PARTS[part]) for file in FOLDER.glob(f"*/test_{name}.py")
    ]
    assert len(files) == 1 + len(PARTS[part])
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", *files],
        cwd=ROOT,
        env={**ours, ENGINE_NAME: POSTGRESQL},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-4000:]
    assert not re.search(r"\d+ skipped", ran.stdout)
