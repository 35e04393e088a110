"""How many DMs the bot opens: so many a minute, those about turns first, and none while it's quarantined.

Discord says only that “a significant amount of DMs too quickly” gets a bot limited or quarantined, so the
figures are ours."""

from __future__ import annotations

import logging
from collections.abc import Callable

from bot.core.log_throttle import alike

log = logging.getLogger(__name__)

A_MINUTE = 40
FOR_THE_REST = 25
"""So many of them for what is about nobody's turn."""
TOO_FAST_SECONDS = 600
"""So long no DM is opened after Discord has said that it was too many."""
QUARANTINE_SECONDS = 3600
"""So long no DM is opened in a quarantine; then a single one is tried."""
_PROBE_SECONDS = 60
_WINDOW_SECONDS = 60

_ALERT = (
    "Discord has quarantined this bot (20026): it can't DM anyone it hasn't written to before. Appeal on the "
    "bot's page in the Developer Portal. Until then, people get a ping in their match's thread; clocks of "
    "those I can't reach are stopped. I try again every hour, and nothing is lost."
)


class Openings:
    """The budget. Moments are epoch seconds; `part_of`: this process's part of what all may do together.

    Each process keeps to its part on its own: the figures are ours and not exact, any process may send any
    message, so parts are used alike, and what's written down would cost a transaction for every channel."""

    def __init__(self, part_of: Callable[[int], int] = lambda most: most) -> None:
        self._part_of = part_of
        self._opened: list[float] = []
        self._stopped_until = 0.0

    def wait(self, now: float, *, urgent: bool) -> float:
        """Seconds until there is room; 0: there is, and it's taken."""
        if now < self._stopped_until <= now + TOO_FAST_SECONDS:
            return self._stopped_until - now
        self._opened = [at for at in self._opened if now - _WINDOW_SECONDS < at <= now]
        most = self._part_of(A_MINUTE if urgent else FOR_THE_REST)
        if len(self._opened) < most:
            self._opened.append(now)
            return 0.0
        log.info("%d DMs opened within a minute: the next ones wait", most, extra=alike("dm budget"))
        return self._opened[-most] + _WINDOW_SECONDS - now

    def stop(self, now: float) -> float:
        """Discord has said that it was too many; seconds until the next."""
        self._stopped_until = now + TOO_FAST_SECONDS
        log.warning("Discord says we open DMs too fast (40003): none for ten minutes", extra=alike("40003"))
        return TOO_FAST_SECONDS


class Quarantine:
    """Whether Discord lets the bot write to new people, as far as we know. Moments are epoch seconds."""

    def __init__(self) -> None:
        self._is_on = False
        self._until = 0

    def until(self, now: int) -> int | None:
        """When the next DM may be opened; None: now. In a quarantine that lets a single one try."""
        if not self._is_on:
            return None
        if now < self._until <= now + QUARANTINE_SECONDS:
            return self._until
        self._until = now + _PROBE_SECONDS
        return None

    def begin(self, now: int) -> int:
        """Discord has refused; the operator learns of it once. When the next DM may be opened."""
        if not self._is_on:
            log.critical(_ALERT)
        self._is_on, self._until = True, now + QUARANTINE_SECONDS
        return self._until

    def end(self) -> None:
        """A new person has got a DM."""
        if self._is_on:
            log.warning("The quarantine is over: Discord lets this bot DM new people again")
        self._is_on = False
