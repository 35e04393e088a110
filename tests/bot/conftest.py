"""Fixtures for all tests of the bot: a check of the log, stand-ins for pictures, a table and a house."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.kit.built_once import build_commands_once, register_commands_once
from tests.kit.engines import ENGINE, ENGINE_NAME, SQLITE
from tests.kit.hosts.house import House, house
from tests.kit.stand_ins import draw_stand_ins
from tests.kit.table import Table, table


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip tests about SQLite files if the tests run on a server."""
    for item in items:
        if ENGINE != SQLITE and item.get_closest_marker(SQLITE):
            item.add_marker(pytest.mark.skip(reason="about SQLite alone"))


@pytest.fixture(autouse=True)
def no_failure_in_the_log(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """Fail on a stack trace in the log; a test that expects one empties `caplog` at its end."""
    yield caplog
    failures = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    told = "\n".join(f"{record.name}: {record.getMessage()} {record.exc_text or ''}" for record in failures)
    assert not failures, told


@pytest.fixture(autouse=True)
def stand_ins(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace pictures with stand-ins, except in tests marked as `drawn`."""
    if request.node.get_closest_marker("drawn") is None:
        draw_stand_ins(monkeypatch)


@pytest.fixture(autouse=True)
def commands_built_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots share built and registered commands with those of other tests."""
    build_commands_once(monkeypatch)
    register_commands_once(monkeypatch)


@pytest.fixture(autouse=True)
def no_setting_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the variable for the tests' engine, since the bot refuses settings that it doesn't know."""
    monkeypatch.delenv(ENGINE_NAME, raising=False)


@pytest.fixture
async def t(request: pytest.FixtureRequest) -> AsyncIterator[Table]:
    """A table with Mara, Tom and Ines, or with the arguments of the mark `table` (`at`: another function)."""
    mark = request.node.get_closest_marker("table")
    how = dict(mark.kwargs) if mark else {}
    people = mark.args if mark else ("mara", "tom", "ines")
    async with how.pop("at", table)(*people, **how) as made:
        yield made


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[House]:
    """The use cases without Discord, on a new database."""
    async with house(tmp_path) as made:
        yield made
