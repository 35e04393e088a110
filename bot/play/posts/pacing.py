"""Rates for requests on one server: a little below Discord's limits, as far as they are known."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable

from bot.core.looping import alike

log = logging.getLogger(__name__)

_MOST_SERVERS = 10_000
ROOM_SECONDS = 3600
"""Seconds for which a server without room for another thread isn't asked again."""
OPENINGS = 40, 300
"""The number of threads that may be opened within these seconds; Discord's unpublished limit may be 50."""
ADDITIONS = 4, 5
"""The number of people who may be added within these seconds; Discord's limit may be 5."""
EDITS = 3, 21
"""The number of edits of messages over an hour old within these seconds in one channel.

Discord is believed to allow 3 in 20 seconds, and then to answer with error 30046.
"""
_OLD_SECONDS = 3600
_EPOCH_MILLISECONDS = 1_420_070_400_000
"""The moment from which Discord's ids count time."""


class Pace:
    """A limit of `most` acts within `seconds` on each server; this process has a part of it.

    `now` returns epoch seconds, and `part_of` the part of a number that belongs to this process.
    """

    def __init__(
        self,
        now: Callable[[], int],
        most: int,
        seconds: int,
        part_of: Callable[[int], int] = lambda most: most,
    ) -> None:
        self._part_of = part_of
        self._now = now
        self._most = most
        self._seconds = seconds
        self._done: dict[int, deque[int]] = {}

    def take(self, server: int) -> int:
        """Count an act and return 0; or, if it's too early, return the seconds to wait without counting."""
        now, done = self._now(), self._lately(server)
        most = self._part_of(self._most)
        if len(done) >= most:
            return max(1, done[-most] + self._seconds - now)
        done.append(now)
        return 0

    def _lately(self, server: int) -> deque[int]:
        """Return the moments of a server's acts that still count, oldest first."""
        if len(self._done) >= _MOST_SERVERS:
            self._done.clear()
        done, horizon = self._done.setdefault(server, deque()), self._now() - self._seconds
        while done and done[0] <= horizon:
            done.popleft()
        return done


class Threads:
    """What the process remembers of each server: recent acts, and until when it has no room for threads."""

    def __init__(self, now: Callable[[], int], part_of: Callable[[int], int]) -> None:
        self.openings = Pace(now, *OPENINGS, part_of)
        self.additions = Pace(now, *ADDITIONS, part_of)
        self._edits = Pace(now, *EDITS, part_of)
        self._now = now
        self._full_until: dict[int, int] = {}

    def wait_for_edit(self, channel: int, message: int) -> int:
        """Count an edit of a message and return 0; or return the seconds to wait without counting it."""
        sent_at = ((message >> 22) + _EPOCH_MILLISECONDS) // 1000
        return self._edits.take(channel) if self._now() - sent_at >= _OLD_SECONDS else 0

    def is_full(self, server: int) -> bool:
        """Return whether a server had no room for another thread a short time ago."""
        return self._full_until.get(server, 0) > self._now()

    def fill(self, server: int) -> None:
        """Record that a server has no room for threads."""
        told = "server %s has no room for more threads; matches there use channels"
        log.warning(told, server, extra=alike(f"no room on {server}"))
        self._full_until[server] = self._now() + ROOM_SECONDS

    def clear(self, server: int) -> None:
        """Record that a server has room for threads again."""
        self._full_until.pop(server, None)
