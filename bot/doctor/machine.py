"""Checks that don't need Discord: the settings, the database, its disk, and the machine's clock."""

from __future__ import annotations

from pathlib import Path

from bot.doctor.report import Finding, format_count, ok, problem, warning
from storage.engine.errors import StorageError
from storage.engine.postgresql.errors import place_of
from storage.engine.postgresql.inspection import Looked, look
from storage.engine.sqlite.inspection import Inspection, inspect
from storage.rows import OpenPlace

SETTINGS, DATABASE, DISK, CLOCK = "settings", "database", "disk", "clock"
MEGABYTE = 1_000_000
_LEAST_FREE, _LITTLE_FREE = 50 * MEGABYTE, 500 * MEGABYTE
_ODD_SECONDS, _WRONG_SECONDS = 5.0, 60.0


def settings_fault(sentence: str) -> Finding:
    """Return a problem with the settings from an error's sentence, which mostly says what to do, too."""
    told, to_do = _split_advice(sentence)
    return problem(SETTINGS, told, to_do or "See .env.example for how it should look.")


def settings_warning(sentence: str) -> Finding:
    """Return a warning from a sentence about settings that work but could be safer."""
    return warning(SETTINGS, *_split_advice(sentence))


async def look_at_database(where: Path | str) -> tuple[list[Finding], tuple[OpenPlace, ...] | None]:
    """Inspect a database and its disk; return findings, and channels with open matches (None if unknown)."""
    try:
        if isinstance(where, str):
            server = await look(where)
            return [check_database(place_of(where), server)], server.places
        found = inspect(where)
    except StorageError as error:
        return [problem(DATABASE, *_split_advice(str(error)))], None
    return [check_database(where, found), check_disk(found)], found.places


def check_database(name: Path | str, found: Inspection | Looked) -> Finding:
    """Return the finding on a database that can be used."""
    if found.version == 0:
        return ok(DATABASE, f"{name} isn't there yet; the bot makes it when it starts for the first time.")
    matches = sum(place.matches for place in found.places)
    state = "is whole" if isinstance(found, Inspection) else "can be reached"
    told = f"{name} {state}, with {format_count(matches, 'open match', 'open matches')} in servers"
    if found.version == found.newest:
        return ok(DATABASE, f"{told}.")
    return ok(
        DATABASE,
        f"{told}. It has version {found.version}; the next start makes it {found.newest} and keeps a copy.",
    )


def check_disk(found: Inspection) -> Finding:
    """Return the finding on free disk space; an update writes a copy of the whole database beside it."""
    left = f"{found.free / MEGABYTE:,.0f} MB free"
    told = f"The database's disk has only {left}, and the database has {found.size / MEGABYTE:,.1f} MB."
    to_do = "Free up some space; when the disk is full, no one can play."
    if found.free < _LEAST_FREE + found.size:
        return problem(DISK, told, to_do)
    if found.free < _LITTLE_FREE + 2 * found.size:
        return warning(DISK, told, to_do)
    return ok(DISK, f"The database's disk has {left}.")


def check_clock(ahead: float) -> Finding:
    """Return the finding on a clock `ahead` seconds ahead of Discord's; negative means behind."""
    if abs(ahead) < _ODD_SECONDS:
        return ok(CLOCK, "This machine's clock agrees with Discord's.")
    way = "ahead of" if ahead > 0 else "behind"
    told = f"This machine's clock is {abs(ahead):,.0f} seconds {way} Discord's."
    to_do = "Turn on automatic time (NTP): deadlines and reminders follow this clock."
    return (problem if abs(ahead) >= _WRONG_SECONDS else warning)(CLOCK, told, to_do)


def _split_advice(text: str) -> tuple[str, str]:
    """Split one sentence at its colon, or two sentences, into fault and advice; the latter may be empty.

    A setting's name before the first colon, and colons in brackets, don't count.
    """
    name = text.partition(": ")[0]
    start = 0 if " " in name else len(name) + 1
    ends = ("): ", "). ") if "(" in text else (": ", ". ")
    places = [place for end in ends if (place := text.find(end, start)) >= 0]
    if not places:
        return text, ""
    cut = min(places) + len(ends[0]) - 2
    to_do = text[cut + 2 :]
    return f"{text[:cut]}.", f"{to_do[:1].upper()}{to_do[1:].rstrip('.')}."
