"""The reading of a contest's start: “in 2 hours”, “Friday 18:00”, “tomorrow 9 pm”, a timestamp."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.core.errors import UserError

MOST_DAYS = 180
"""The most days ahead that a contest can be planned."""
_UNITS = {"m": 60, "h": 3600, "d": 86_400, "w": 604_800}
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SPAN = re.compile(r"(?:in\s+)?(\d{1,4})\s*(m|h|d|w)[a-z]*")
_STAMP = re.compile(r"(?:<t:)?(\d{9,11})(?::[a-z])?>?")
_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?:[t ]+|$)(.*)")
_TIME = re.compile(r"(?:at\s+)?(\d{1,2})(?::(\d{2}))?\s*(am|pm)?")
Reading = Callable[[str, datetime], datetime | None]


def moment(text: str, now: int, zone: str) -> int:
    """Return the moment a text means, in epoch seconds; raise UserError if unreadable, past or too far."""
    here = datetime.fromtimestamp(now, _zone(zone))
    plain = " ".join(text.strip().lower().split())
    found = next((at for read in _READINGS if (at := read(plain, here)) is not None), None)
    if found is None:
        raise UserError(f"I can't read “{text}” as a time. Write it like “in 2 hours” or “Friday 18:00”.")
    start = int(found.timestamp())
    if start < now:
        raise UserError(f"“{text}” is in the past. Write a time that's still to come.")
    if start > now + MOST_DAYS * _UNITS["d"]:
        raise UserError(f"“{text}” is too far away. It can begin within {MOST_DAYS} days.")
    return start


def write(at: int, zone: str) -> str:
    """Return a moment as a text that `moment` reads, to the minute."""
    return f"{datetime.fromtimestamp(at, _zone(zone)):%Y-%m-%d %H:%M}"


def _zone(name: str) -> tzinfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def _now(text: str, here: datetime) -> datetime | None:
    return here if text == "now" else None


def _span(text: str, here: datetime) -> datetime | None:
    found = _SPAN.fullmatch(text)
    return here + timedelta(seconds=int(found[1]) * _UNITS[found[2]]) if found else None


def _stamp(text: str, here: datetime) -> datetime | None:
    found = _STAMP.fullmatch(text)
    return datetime.fromtimestamp(int(found[1]), here.tzinfo) if found else None


def _date(text: str, here: datetime) -> datetime | None:
    found = _DATE.fullmatch(text)
    if found is None:
        return None
    try:
        day = here.replace(year=int(found[1]), month=int(found[2]), day=int(found[3]))
    except ValueError:
        return None
    return _at(day, found[4] or "12:00")


def _day(text: str, here: datetime) -> datetime | None:
    """Return a day by its name, at noon if no time is given; today means next week once that's past."""
    name, _, time = text.partition(" ")
    ahead = {"today": 0, "tomorrow": 1}.get(name)
    if ahead is not None:
        return _at(here + timedelta(days=ahead), time or "12:00")
    named = [number for number, day in enumerate(_DAYS) if len(name) > 2 and day.startswith(name)]
    if not named:
        return None
    found = _at(here + timedelta(days=(named[0] - here.weekday()) % 7), time or "12:00")
    return found + timedelta(days=7) if found is not None and found < here else found


def _clock(text: str, here: datetime) -> datetime | None:
    """Return the next moment with a time of day."""
    if text.isdecimal():
        return None
    found = _at(here, text)
    return found + timedelta(days=1) if found is not None and found < here else found


def _at(day: datetime, time: str) -> datetime | None:
    """Return a time on a day, or None if the text is no time."""
    found = _TIME.fullmatch(time)
    if found is None:
        return None
    hour, minute = int(found[1]), int(found[2] or 0)
    if found[3]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if found[3] == "pm" else 0)
    if hour > 23 or minute > 59:
        return None
    return day.replace(hour=hour, minute=minute, second=0, microsecond=0)


_READINGS: tuple[Reading, ...] = (_now, _stamp, _span, _date, _day, _clock)
