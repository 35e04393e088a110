"""The order of database access: work that a person waits for goes before background work."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")


class TooLate(Exception):
    """The answer would come too late for the person waiting, so nothing is started."""


class BegunElsewhere(TooLate):
    """Another process has started the same work, so nothing is started here."""


class Claim(NamedTuple):
    """An interaction that may have reached several processes; the first one to write for it handles it."""

    interaction: int
    at: int


class Waiting(NamedTuple):
    """A person waiting for the result of a task.

    Attributes:
        still: Returns whether the person hasn't been answered yet.
        in_vain: Returns whether an answer would come too late.
        claim: Recorded with the first write for the person.
    """

    still: Callable[[], bool]
    in_vain: Callable[[], bool]
    claim: Claim | None = None


_waiting: ContextVar[Waiting | None] = ContextVar("waiting", default=None)


@contextmanager
def note_waiting(waiting: Waiting) -> Iterator[None]:
    """Keep a person recorded as waiting for this task and the tasks that it starts."""
    token = _waiting.set(waiting)
    try:
        yield
    finally:
        _waiting.reset(token)


def is_in_vain() -> bool:
    """Return whether this task works for a person who can no longer be answered."""
    waiting = _waiting.get()
    return waiting is not None and waiting.still() and waiting.in_vain()


def find_claim() -> Claim | None:
    """Return what this task must claim before it writes, or None."""
    waiting = _waiting.get()
    return waiting.claim if waiting is not None else None


class Aside:
    """A side queue that lets one background task at a time into the main queue for a resource.

    So background work gets its turn however many people wait, and people wait for at most one such task.
    """

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    async def take(self, take: Callable[[], Awaitable[T]]) -> T:
        """Call `take` when it's this task's turn, and return its result."""
        if _waiting.get() is not None:
            return await take()
        async with self._lock:
            return await take()


async def to_the_end(work: Awaitable[T]) -> T:
    """Return the result of `work`, which a canceled caller also awaits before it raises `CancelledError`."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await _until_done(task)
        raise


async def _until_done(task: asyncio.Future[Any]) -> None:
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError:
            continue
    if not task.cancelled():
        task.exception()
