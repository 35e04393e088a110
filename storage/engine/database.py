"""The interface of an open database, the same for both engines."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from contextvars import ContextVar
from types import TracebackType
from typing import TypeVar

from storage.engine.errors import DamagedDatabase, sign_of_damage
from storage.engine.handle import Reader, Writer

T = TypeVar("T")
Work = Callable[[Writer], Awaitable[T]]
"""The inside of a transaction, which awaits nothing but the database."""


class Commits:
    """The number of transactions committed within a `count_commits` block."""

    def __init__(self) -> None:
        self.number = 0


_counting: ContextVar[Commits | None] = ContextVar("counting", default=None)


@contextmanager
def count_commits() -> Iterator[Commits]:
    """Provide a count of what this task, and tasks that it starts, commit in the block."""
    commits = Commits()
    token = _counting.set(commits)
    try:
        yield commits
    finally:
        _counting.reset(token)


def has_committed() -> bool:
    """Return whether a counted transaction has been committed, so that the rest must follow."""
    commits = _counting.get()
    return commits is not None and commits.number > 0


def count_commit() -> None:
    """Count one commit in the enclosing `count_commits` block, if there is one."""
    commits = _counting.get()
    if commits is not None:
        commits.number += 1


class Database(ABC):
    """An open database; made by open_database.

    The arguments `alone` name what a transaction reads and relies on while it writes, such as "match:ID" or
    "person:ID". Transactions that share a name run one at a time. SQLite has a single writer, so there they
    always do.

    Attributes:
        host: The number of this process among those that share the database.
        lost: Set when the other processes must assume that this one is gone.
        damaged: Set once damage has been found, in the words `finding`. From then on nothing is read or
            written, and running transactions aren't acknowledged.
        name: The operator's name for the database.
        now: Returns this process's time, once it has a clock.
        is_shared: Whether other processes can share the database.
    """

    host: int
    lost: asyncio.Event
    damaged: asyncio.Event
    name: str
    finding = ""
    now: Callable[[], int | None] = staticmethod(lambda: None)
    is_shared = True

    @abstractmethod
    def read(self, *, long: bool = False) -> AbstractAsyncContextManager[Reader]:
        """Provide a reader; each of its statements sees the newest commit.

        With `long`, reading may take more than a moment, and no other reader has to wait for it.

        Raises:
            UnreachableDatabase: The server can't be reached.
            DamagedDatabase: The engine has reported damage, now or earlier.
        """

    @abstractmethod
    def write(self, *alone: str) -> AbstractAsyncContextManager[Writer]:
        """Provide a transaction: committed at the end, rolled back on any error or cancellation.

        Args:
            alone: The names that the transaction has for itself, such as "match:ID". A write after a read
                needs one.

        Raises:
            RuntimeError: This task already has an open transaction, or it writes what it has read without a
                name in `alone`.
            TooLate: The person waiting for this task can't be answered anymore.
            BegunElsewhere: Another process has claimed the person's interaction; only on a server.
            UnreachableDatabase: The connection to the server was lost.
            DamagedDatabase: The engine has reported damage, now or earlier.
        """

    @abstractmethod
    async def transact(self, work: Work[T], *alone: str) -> T:
        """Run `work` as one transaction that never pauses for its caller, and return its result.

        Args:
            work: It awaits nothing but the database. On a server it's run up to five times, e.g. after a
                deadlock, so it must have no other effects.
            alone: The names that the transaction has for itself, as for `write`.

        Raises:
            RuntimeError: As for `write`, or on SQLite `work` has awaited something else.
            StorageError: As for `write`; TooLate and BegunElsewhere are raised as well.
        """

    @abstractmethod
    async def alive(self) -> frozenset[int]:
        """Return the numbers (`host`) of the processes that share the database now, including this one."""

    @abstractmethod
    async def rejoin(self) -> None:
        """Share the database again after `lost`, under a new number.

        Raises:
            StorageError: The server can't be used yet: call it again later.
        """

    @abstractmethod
    def listen(self, callback: Callable[[], None]) -> None:
        """Register a callback for when another process may have left work to do."""

    @abstractmethod
    async def scrub(self) -> bool:
        """Remove deleted data from the database's files.

        Return False if another program is still reading an older state: call it again later.
        """

    @abstractmethod
    async def close(self) -> None:
        """Close everything after the running transactions."""

    @contextmanager
    def sound(self) -> Iterator[None]:
        """Raise DamagedDatabase as soon as damage is found, here or in another task."""
        self.check_sound()
        try:
            yield
        except Exception as error:
            self.check_error(error)
            raise
        self.check_sound()

    def check_error(self, error: Exception) -> None:
        """Raise DamagedDatabase if an error is a sign of damage."""
        sign = sign_of_damage(error)
        if sign is None:
            return
        if not self.damaged.is_set():
            self.finding = " ".join(str(getattr(sign, "finding", sign)).split())
            self.damaged.set()
        raise DamagedDatabase(self.name, self.finding) from error

    def check_sound(self) -> None:
        """Raise DamagedDatabase if the engine has reported damage."""
        if self.damaged.is_set():
            raise DamagedDatabase(self.name, self.finding)

    async def __aenter__(self) -> Database:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
