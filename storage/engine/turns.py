"""Whose turn it is at the database: people who wait for an answer go before what the bot does by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")


class TooLate(Exception):
    """Whoever waits will not get the answer any more, so nothing is begun."""


class BegunElsewhere(TooLate):
    """Another process has begun with the same, so nothing is begun here."""


class Claim(NamedTuple):
    """An interaction that may have come to several processes: the first to write anything for it goes on."""

    interaction: int
    at: int


class Waiting(NamedTuple):
    """Somebody waits for what a task does. `still`: whether they haven't been answered; `in_vain`: whether an
    answer would come too late; `claim`: what is noted with the first thing that is written for them."""

    still: Callable[[], bool]
    in_vain: Callable[[], bool]
    claim: Claim | None = None


_waiting: ContextVar[Waiting | None] = ContextVar("waiting", default=None)


@contextmanager
def waited_for(waiting: Waiting) -> Iterator[None]:
    """Somebody waits for what this task, and those that it starts, do meanwhile."""
    token = _waiting.set(waiting)
    try:
        yield
    finally:
        _waiting.reset(token)


def is_in_vain() -> bool:
    """Whether this task does something for somebody who can't be answered any more."""
    waiting = _waiting.get()
    return waiting is not None and waiting.still() and waiting.in_vain()


def claimed() -> Claim | None:
    """What this task has to claim before it writes; None: nothing."""
    waiting = _waiting.get()
    return waiting.claim if waiting is not None else None


class Aside:
    """A queue beside the queue for one thing: of all that nobody waits for, one at a time stands in that. So
    it comes to its turn, however many people are waiting, and they don't wait for more than one of it."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    async def take(self, take: Callable[[], Awaitable[T]]) -> T:
        """What `take` gives when the turn has come."""
        if _waiting.get() is not None:
            return await take()
        async with self._lock:
            return await take()


async def to_the_end(work: Awaitable[T]) -> T:
    """What `work` gives. A cancelled caller waits for its end, too, and only then raises CancelledError."""
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
