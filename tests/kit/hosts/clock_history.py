"""What was counted on a clock."""

from __future__ import annotations

from bot.core.clock_pauses import ClockPauses

HOUR, DAY, WEEK = 3600, 86_400, 604_800


SURE_A_WEEK = 56 * HOUR
"""Five days of twelve hours, less four for clocks that are put forward."""


def latest(hours: ClockPauses, start: int, length: int) -> int:
    """A bound of `due` that doesn't look at the week: every seven days without holidays bring their sure
    hours, and what holidays take is at most what they last.
    """
    resting = sum(max(0, end - max(start, since)) for since, end in hours.holidays)
    pieces = resting + WEEK * (1 + -(-length // SURE_A_WEEK) + len(hours.holidays))
    together = WEEK * (1 + -(-(length + resting) // SURE_A_WEEK))
    return start + min(pieces, together)
