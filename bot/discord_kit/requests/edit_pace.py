"""Rates for requests in one place: a little below Discord's limits, as far as they are known."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from bot.core.app_context import AppContext

_MOST_SERVERS = 10_000
EDITS = 3, 21
"""The number of edits of messages over an hour old within these seconds in one channel.

Discord is believed to allow 3 in 20 seconds, and then to answer with error 30046.
"""
_OLD_SECONDS = 3600
_EPOCH_MILLISECONDS = 1_420_070_400_000
"""The moment from which Discord's ids count time."""


class Pace:
    """A limit of `most` acts within `seconds` in each place, such as a server; this process has a part of it.

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


class OldEdits:
    """The pace of edits of old messages in each channel."""

    def __init__(self, now: Callable[[], int], part_of: Callable[[int], int]) -> None:
        self._edits = Pace(now, *EDITS, part_of)
        self._now = now

    def wait(self, channel: int, message: int) -> int:
        """Count an edit of a message and return 0; or return the seconds to wait without counting it."""
        sent_at = ((message >> 22) + _EPOCH_MILLISECONDS) // 1000
        return self._edits.take(channel) if self._now() - sent_at >= _OLD_SECONDS else 0


def old_edits_of(app: AppContext) -> OldEdits:
    """Return this process's pace of edits of old messages."""
    return app.own(OldEdits, lambda: OldEdits(app.now, app.part_of))
