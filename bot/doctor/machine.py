"""What can be told without Discord: the settings, the database, the room on its disk, the machine's clock."""

from __future__ import annotations

from pathlib import Path

from bot.doctor.findings import Finding, counted, ok, problem, warning
from storage.errors import StorageError
from storage.inspection import Inspection, inspect

SETTINGS, DATABASE, DISK, CLOCK = "settings", "database", "disk", "clock"
MEGABYTE = 1_000_000
_LEAST_FREE, _LITTLE_FREE = 50 * MEGABYTE, 500 * MEGABYTE
_ODD_SECONDS, _WRONG_SECONDS = 5.0, 60.0


def settings_fault(sentence: str) -> Finding:
    """What is wrong with the settings: its text says what, then what to do behind a colon or in a sentence."""
    told, colon, to_do = sentence.partition(": ")
    if not colon or sentence.startswith("There's no such setting"):
        told, _, to_do = sentence.rstrip(".").partition(". ")
    return problem(SETTINGS, f"{told.rstrip('.')}.", _as_sentence(to_do))


def look_at_database(path: Path) -> tuple[list[Finding], Inspection | None]:
    """What there is to say of a database and its disk, and what was found in it; None where it's unreadable."""
    try:
        found = inspect(path)
    except StorageError as error:
        told, _, to_do = str(error).partition(": ")
        return [problem(DATABASE, f"{told}.", _as_sentence(to_do))], None
    return [told_of_database(path, found), told_of_disk(found)], found


def told_of_database(path: Path, found: Inspection) -> Finding:
    """A database that can be used."""
    if found.version == 0:
        return ok(DATABASE, f"{path} isn't there yet; the bot makes it when it starts for the first time.")
    matches = sum(place.matches for place in found.places)
    told = f"{path} is whole, with {counted(matches, 'open match', 'open matches')} in servers"
    if found.version == found.newest:
        return ok(DATABASE, f"{told}.")
    return ok(
        DATABASE,
        f"{told}. It has version {found.version}; the next start makes it {found.newest} and keeps a copy.",
    )


def told_of_disk(found: Inspection) -> Finding:
    """The room that is left; an update writes a copy of the whole database beside it."""
    left = f"{found.free / MEGABYTE:,.0f} MB free"
    told = f"The database's disk has only {left}, and the database has {found.size / MEGABYTE:,.1f} MB."
    to_do = "Free up some space; when the disk is full, no one can play."
    if found.free < _LEAST_FREE + found.size:
        return problem(DISK, told, to_do)
    if found.free < _LITTLE_FREE + 2 * found.size:
        return warning(DISK, told, to_do)
    return ok(DISK, f"The database's disk has {left}.")


def told_of_clock(ahead: float) -> Finding:
    """By how many seconds the machine's clock is ahead of Discord's; behind it where negative."""
    if abs(ahead) < _ODD_SECONDS:
        return ok(CLOCK, "This machine's clock agrees with Discord's.")
    told = f"This machine's clock is {abs(ahead):,.0f} seconds {'ahead of' if ahead > 0 else 'behind'} Discord's."
    to_do = "Turn on automatic time (NTP): deadlines and reminders follow this clock."
    return (problem if abs(ahead) >= _WRONG_SECONDS else warning)(CLOCK, told, to_do)


def _as_sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}." if text else "See .env.example."
