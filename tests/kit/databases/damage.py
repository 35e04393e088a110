"""A file that is damaged."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


def damage(file: Path, what: str = "people") -> None:
    """Overwrite the middle of a table or index, as a broken disk does."""
    with closing(sqlite3.connect(file)) as raw:
        (page,) = raw.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (what,)).fetchone()
        (size,) = raw.execute("PRAGMA page_size").fetchone()
    with file.open("r+b") as written:
        written.seek((page - 1) * size)
        written.write(b"\xff" * size)
