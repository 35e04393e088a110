"""Copying of whole databases between any two engines, with checksums to compare them."""

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
"""A callback that receives the number of further rows or other steps done."""


class Sum(NamedTuple):
    """The number of a table's rows, and the SHA-256 of all of them in the order of their keys."""

    rows: int
    sha256: str


class Source(Protocol):
    """A consistent snapshot of a database; `version` is that of its newest migration."""

    version: int

    async def count(self, table: Table) -> int:
        """Return the number of a table's rows."""

    def rows(self, table: Table) -> AsyncIterator[Rows]:
        """Yield all rows of a table in the order of their keys, in batches."""


class Target(Source, Protocol):
    """An empty database with the tables of the same version, filled in one transaction.

    What was written can be read within the transaction.
    """

    async def fill(self, table: Table, rows: AsyncIterator[Rows]) -> None:
        """Write all rows of a table."""

    def reader(self) -> Reader:
        """Return a reader that runs the queries on this database."""


def ignore_progress(rows: int) -> None:
    """Ignore the progress."""


async def copy(
    source: Source, target: Target, tables: Iterable[Table], advance: Advance = ignore_progress
) -> dict[str, Sum]:
    """Copy the tables in their order: each must come after the tables that it references.

    `advance` is called after each batch with its number of rows.

    Returns:
        The checksums of the rows read, by table name, to be compared by `check_same`.
    """
    sums = dict[str, Sum]()
    for table in tables:
        summing = _Summing(source.rows(table), advance)
        await target.fill(table, summing.stream())
        sums[table.name] = summing.sum()
    return sums


async def sum_tables(
    source: Source, tables: Iterable[Table], advance: Advance = ignore_progress
) -> dict[str, Sum]:
    """Return the checksums of the tables, by table name."""
    sums = dict[str, Sum]()
    for table in tables:
        summing = _Summing(source.rows(table), advance)
        async for _ in summing.stream():
            pass
        sums[table.name] = summing.sum()
    return sums


def check_same(read: Mapping[str, Sum], written: Mapping[str, Sum]) -> None:
    """Raise CopyDiffers if a table's copy differs from the original."""
    differing = [name for name in read if read[name] != written.get(name)]
    if differing:
        told = ", ".join(f"{name} ({read[name].rows:,} rows)" for name in differing)
        raise CopyDiffers(
            f"The copy isn't what it was made from, in {told}: try again, and check both disks."
        )


class _Summing:
    """A counter and hasher of the rows that pass through it."""

    def __init__(self, rows: AsyncIterator[Rows], advance: Advance) -> None:
        self._rows = rows
        self._advance = advance
        self._count = 0
        self._hash = hashlib.sha256()

    async def stream(self) -> AsyncIterator[Rows]:
        async for rows in self._rows:
            self._count += len(rows)
            for row in rows:
                self._hash.update(repr(row).encode())
            yield rows
            self._advance(len(rows))

    def sum(self) -> Sum:
        return Sum(self._count, self._hash.hexdigest())
