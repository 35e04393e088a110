"""How often something may be done on one server: a little less than Discord allows, as far as we know."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable

from bot.core.looping import alike

log = logging.getLogger(__name__)

_MOST_SERVERS = 10_000
ROOM_SECONDS = 3600
"""So long a server without room for another thread isn't asked again."""
OPENINGS = 40, 300
"""Threads in this many seconds; Discord doesn't publish its limit, and 50 is our guess."""
ADDITIONS = 4, 5
"""People in this many seconds; 5, by the same guess."""
EDITS = 3, 21
"""Edits of messages over an hour old in one channel (believed: 3 in 20 seconds, then 30046)."""
_OLD_SECONDS = 3600
_EPOCH_MILLISECONDS = 1_420_070_400_000
"""When the ids of Discord begin to count."""


class Pace:
    """So many (`most`) acts within `seconds` on each server, of which this process has its part; `now`: in
    epoch seconds."""

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
        """0, and the act counts; or the seconds to wait, and it doesn't."""
        now, done = self._now(), self._lately(server)
        most = self._part_of(self._most)
        if len(done) >= most:
            return max(1, done[-most] + self._seconds - now)
        done.append(now)
        return 0

    def _lately(self, server: int) -> deque[int]:
        """The moments of a server's acts that still count, oldest first."""
        if len(self._done) >= _MOST_SERVERS:
            self._done.clear()
        done, horizon = self._done.setdefault(server, deque()), self._now() - self._seconds
        while done and done[0] <= horizon:
            done.popleft()
        return done


class Threads:
    """What is remembered of each server: how much was done lately, and until when it has no room."""

    def __init__(self, now: Callable[[], int], part_of: Callable[[int], int]) -> None:
        self.openings = Pace(now, *OPENINGS, part_of)
        self.additions = Pace(now, *ADDITIONS, part_of)
        self._edits = Pace(now, *EDITS, part_of)
        self._now = now
        self._full_until: dict[int, int] = {}

    def wait_for_edit(self, channel: int, message: int) -> int:
        """Return 0, and the edit of a message counts; or the seconds to wait, and it doesn't."""
        sent_at = ((message >> 22) + _EPOCH_MILLISECONDS) // 1000
        return self._edits.take(channel) if self._now() - sent_at >= _OLD_SECONDS else 0

    def is_full(self, server: int) -> bool:
        """Whether it had no room for another thread just now."""
        return self._full_until.get(server, 0) > self._now()

    def fill(self, server: int) -> None:
        """It has no room."""
        told = "server %s has no room for more threads; matches there use channels"
        log.warning(told, server, extra=alike(f"no room on {server}"))
        self._full_until[server] = self._now() + ROOM_SECONDS

    def clear(self, server: int) -> None:
        """It has room again."""
        self._full_until.pop(server, None)
