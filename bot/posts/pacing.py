"""How often something may be done on one server: a little less than Discord allows."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

_MOST_SERVERS = 10_000


class Pace:
    """So many (`most`) acts within `seconds` on each server; `now`: in epoch seconds."""

    def __init__(self, now: Callable[[], int], most: int, seconds: int) -> None:
        self._now = now
        self._most = most
        self._seconds = seconds
        self._done: dict[int, deque[int]] = {}

    def take(self, server: int) -> int:
        """0, and the act counts; or the seconds to wait, and it doesn't."""
        now, done = self._now(), self._lately(server)
        if len(done) >= self._most:
            return max(1, done[0] + self._seconds - now)
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
