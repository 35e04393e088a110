"""Somebody asks for all that is stored about them to be deleted. The job that does it is in `leaving`."""

from __future__ import annotations

from typing import Literal

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.hooks import Beginning
from storage.engine.handle import Reader
from storage.rows import ScheduledJob
from storage.tables import deleting, people, scheduled_jobs

DELETE = "delete-person"
OpenMatches = Literal["resign", "abort"]
"""What becomes of the matches under way: the opponents win, or nobody does."""
UNDER_WAY = "I'm deleting your data right now. You can start again in a few minutes, as someone new."
NOTHING = "I know nothing about you."


async def is_known(app: AppContext, person: int) -> bool:
    """Whether anything is stored about somebody."""
    async with app.database.read() as r:
        return await people.get(r, person) is not None


async def count_open(app: AppContext, person: int) -> int:
    """How many matches of theirs are under way."""
    async with app.database.read() as r:
        return len(await deleting.open_matches(r, person))


async def ask(app: AppContext, person: int, matches: OpenMatches) -> None:
    """Somebody is sure: from now on it happens, whatever becomes of this process.

    UserError for a stranger."""
    async with app.database.write(f"person:{person}") as w:
        if await people.get(w, person) is None:
            raise UserError(NOTHING)
        payload = {"matches": matches}
        await scheduled_jobs.set(
            w, ScheduledJob(kind=DELETE, subject=str(person), due_at=app.now(), payload=payload)
        )
    app.jobs.wake()


async def check(r: Reader, beginning: Beginning, now: int) -> None:
    """UserError where a person is to play who is just being deleted. For the other side it's one of the
    reasons why they aren't available, which `bot.community.peace.availability` keeps to itself."""
    if await scheduled_jobs.get(r, DELETE, str(beginning.person)) is not None:
        raise UserError(UNDER_WAY)
