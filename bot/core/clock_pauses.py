"""When a player's clock runs: not in their quiet hours, on their weekends, or on their holidays.

Pure: moments are epoch seconds in UTC, spans are pairs of them, lengths are seconds; time zones come from the
tz database. Outside holidays, which are rationed, the clock surely runs for some hours of every week, so no
pause makes a match endless.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

HOUR, DAY = 3600, 86_400
MOST_QUIET_MINUTES = 12 * 60
HOLIDAY_HOURS_A_YEAR = 20 * 24

Span = tuple[int, int]
"""From one moment up to another, which is excluded."""


class ClockPauses(msgspec.Struct, frozen=True):
    """When a person's clock rests.

    Attributes:
        zone: The name of their time zone.
        quiet: Start and end of quiet hours in minutes after midnight of the zone; may span midnight.
        weekends: Whether it rests on Saturdays and Sundays of the zone.
        holidays: Spans in epoch seconds, in order.
    """

    zone: str = "UTC"
    quiet: Span | None = None
    weekends: bool = False
    holidays: tuple[Span, ...] = ()

    def __post_init__(self) -> None:
        """Raise ValueError unless quiet hours are minutes of a day and last 1 minute to 12 hours."""
        if self.quiet is None:
            return
        since, until = self.quiet
        if not (0 <= since < 1440 and 0 <= until < 1440 and 0 < (until - since) % 1440 <= MOST_QUIET_MINUTES):
            raise ValueError("quiet hours are minutes of a day, and last from one minute to 12 hours")


def rests(hours: ClockPauses, moment: int) -> bool:
    """Return whether the clock rests at a moment."""
    if any(start <= moment < end for start, end in hours.holidays):
        return True
    local = datetime.fromtimestamp(moment, _zone(hours.zone))
    if hours.weekends and local.weekday() >= 5:
        return True
    return hours.quiet is not None and _within(hours.quiet, local.hour * 60 + local.minute)


def running(hours: ClockPauses, start: int, end: int) -> int:
    """Return for how many seconds the clock runs from `start` until `end`."""
    total = 0
    for since, until, rest in _stretches(hours, start):
        if since >= end:
            return total
        total += 0 if rest else min(until, end) - since
    return total


def due(hours: ClockPauses, start: int, length: int) -> int:
    """Return the moment when the clock has run for `length` seconds since `start`."""
    left = length
    for since, until, rest in _stretches(hours, start):
        if not rest and left <= until - since:
            return since + left
        left -= 0 if rest else until - since
    return start + length


def awake(hours: ClockPauses, moment: int) -> int:
    """Return the moment itself, or the first one after it at which the clock runs."""
    return next(since for since, _, rest in _stretches(hours, moment) if not rest)


def _within(quiet: Span, minute: int) -> bool:
    since, until = quiet
    return since <= minute < until if since <= until else minute >= since or minute < until


def _stretches(hours: ClockPauses, start: int) -> Iterator[tuple[int, int, bool]]:
    """Yield without end the times from `start` on at which a clock runs or rests, as (start, end, rests)."""
    moment = start
    while True:
        until = _change_after(hours, moment)
        yield moment, until, rests(hours, moment)
        moment = until


def _change_after(hours: ClockPauses, moment: int) -> int:
    """Return the first moment after this one at which the clock may start to rest or to run."""
    zone = _zone(hours.zone)
    local = datetime.fromtimestamp(moment, zone)
    second = local.hour * HOUR + local.minute * 60 + local.second
    marks = [0, *(60 * minute for minute in hours.quiet or ())]
    change = moment + min((mark - second) % DAY or DAY for mark in marks)
    edges = (edge for span in hours.holidays for edge in span if edge > moment)
    return _shift_before(zone, moment, min([change, *edges]))


def _shift_before(zone: ZoneInfo, start: int, end: int) -> int:
    """Return the moment in the span at which the zone's UTC offset changes; `end` if it doesn't."""
    offset = datetime.fromtimestamp(start, zone).utcoffset()
    if datetime.fromtimestamp(end, zone).utcoffset() == offset:
        return end
    low, high = start, end
    while high - low > 1:
        middle = (low + high) // 2
        same = datetime.fromtimestamp(middle, zone).utcoffset() == offset
        low, high = (middle, high) if same else (low, middle)
    return high


@lru_cache(maxsize=256)
def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        # A zone that a later tz database has dropped must not stop a player's clock.
        return ZoneInfo("UTC")
