"""People's own settings: when their clock rests, how they are reminded, and more."""

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
"""Marks at which a person can be reminded, besides `half` → seconds that are left then."""
HALF = "half"
_YEAR_SECONDS = 365 * 24 * HOUR


class PersonSettings(msgspec.Struct, frozen=True):
    """One person's settings, as stored.

    Attributes:
        hours: When their clock rests.
        marks: When they are reminded.
        where: Where they are reminded.
        hidden: Whether their profile is hidden from others.
        by_hand: Whether they do by hand what needs no choice, such as rolling.
        theme: The theme of their pictures.
        confirm: Whether each move needs a confirmation.
        levels: By the key of a game, the level they play if they name none.
        presets: By the key of a game, the preset they play if they name none.
        muted: What they aren't told by DM.
        challenges: Who may challenge them; `met`: people they have played.
    """

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
    """Return the settings in a row; the defaults if they can't be read anymore."""
    try:
        return msgspec.convert(data, PersonSettings)
    except msgspec.ValidationError:
        return PersonSettings()


async def settings_in(r: Reader, person: int) -> PersonSettings:
    """Return the current settings of a person; any process may have changed them."""
    row = await people.get(r, person)
    return from_row(row.settings) if row else PersonSettings()


async def keep(w: Writer, person: int, settings: PersonSettings) -> None:
    """Write the settings of a person."""
    await people.set_settings(w, person, msgspec.to_builtins(settings))


def with_quiet(settings: PersonSettings, quiet: Span | None, zone: str) -> PersonSettings:
    """Return the settings with other quiet hours, in minutes after midnight of a zone.

    Raise UserError if there's no such zone, or the quiet hours are too long.
    """
    if zone not in available_timezones():
        raise UserError(f"There's no time zone “{zone}”. Write it like Europe/Berlin.")
    try:
        hours = msgspec.structs.replace(settings.hours, quiet=quiet, zone=zone)
    except ValueError:
        raise UserError("Quiet hours can last from 1 minute to 12 hours, such as 22:00 to 8:00.") from None
    return msgspec.structs.replace(settings, hours=hours)


def with_weekends(settings: PersonSettings, rest: bool) -> PersonSettings:
    """Return the settings with weekends on which the clock rests, or runs."""
    return msgspec.structs.replace(settings, hours=msgspec.structs.replace(settings.hours, weekends=rest))


def holiday_hours_left(settings: PersonSettings, now: int) -> int:
    """Return hours of holiday left of 20 days in any 365; hours begun count, and each holiday's first."""
    since = now - _YEAR_SECONDS
    lasted = (end - max(start, since) for start, end in settings.hours.holidays if end > since)
    return max(0, HOLIDAY_HOURS_A_YEAR - sum(max(1, -(-seconds // HOUR)) for seconds in lasted))


def with_holiday(settings: PersonSettings, now: int, hours: int) -> PersonSettings:
    """Return settings with a holiday of `hours` from now; UserError if one runs or too few are left."""
    if on_holiday(settings, now):
        raise UserError("You're already on vacation. End it before you start another one.")
    left = holiday_hours_left(settings, now)
    if not 1 <= hours <= left:
        raise UserError(f"A vacation lasts at least 1 hour, and you have {left} left this year.")
    recent = tuple(span for span in settings.hours.holidays if span[1] > now - _YEAR_SECONDS)
    holidays = (*recent, (now, now + hours * HOUR))
    return msgspec.structs.replace(settings, hours=msgspec.structs.replace(settings.hours, holidays=holidays))


def without_holiday(settings: PersonSettings, now: int) -> PersonSettings:
    """Return the settings with the current holiday ended now; raise UserError if there is none."""
    if not on_holiday(settings, now):
        raise UserError("You aren't on vacation.")
    *before, (start, _) = settings.hours.holidays
    return msgspec.structs.replace(
        settings, hours=msgspec.structs.replace(settings.hours, holidays=(*before, (start, now)))
    )


def on_holiday(settings: PersonSettings, now: int) -> bool:
    """Return whether a holiday is under way."""
    return away_until(settings, now) is not None


def away_until(settings: PersonSettings, now: int) -> int | None:
    """Return when the current holiday ends, in epoch seconds, or None."""
    return next((end for start, end in settings.hours.holidays if start <= now < end), None)
