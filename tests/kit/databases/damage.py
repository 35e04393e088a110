"""Damaging a database file, or changing it with other tools."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path


def damage(file: Path, what: str = "people") -> None:
    """Overwrite the middle of a table or index, as a broken disk might."""
    with closing(sqlite3.connect(file)) as raw:
        (page,) = raw.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (what,)).fetchone()
        (size,) = raw.execute("PRAGMA page_size").fetchone()
    with file.open("r+b") as written:
        written.seek((page - 1) * size)
        written.write(b"\xff" * size)


def tampered(*statements: str) -> Callable[[Path], None]:
    """Return a function that changes a database file by SQL statements, as another tool might."""

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
