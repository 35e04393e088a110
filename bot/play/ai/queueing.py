"""A fair queue: whoever has had the least lately goes first."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass

HALF_LIFE_SECONDS = 60.0
"""So long until what one has had counts half."""
_FORGOTTEN_SECONDS = 0.001
_MOST_KNOWN = 1000

Now = Callable[[], float]


class Spent:
    """How many seconds each has had lately; every minute that passes halves what was had."""

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[float, float]] = {}

    def of(self, one: Hashable, now: float) -> float:
        """Seconds that still count."""
        seconds, since = self._known.get(one, (0.0, now))
        return float(seconds * 0.5 ** ((now - since) / HALF_LIFE_SECONDS))

    def add(self, one: Hashable, seconds: float, now: float) -> None:
        """Somebody has had so many seconds more."""
        self._known[one] = (self.of(one, now) + seconds, now)
        if len(self._known) > _MOST_KNOWN:
            self._known = {
                known: kept for known, kept in self._known.items() if self.of(known, now) > _FORGOTTEN_SECONDS
            }


@dataclass(eq=False)
class _Turn:
    """Somebody's stay: `whom` it is for, when they were `called`, and since when they are in. `aside`: nobody
    waits for what is done there."""

    whom: tuple[Hashable, ...]
    called: asyncio.Future[None]
    aside: bool = False
    began: float = 0.0


class FairQueue:
    """A few places, and those who wait for one.

    Everybody has one or more names, the widest first: a person, then one of their matches. A free place goes
    to the person who has had the least time in places lately, the time of those inside included; of one
    person's matches to the one that has had the least; of equals to who came first.

    What nobody waits for is done aside: one thing at a time, when nobody else wants the place. What somebody
    has had aside is counted apart."""

    def __init__(self, places: int, now: Now = time.monotonic) -> None:
        self._places = places
        self._now = now
        self._waiting: list[_Turn] = []
        self._inside: list[_Turn] = []
        self._spent = Spent()

    @property
    def waiting(self) -> int:
        """How many wait for a place, but for those aside."""
        return sum(not turn.aside for turn in self._waiting)

    def others_waiting(self, one: Hashable) -> int:
        """How many people but this one wait for a place, each counted once, but for those aside."""
        return len({turn.whom[0] for turn in self._waiting if not turn.aside} - {one})

    @asynccontextmanager
    async def place(self, *whom: Hashable, aside: bool = False) -> AsyncIterator[None]:
        """Wait for a place, and have it within the block."""
        names = tuple(("aside", one) for one in whom) if aside else whom
        turn = _Turn(names, asyncio.get_running_loop().create_future(), aside)
        self._waiting.append(turn)
        self._call_next()
        try:
            await turn.called
            yield
        finally:
            self._leave(turn)
            self._call_next()

    def _leave(self, turn: _Turn) -> None:
        if turn in self._waiting:
            self._waiting.remove(turn)
            return
        now = self._now()
        self._inside.remove(turn)
        for one in turn.whom:
            self._spent.add(one, now - turn.began, now)

    def _call_next(self) -> None:
        now = self._now()
        while len(self._inside) < self._places and (may_come := self._may_come()):
            turn = min(may_come, key=lambda waiting: (waiting.aside, self._had(waiting, now)))
            self._waiting.remove(turn)
            turn.began = now
            self._inside.append(turn)
            if not turn.called.done():
                turn.called.set_result(None)

    def _may_come(self) -> list[_Turn]:
        is_busy_aside = any(turn.aside for turn in self._inside)
        return [turn for turn in self._waiting if not (turn.aside and is_busy_aside)]

    def _had(self, turn: _Turn, now: float) -> tuple[float, ...]:
        return tuple(self._seconds_of(one, now) for one in turn.whom)

    def _seconds_of(self, one: Hashable, now: float) -> float:
        inside = sum(now - turn.began for turn in self._inside if one in turn.whom)
        return self._spent.of(one, now) + inside
