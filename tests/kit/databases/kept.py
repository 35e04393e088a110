"""A database with matches of all kinds, built once, for tests of backups and migrations."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.play.clocks import heartbeats
from bot.play.matches import ending
from storage.engine.schema import Table, newest_version, tables_of
from tests.kit.engines import SQLITE
from tests.kit.hosts.house import MARA, House, house

VALUES: dict[str, Any] = {"REAL": 1.5, "TEXT": "x", "BLOB": b"x"}


async def play(here: House) -> None:
    """Play one match that ends by its rules, a rated one that's resigned, and one that's still running."""
    over, resigned, going = await here.match(), await here.match(usual=True), await here.match()
    while (await here.app.match_state(over.id)).to_act:
        await here.act(over)
    for match in (resigned, going):
        for _ in range(3):
            await here.turn(match)
    await ending.resign(here.app, resigned.id, MARA.id)
    await heartbeats.compensate_outage(here.app)


def made(folder: Path) -> Path:
    """Make a database with matches of all kinds, `slowplay.db` in a folder, and return its path."""

    async def make() -> None:
        async with house(folder, SQLITE) as here:
            await play(here)

    asyncio.run(make())
    return folder / "slowplay.db"


def fill_empty_tables(file: Path) -> None:
    """Add a row to each empty table, whatever tables there are."""
    with closing(sqlite3.connect(file)) as raw:
        for table in tables_of(newest_version()):
            if not raw.execute(f"SELECT 1 FROM {table.name}").fetchone():
                _add_row(raw, table)
        raw.commit()


def _add_row(raw: sqlite3.Connection, table: Table) -> None:
    """Insert a row of ones, or where that's forbidden of numbers that grow from column to column."""
    for step in (0, 1):
        row = dict(_row(raw, table, step))
        places = ", ".join("?" * len(row))
        try:
            raw.execute(f"INSERT INTO {table.name} ({', '.join(row)}) VALUES ({places})", [*row.values()])
            return
        except sqlite3.IntegrityError as error:
            refused = error
    raise refused


def _row(raw: sqlite3.Connection, table: Table, step: int) -> Iterator[tuple[str, Any]]:
    """Yield the required columns with their values."""
    for place, name, kind, needed, usual, key in raw.execute(f"PRAGMA table_info({table.name})"):
        if key or (needed and usual is None):
            yield name, VALUES.get(kind, 1 + step * place)
    keys: dict[int, list[tuple[str, str, str]]] = {}
    for key, _, other, mine, theirs, *_ in raw.execute(f"PRAGMA foreign_key_list({table.name})"):
        keys.setdefault(key, []).append((other, mine, theirs or "id"))
    for columns in keys.values():
        named = ", ".join(theirs for _, _, theirs in columns)
        found = raw.execute(f"SELECT {named} FROM {columns[0][0]}").fetchone()
        if found is not None or columns[0][0] != table.name:
            # The first row of a table that refers to itself has nothing to refer to.
            yield from zip((mine for _, mine, _ in columns), found, strict=True)


def contents(file: Path) -> dict[str, list[Any]]:
    """Return all rows of all tables in a file, even of tables unknown to the program."""
    with closing(sqlite3.connect(file)) as raw:
        names = [name for (name,) in raw.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return {name: sorted(raw.execute(f"SELECT * FROM {name}"), key=repr) for name in names}
