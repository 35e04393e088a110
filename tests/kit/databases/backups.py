"""Backups that somebody has changed."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.kit.databases.kept import made


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("kept"))


@pytest.fixture
def file(original: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database of our own, and the settings that name it."""
    copy = tmp_path / "slowplay.db"
    shutil.copyfile(original, copy)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SLOWPLAY_DATABASE", str(copy))
    monkeypatch.setenv("SLOWPLAY_BACKUPS", str(tmp_path / "backups"))
    return copy


def tampered(*statements: str) -> Callable[[Path], None]:
    """Somebody changes the file with tools of their own."""

    def change(file: Path) -> None:
        with closing(sqlite3.connect(file, isolation_level=None)) as raw:
            named = "SELECT name, sql FROM sqlite_master WHERE name LIKE 'actions_never_%'"
            triggers = raw.execute(named).fetchall()
            for name, _ in triggers:
                raw.execute(f"DROP TRIGGER {name}")
            for statement in statements:
                assert raw.execute(statement).rowcount
            for _, sql in triggers:
                raw.execute(sql)

    return change
