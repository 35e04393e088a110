"""Somebody's first visit: they're told once how things work."""

from __future__ import annotations

from bot.core.app_context import AppContext, Recent
from bot.core.seats import User, meet
from storage.tables import people

_REMEMBERED = 20_000
_SECONDS = 60
"""So long nobody asks again: somebody may delete themselves, in another process too, and come back as new."""
_FOR_GOOD = 2**63


class Welcomed:
    """Who is known to need no welcome; a help for speed, never the truth."""

    def __init__(self) -> None:
        self._until: Recent[int, int] = Recent(_REMEMBERED)

    def add(self, person: int, until: int = _FOR_GOOD) -> None:
        """They need none, as far as is known until then."""
        self._until[person] = until

    def has(self, person: int, now: int) -> bool:
        """Whether they need none."""
        return (self._until.get(person) or 0) > now


async def is_first_visit(app: AppContext, welcomed: Welcomed, person: User) -> bool:
    """Whether somebody is to be told now how things work: True once for each person, whichever of several
    processes asks."""
    now = app.now()
    if welcomed.has(person.id, now):
        return False
    async with app.database.read() as r:
        row = await people.get(r, person.id)
    first = (row is None or row.welcomed_at is None) and await _noted(app, person)
    welcomed.add(person.id, now + _SECONDS)
    return first


async def _noted(app: AppContext, person: User) -> bool:
    """They're met, and the moment is kept; False where another tap of theirs was faster."""
    async with app.database.write(f"person:{person.id}") as w:
        await meet(w, person, app.now())
        return await people.welcome(w, person.id, app.now())
