"""Bounds on the time that a clock counts."""

from __future__ import annotations

from bot.core.clock_pauses import ClockPauses

HOUR, DAY, WEEK = 3600, 86_400, 604_800


SURE_A_WEEK = 56 * HOUR
"""Time that surely counts in a week: five days of twelve hours, less four for clocks put forward."""


def latest(hours: ClockPauses, start: int, length: int) -> int:
    """Return an upper bound for `due` that doesn't look at the days of the week.

    Every seven days without holidays contain the sure hours, and holidays take at most their length.
    """
    resting = sum(max(0, end - max(start, since)) for since, end in hours.holidays)
    pieces = resting + WEEK * (1 + -(-length // SURE_A_WEEK) + len(hours.holidays))
    together = WEEK * (1 + -(-(length + resting) // SURE_A_WEEK))
    return start + min(pieces, together)
