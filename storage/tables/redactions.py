"""Words that moderators have removed from matches' records."""

from collections.abc import Mapping
from typing import Any

from storage.engine.handle import Reader, Writer
from storage.rows import QueuedMessage, load, to_json


async def redact(w: Writer, match_id: str, number: int, text: str, by: int | None, at: int) -> bool:
    """Replace an action's text by one without words, and remove the heart for them.

    Return False if that was done before. The transaction needs the match in `alone`, and the moderator must
    be a person of the database.
    """
    q = w.queries.redactions
    if await q.add(w, match_id=match_id, number=number, by_person=by, at=at) is None:
        return False
    await q.change(w, match_id=match_id, number=number, text=text)
    await q.count(w, match_id=match_id)
    await q.forget_heart(w, match_id=match_id, number=number)
    return True


async def rewrite(w: Writer, match_id: str, options: Mapping[str, Any]) -> None:
    """Replace the options of a match and its challenge by ones without words.

    The transaction needs the match in `alone`.
    """
    q, text = w.queries.redactions, to_json(dict(options))
    await q.rewrite(w, match_id=match_id, options=text)
    await q.rewrite_challenge(w, match_id=match_id, options=text)
    await q.count(w, match_id=match_id)


async def list_posted(r: Reader, match_id: str, lane: str) -> list[QueuedMessage]:
    """Return all messages about a match in this lane that were sent or may be on their way."""
    rows = r.queries.redactions.posted(r, match_id=match_id, lane=lane)
    return [load(QueuedMessage, row) async for row in rows]


async def list_shown(r: Reader, match_id: str, number: int) -> list[QueuedMessage]:
    """Return the messages about a match that may show an action's words.

    These are all that were sent since the action, and the last message before it in each lane, which may have
    become a panel.
    """
    return [
        load(QueuedMessage, row)
        async for row in r.queries.redactions.shown(r, match_id=match_id, number=number)
    ]
