"""What people may set for themselves: when their clock rests, and how they are reminded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal
from zoneinfo import available_timezones

import msgspec

from bot.core.clock_pauses import HOLIDAY_HOURS_A_YEAR, HOUR, ClockPauses, Span
from bot.core.errors import UserError
from storage.engine.handle import Reader, Writer
from storage.tables import people

REMINDER_MARKS: dict[str, int] = {"24h": 24 * HOUR, "6h": 6 * HOUR, "1h": HOUR}
"""Marks at which a person can be reminded, besides `half`, by the time that is left then."""
HALF = "half"
_YEAR_SECONDS = 365 * 24 * HOUR


class PersonSettings(msgspec.Struct, frozen=True):
    """One person's settings as they are kept. `hours` stops the clock; `marks`: when to be reminded;
    `hidden`: others do not see their profile; `by_hand`: they like to do what needs no choice, such as to
    roll; `theme`: of their pictures; `confirm`: they are asked again before each move; `levels`, `presets`:
    by the key of a game, what they play where they say nothing else; `muted`: what they aren't told by DM;
    `challenges`: who may challenge them, `met`: people they have played."""

    hours: ClockPauses = ClockPauses()
    marks: tuple[str, ...] = ("24h",)
    where: str = "dm"
    hidden: bool = False
    by_hand: bool = False
    theme: str = "normal"
    confirm: bool = False
    levels: Mapping[str, str] = {}
    presets: Mapping[str, str] = {}
    muted: tuple[str, ...] = ()
    challenges: Literal["everyone", "met", "none"] = "everyone"


def from_row(data: Any) -> PersonSettings:
    """The settings in a row; what cannot be read any more is as if it had never been set."""
    try:
        return msgspec.convert(data, PersonSettings)
    except msgspec.ValidationError:
        return PersonSettings()


async def settings_in(r: Reader, person: int) -> PersonSettings:
    """The settings of a person as they are now; any process may have changed them."""
    row = await people.get(r, person)
    return from_row(row.settings) if row else PersonSettings()


async def keep(w: Writer, person: int, settings: PersonSettings) -> None:
    """Write the settings of a person."""
    await people.set_settings(w, person, msgspec.to_builtins(settings))


def with_quiet(settings: PersonSettings, quiet: Span | None, zone: str) -> PersonSettings:
    """Other quiet hours, in minutes after midnight of a zone. UserError when there is no such zone, or the
    clock would rest for too long."""
    if zone not in available_timezones():
        raise UserError(f"There's no time zone “{zone}”. Write it like Europe/Berlin.")
    try:
        hours = msgspec.structs.replace(settings.hours, quiet=quiet, zone=zone)
    except ValueError:
        raise UserError("Quiet hours can last from 1 minute to 12 hours, such as 22:00 to 8:00.") from None
    return msgspec.structs.replace(settings, hours=hours)


def with_weekends(settings: PersonSettings, rest: bool) -> PersonSettings:
    """Weekends on which the clock rests, or does not."""
    return msgspec.structs.replace(settings, hours=msgspec.structs.replace(settings.hours, weekends=rest))


def holiday_hours_left(settings: PersonSettings, now: int) -> int:
    """How many hours of holiday may still be taken: 20 days in any 365; each hour begun counts, and the first
    one of a holiday counts even where it ended at once."""
    since = now - _YEAR_SECONDS
    lasted = (end - max(start, since) for start, end in settings.hours.holidays if end > since)
    return max(0, HOLIDAY_HOURS_A_YEAR - sum(max(1, -(-seconds // HOUR)) for seconds in lasted))


def with_holiday(settings: PersonSettings, now: int, hours: int) -> PersonSettings:
    """A holiday of so many hours that begins now. UserError when one is under way or too few are left."""
    if on_holiday(settings, now):
        raise UserError("You're already on holiday. End it before you start another.")
    left = holiday_hours_left(settings, now)
    if not 1 <= hours <= left:
        raise UserError(f"A holiday lasts at least 1 hour, and you have {left} left this year.")
    recent = tuple(span for span in settings.hours.holidays if span[1] > now - _YEAR_SECONDS)
    holidays = (*recent, (now, now + hours * HOUR))
    return msgspec.structs.replace(settings, hours=msgspec.structs.replace(settings.hours, holidays=holidays))


def without_holiday(settings: PersonSettings, now: int) -> PersonSettings:
    """The holiday under way ends now. UserError when there is none."""
    if not on_holiday(settings, now):
        raise UserError("You aren't on holiday.")
    *before, (start, _) = settings.hours.holidays
    return msgspec.structs.replace(
        settings, hours=msgspec.structs.replace(settings.hours, holidays=(*before, (start, now)))
    )


def on_holiday(settings: PersonSettings, now: int) -> bool:
    """Whether a holiday is under way."""
    return away_until(settings, now) is not None


def away_until(settings: PersonSettings, now: int) -> int | None:
    """When the holiday under way ends; None when there is none."""
    return next((end for start, end in settings.hours.holidays if start <= now < end), None)
