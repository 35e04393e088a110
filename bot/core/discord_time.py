"""How this machine's clock compares with Discord's, by the `Date` header of every REST response."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

log = logging.getLogger(__name__)

WRONG_SECONDS = 120
"""With a greater difference one of the clocks is wrong, and no deadline may pass."""
_ONE_SECOND = 1
"""The precision of the header, which cuts off fractions of a second."""


def seconds_ahead(sent: float, received: float, told: float) -> float:
    """Return the seconds a clock is surely ahead (negative: behind), by a header that says `told`."""
    return max(0.0, sent - told - _ONE_SECOND) + min(0.0, received - told)


class DiscordTime:
    """The difference between both clocks; `changed` is called when they start or cease to agree."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._is_told = False
        self.ahead: float | None = None
        """Seconds by which this machine's clock is ahead of Discord's; None: not known yet."""
        self.doubted = asyncio.Event()
        """Set while the two clocks are too far apart."""

    @property
    def agrees(self) -> bool:
        """Whether the clocks agree, as far as is known."""
        return not self.doubted.is_set()

    def compare_clocks(self, sent: float, received: float, told: float) -> None:
        """Compare the clocks by a response, and log when they start or cease to agree."""
        self._set(seconds_ahead(sent, received, told))
        if self.agrees == self._is_told:
            self._is_told = not self.agrees
            _tell(self.ahead or 0.0, agrees=self.agrees)

    def adjust_ahead(self, seconds: float) -> None:
        """Adjust the difference for a jump of this machine's clock; the next response checks it."""
        if self.ahead is not None:
            self._set(self.ahead + seconds)

    def believes(self, before: float, after: float) -> bool:
        """Return whether a jump has brought this machine's clock nearer to Discord's."""
        return self.ahead is None or abs(self.ahead) <= abs(self.ahead + before - after)

    def _set(self, ahead: float) -> None:
        agreed = self.agrees
        self.ahead = ahead
        (self.doubted.set if abs(ahead) > WRONG_SECONDS else self.doubted.clear)()
        if agreed != self.agrees:
            self._changed()


def _tell(ahead: float, *, agrees: bool) -> None:
    if agrees:
        log.warning("this machine's clock agrees with Discord's again")
        return
    log.warning(
        "this machine's clock is %.0f seconds %s Discord's: nothing runs out until they agree; turn on "
        "automatic time (NTP)",
        abs(ahead),
        "ahead of" if ahead > 0 else "behind",
    )
