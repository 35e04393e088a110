"""The record of each person's first visit, so that they're told only once how things work."""

from __future__ import annotations

from bot.core.app_context import AppContext, Recent
from bot.core.seats import User, meet
from storage.tables import people

_REMEMBERED = 20_000
_SECONDS = 60
"""Seconds until a person is looked up again: they may have deleted their data, even in another process."""
_FOR_GOOD = 2**63


class Welcomed:
    """A cache of people who need no welcome; the database has the truth."""

    def __init__(self) -> None:
        self._until: Recent[int, int] = Recent(_REMEMBERED)

    def add(self, person: int, until: int = _FOR_GOOD) -> None:
        """Remember that a person needs no welcome until a moment in seconds; by default forever."""
        self._until[person] = until

    def has(self, person: int, now: int) -> bool:
        """Return whether a person is known to need no welcome."""
        return (self._until.get(person) or 0) > now


async def is_first_visit(app: AppContext, welcomed: Welcomed, person: User) -> bool:
    """Return whether to tell a person now how things work: True only once, even with several processes."""
    now = app.now()
    if welcomed.has(person.id, now):
        return False
    async with app.database.read() as r:
        row = await people.get(r, person.id)
    first = (row is None or row.welcomed_at is None) and await _note_visit(app, person)
    welcomed.add(person.id, now + _SECONDS)
    return first


async def _note_visit(app: AppContext, person: User) -> bool:
    """Record the first visit of a person; return False if another tap of theirs was faster."""
    async with app.database.write(f"person:{person.id}") as w:
        await meet(w, person, app.now())
        return await people.welcome(w, person.id, app.now())
