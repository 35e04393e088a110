"""When somebody's clock runs: not in their quiet hours, on their weekends, or on their holidays.

Pure: moments are epoch seconds in UTC, spans are pairs of them, lengths are seconds; time zones come from the
tz database. Outside holidays, which are rationed, the clock surely runs for some hours of every week, so no
pause makes a match endless."""

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
"""From a moment until another one, which is not in it any more."""


class ClockPauses(msgspec.Struct, frozen=True):
    """When a person's clock rests. `quiet`: from and until, in minutes after midnight of their zone, over
    midnight too; `weekends`: on Saturdays and Sundays of their zone; `holidays`: spans, in order."""

    zone: str = "UTC"
    quiet: Span | None = None
    weekends: bool = False
    holidays: tuple[Span, ...] = ()

    def __post_init__(self) -> None:
        """ValueError when the clock would rest for more than half of every day."""
        if self.quiet is None:
            return
        since, until = self.quiet
        if not (0 <= since < 1440 and 0 <= until < 1440 and 0 < (until - since) % 1440 <= MOST_QUIET_MINUTES):
            raise ValueError("quiet hours are minutes of a day, and last from one minute to 12 hours")


def rests(hours: ClockPauses, moment: int) -> bool:
    """Whether the clock rests at a moment."""
    if any(start <= moment < end for start, end in hours.holidays):
        return True
    local = datetime.fromtimestamp(moment, _zone(hours.zone))
    if hours.weekends and local.weekday() >= 5:
        return True
    return hours.quiet is not None and _within(hours.quiet, local.hour * 60 + local.minute)


def running(hours: ClockPauses, start: int, end: int) -> int:
    """For how many seconds the clock runs from `start` until `end`."""
    total = 0
    for since, until, rest in _stretches(hours, start):
        if since >= end:
            return total
        total += 0 if rest else min(until, end) - since
    return total


def due(hours: ClockPauses, start: int, length: int) -> int:
    """The moment when the clock has run for `length` seconds since `start`."""
    left = length
    for since, until, rest in _stretches(hours, start):
        if not rest and left <= until - since:
            return since + left
        left -= 0 if rest else until - since
    return start + length


def awake(hours: ClockPauses, moment: int) -> int:
    """The moment itself, or the first one after it at which the clock runs."""
    return next(since for since, _, rest in _stretches(hours, moment) if not rest)


def _within(quiet: Span, minute: int) -> bool:
    since, until = quiet
    return since <= minute < until if since <= until else minute >= since or minute < until


def _stretches(hours: ClockPauses, start: int) -> Iterator[tuple[int, int, bool]]:
    """Time from `start` on, without end, in stretches in which the clock rests or runs throughout."""
    moment = start
    while True:
        until = _change_after(hours, moment)
        yield moment, until, rests(hours, moment)
        moment = until


def _change_after(hours: ClockPauses, moment: int) -> int:
    """The first moment after this one at which the clock may begin to rest or to run."""
    zone = _zone(hours.zone)
    local = datetime.fromtimestamp(moment, zone)
    second = local.hour * HOUR + local.minute * 60 + local.second
    marks = [0, *(60 * minute for minute in hours.quiet or ())]
    change = moment + min((mark - second) % DAY or DAY for mark in marks)
    edges = (edge for span in hours.holidays for edge in span if edge > moment)
    return _shift_before(zone, moment, min([change, *edges]))


def _shift_before(zone: ZoneInfo, start: int, end: int) -> int:
    """The moment in between at which the zone's clocks are put forward or back; `end` if they are not."""
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
        # A name that a later tz database has dropped must not stop anybody's clock.
        return ZoneInfo("UTC")
