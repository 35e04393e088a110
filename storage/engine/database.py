"""What a database offers, whichever engine keeps it."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from contextvars import ContextVar
from types import TracebackType
from typing import TypeVar

from storage.engine.errors import DamagedDatabase, sign_of_damage
from storage.engine.handle import Reader, Writer

T = TypeVar("T")
Work = Callable[[Writer], Awaitable[T]]
"""The inside of a transaction. It awaits nothing but the database."""


class Commits:
    """How many transactions have been committed within a `counted_commits`."""

    def __init__(self) -> None:
        self.number = 0


_counting: ContextVar[Commits | None] = ContextVar("counting", default=None)


@contextmanager
def counted_commits() -> Iterator[Commits]:
    """Counts what this task, and those that it starts, commit meanwhile."""
    commits = Commits()
    token = _counting.set(commits)
    try:
        yield commits
    finally:
        _counting.reset(token)


def has_committed() -> bool:
    """Whether something counted here has been committed: then the rest must follow."""
    commits = _counting.get()
    return commits is not None and commits.number > 0


def count_commit() -> None:
    """Something was committed, for whoever counts."""
    commits = _counting.get()
    if commits is not None:
        commits.number += 1


class Database(ABC):
    """An open database; made by open_database.

    `alone`: what a transaction reads and then relies on while it writes, such as "match:ID" or "person:ID".
    Of several that name the same, one at a time runs. SQLite has one writer, so there it's always so.

    `host` is this process's number among those that share the database, `lost` is set when the others must
    think that it's gone; `is_shared`: there can be others.

    `damaged` is set once the engine has said that the database is broken; `finding`: what it has said. From
    then on nothing is read or written, and what was under way isn't acknowledged. `name`: what the operator
    calls the database; `now`: the time of the host, once it has one."""

    host: int
    lost: asyncio.Event
    damaged: asyncio.Event
    name: str
    finding = ""
    now: Callable[[], int | None] = staticmethod(lambda: None)
    is_shared = True

    @abstractmethod
    def read(self, *, long: bool = False) -> AbstractAsyncContextManager[Reader]:
        """A reader; every statement sees the newest commit. `long`: it may take more than a moment, and
        nobody else should have to wait for it."""

    @abstractmethod
    def write(self, *alone: str) -> AbstractAsyncContextManager[Writer]:
        """One transaction: committed at the end, rolled back on any error and on cancellation."""

    @abstractmethod
    async def transact(self, work: Work[T], *alone: str) -> T:
        """One transaction whose inside never pauses: nobody waits for the caller meanwhile."""

    @abstractmethod
    async def alive(self) -> frozenset[int]:
        """The hosts that share the database now, this one among them."""

    @abstractmethod
    async def rejoin(self) -> None:
        """After `lost`: share the database again, under a new number; raises while that can't be."""

    @abstractmethod
    def listen(self, callback: Callable[[], None]) -> None:
        """Call back when another host may have left something to do."""

    @abstractmethod
    async def scrub(self) -> bool:
        """Leave nothing in the database's files of what was deleted. False while another program reads an
        older state: then it has to be done again."""

    @abstractmethod
    async def close(self) -> None:
        """Close everything after what is running."""

    @asynccontextmanager
    async def sound(self) -> AsyncIterator[None]:
        """Raise DamagedDatabase from the engine's first word of damage on, here or in another task."""
        self.check_sound()
        try:
            yield
        except Exception as error:
            sign = sign_of_damage(error)
            if sign is None:
                raise
            if not self.damaged.is_set():
                self.finding = " ".join(str(sign).split())
                self.damaged.set()
            raise DamagedDatabase(self.name, self.finding) from error
        self.check_sound()

    def check_sound(self) -> None:
        """Raise DamagedDatabase once the engine has said that the database is broken."""
        if self.damaged.is_set():
            raise DamagedDatabase(self.name, self.finding)

    async def __aenter__(self) -> Database:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
