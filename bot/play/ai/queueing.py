"""A fair queue: the person who has had the least time lately goes first."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass

HALF_LIFE_SECONDS = 60.0
"""The half-life of the time that a person has had, in seconds."""
_FORGOTTEN_SECONDS = 0.001
_MOST_KNOWN = 1000

Now = Callable[[], float]


class Spent:
    """The seconds that each name has had lately, halved every `HALF_LIFE_SECONDS`."""

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[float, float]] = {}

    def of(self, one: Hashable, now: float) -> float:
        """Return the seconds that still count for a name."""
        seconds, since = self._known.get(one, (0.0, now))
        return float(seconds * 0.5 ** ((now - since) / HALF_LIFE_SECONDS))

    def add(self, one: Hashable, seconds: float, now: float) -> None:
        """Add seconds to a name."""
        self._known[one] = (self.of(one, now) + seconds, now)
        if len(self._known) > _MOST_KNOWN:
            self._known = {
                known: kept for known, kept in self._known.items() if self.of(known, now) > _FORGOTTEN_SECONDS
            }


@dataclass(eq=False)
class _Turn:
    """One entry of the queue.

    Attributes:
        names: The names it counts for, the widest first: the person, then their match.
        called: The future that is done when the entry may go in.
        aside: Whether it is work that no person waits for.
        began: When it went in.
    """

    names: tuple[Hashable, ...]
    called: asyncio.Future[None]
    aside: bool = False
    began: float = 0.0


class FairQueue:
    """A few places, and the entries that wait for one.

    Every entry has one or more names, the widest first: a person, then one of their matches. A free place
    goes to the person who has had the least time in places lately, current stays included; among one person's
    matches to the one that has had the least; among equals to the first in the queue.

    Work that no person waits for is done aside: one job at a time, when no other entry wants the place.
    Time that a person has had aside is counted separately.
    """

    def __init__(self, places: int, now: Now = time.monotonic) -> None:
        self._places = places
        self._now = now
        self._waiting: list[_Turn] = []
        self._inside: list[_Turn] = []
        self._spent = Spent()

    @property
    def waiting(self) -> int:
        """The number of entries that wait for a place, not counting those aside."""
        return sum(not turn.aside for turn in self._waiting)

    def others_waiting(self, one: Hashable) -> int:
        """Return how many other people wait for a place, each counted once, not counting entries aside."""
        return len({turn.names[0] for turn in self._waiting if not turn.aside} - {one})

    @asynccontextmanager
    async def place(self, *person_and_match: Hashable, aside: bool = False) -> AsyncIterator[None]:
        """Wait for a place, and keep it within the block."""
        names = tuple(("aside", name) for name in person_and_match) if aside else person_and_match
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
        for name in turn.names:
            self._spent.add(name, now - turn.began, now)

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
        return tuple(self._seconds_of(name, now) for name in turn.names)

    def _seconds_of(self, one: Hashable, now: float) -> float:
        inside = sum(now - turn.began for turn in self._inside if one in turn.names)
        return self._spent.of(one, now) + inside
