"""Which taps Discord has given up on: a person who was told that it failed taps again, so such a tap must not
be played, too."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from math import inf
from typing import NamedTuple

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 3.0
"""So long Discord waits for the first answer, from when it made the interaction."""
_MARGIN_SECONDS = 0.5
"""What writing and answering take once nothing is in the way."""
_LATEST_SECONDS = 30.0
"""Later than that nothing comes, for the gateway would be gone: rather a clock was set."""
_KNOWN, _KNOWN_SECONDS = 32, 120.0
_TOLD_SECONDS = 60.0


class _Arrival(NamedTuple):
    at: float
    behind: float
    """By how much our clock was ahead of the moment at which Discord made the interaction."""


class Freshness:
    """How old interactions are. `now`: epoch seconds, by a clock that needn't agree with Discord's: what the
    quickest of the latest arrivals took counts as no time at all. So a clock that's set, or a gateway that is
    always slow, is forgiven after a few taps."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._known: deque[_Arrival] = deque(maxlen=_KNOWN)
        self._quickest = inf
        """By how much our clock was ahead at the quickest of them."""
        self.dropped = 0
        """How many were given up."""
        self._told, self._told_at = 0, now() - _TOLD_SECONDS

    def arrived(self, created: float) -> None:
        """An interaction that Discord made at this moment has come in."""
        now = self._now()
        while self._known and not 0 <= now - self._known[0].at <= _KNOWN_SECONDS:
            self._known.popleft()
        self._known.append(_Arrival(now, now - created))
        self._quickest = min(one.behind for one in self._known)

    def is_too_old(self, created: float) -> bool:
        """Whether an answer now would come too late."""
        behind = self._now() - created
        late = behind - min(behind, self._quickest)
        if late > _LATEST_SECONDS:
            self._known.clear()
            self._quickest = inf
            return False
        return late > PATIENCE_SECONDS - _MARGIN_SECONDS

    def drop(self) -> None:
        """One was given up; a line in the log now and then."""
        self.dropped += 1
        if abs(self._now() - self._told_at) >= _TOLD_SECONDS:
            count, self._told, self._told_at = self.dropped - self._told, self.dropped, self._now()
            log.warning("%d taps came too late to be answered and were dropped: the bot is overloaded", count)
