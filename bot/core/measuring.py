"""How long transactions take, and when the last one went through."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from time import perf_counter
from typing import TypeVar

from storage.engine.database import Database, Work
from storage.engine.handle import Writer

T = TypeVar("T")


class Written:
    """`at`: when something was last written to a database, by the clock of the host."""

    def __init__(self, at: float) -> None:
        self.at = at


def measure(
    database: Database, written: Written, now: Callable[[], float], observe: Callable[[float], None]
) -> None:
    """From now on `observe` is told how many seconds each transaction of a database takes, from when it asks
    for its turn, and `written` keeps when."""
    write, transact = database.write, database.transact

    def wrote(began: float) -> None:
        observe(perf_counter() - began)
        written.at = now()

    @asynccontextmanager
    async def measured_write(*alone: str) -> AsyncIterator[Writer]:
        began = perf_counter()
        async with write(*alone) as w:
            yield w
        wrote(began)

    async def measured_transact(work: Work[T], *alone: str) -> T:
        began = perf_counter()
        done = await transact(work, *alone)
        wrote(began)
        return done

    vars(database).update(write=measured_write, transact=measured_transact)
