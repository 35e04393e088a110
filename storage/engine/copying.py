"""A whole database copied to another one, whichever engines keep them, and both summed up to be compared."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from storage.engine.errors import CopyDiffers
from storage.engine.handle import Reader
from storage.engine.schema import Table

ROWS_AT_ONCE = 1000
Rows = Sequence[tuple[Any, ...]]
Advance = Callable[[int], object]
"""Told that so many more steps are done."""


class Sum(NamedTuple):
    """How many rows a table has, and the SHA-256 of all of them in the order of their keys."""

    rows: int
    sha256: str


class Source(Protocol):
    """One moment of a database. version: of its newest migration."""

    version: int

    async def count(self, table: Table) -> int:
        """How many rows a table has."""

    def rows(self, table: Table) -> AsyncIterator[Rows]:
        """All rows of a table in the order of their keys, some at a time."""


class Target(Source, Protocol):
    """An empty database with the tables of the same version, in a transaction of its own, in which what was
    written can be read before it counts."""

    async def fill(self, table: Table, rows: AsyncIterator[Rows]) -> None:
        """Write all rows of a table."""

    def reader(self) -> Reader:
        """Something to ask it by the queries."""


def unwatched(rows: int) -> None:
    """Nobody wants to know how far it is."""


async def copy(
    source: Source, target: Target, tables: Iterable[Table], advance: Advance = unwatched
) -> dict[str, Sum]:
    """Copy the tables in this order; what was read of each."""
    sums = dict[str, Sum]()
    for table in tables:
        summing = _Summing(source.rows(table), advance)
        await target.fill(table, summing.passed())
        sums[table.name] = summing.sum()
    return sums


async def summed(source: Source, tables: Iterable[Table], advance: Advance = unwatched) -> dict[str, Sum]:
    """What stands in each table."""
    sums = dict[str, Sum]()
    for table in tables:
        summing = _Summing(source.rows(table), advance)
        async for _ in summing.passed():
            pass
        sums[table.name] = summing.sum()
    return sums


def check_same(read: Mapping[str, Sum], written: Mapping[str, Sum]) -> None:
    """Raise CopyDiffers where a table isn't what it was copied from."""
    differing = [name for name in read if read[name] != written.get(name)]
    if differing:
        told = ", ".join(f"{name} ({read[name].rows:,} rows)" for name in differing)
        raise CopyDiffers(
            f"The copy isn't what it was made from, in {told}: try again, and check both disks."
        )


class _Summing:
    """Counts and hashes rows as they pass."""

    def __init__(self, rows: AsyncIterator[Rows], advance: Advance) -> None:
        self._rows = rows
        self._advance = advance
        self._count = 0
        self._hash = hashlib.sha256()

    async def passed(self) -> AsyncIterator[Rows]:
        async for rows in self._rows:
            self._count += len(rows)
            for row in rows:
                self._hash.update(repr(row).encode())
            yield rows
            self._advance(len(rows))

    def sum(self) -> Sum:
        return Sum(self._count, self._hash.hexdigest())
