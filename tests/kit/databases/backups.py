"""Backups that somebody has changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path


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
