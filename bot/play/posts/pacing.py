"""Rates for requests on one server: a little below Discord's limits, as far as they are known."""

from __future__ import annotations

import logging
from collections.abc import Callable

from bot.core.looping import alike
from bot.discord_kit.requests.edit_pace import Pace

log = logging.getLogger(__name__)

ROOM_SECONDS = 3600
"""Seconds for which a server without room for another thread isn't asked again."""
OPENINGS = 40, 300
"""The number of threads that may be opened within these seconds; Discord's unpublished limit may be 50."""


class Threads:
    """What the process remembers of each server: recent acts, and until when it has no room for threads."""

    def __init__(self, now: Callable[[], int], part_of: Callable[[int], int]) -> None:
        self.openings = Pace(now, *OPENINGS, part_of)
        self._now = now
        self._full_until: dict[int, int] = {}

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
