"""A search is looked at again and again until it finds somebody, or is over after three days."""

from __future__ import annotations

from bot.core import notices
from bot.core.app_context import AppContext
from bot.matchmaking.lobby.fit import STEP_SECONDS, is_long
from bot.matchmaking.lobby.pairing import look_at, pair
from games import GAMES
from storage.rows import DueJob, Message
from storage.tables import outbox, seeks
from storage.tables.seeks import Seek

INSTEAD = "lobby-instead"
"""What somebody is told whom nobody has taken for a day: what else they could do."""


async def look_again(app: AppContext, due: DueJob) -> None:
    """The job of an open search: it's over, or finds somebody now that its range is wider, or goes on."""
    async with app.database.read() as r:
        seek = await seeks.get(r, due.subject)
    if seek is None or not seek.is_open:
        return
    if app.now() >= seek.expires_at:
        await _expire(app, seek)
    elif not await pair(app, seek):
        await _go_on(app, seek)
    app.wake()


async def _expire(app: AppContext, seek: Seek) -> None:
    now, title = app.now(), GAMES[seek.game].title
    told = f"I found no {title} opponent for you within three days. `/play` starts a new search."
    async with app.database.write(f"person:{seek.person}") as w:
        if await seeks.close(w, seek.id, "expired", now):
            await outbox.add(w, [notices.note(seek.person, told, f"note:{seek.id}", now, "expiry")])


async def _go_on(app: AppContext, seek: Seek) -> None:
    """Set the next look; after a day, once, its person hears what else there is."""
    now = app.now()
    steps = (now - seek.created_at) // STEP_SECONDS + 1
    async with app.database.write(f"person:{seek.person}") as w:
        found = await seeks.get(w, seek.id)
        if found is None or not found.is_open:
            return
        await look_at(w, seek, seek.created_at + steps * STEP_SECONDS)
        if is_long(seek, now):
            await outbox.add(w, [_instead(seek, now)])


def _instead(seek: Seek, now: int) -> Message:
    """Said once: the outbox keeps a nonce once."""
    return Message(
        lane=notices.person_lane(seek.person),
        kind=INSTEAD,
        payload={"person": seek.person, "search": seek.id, "topic": "expiry"},
        nonce=f"{INSTEAD}:{seek.id}",
        created_at=now,
        due_at=now,
    )
