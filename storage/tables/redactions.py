"""Words that moderators have taken out of records."""

from collections.abc import Mapping
from typing import Any

from storage.engine.handle import Reader, Writer
from storage.rows import QueuedMessage, load, to_json


async def redact(w: Writer, match_id: str, number: int, text: str, by: int | None, at: int) -> bool:
    """Put a text without its words in the place of an action's, and take back the heart for them; False: that
    has been done before. The transaction needs the match for itself, and the person must be known."""
    q = w.queries.redactions
    if await q.add(w, match_id=match_id, number=number, by_person=by, at=at) is None:
        return False
    await q.change(w, match_id=match_id, number=number, text=text)
    await q.count(w, match_id=match_id)
    await q.forget_heart(w, match_id=match_id, number=number)
    return True


async def rewrite(w: Writer, match_id: str, options: Mapping[str, Any]) -> None:
    """Put options without words in the place of a match's and of its challenge's. The transaction needs the
    match for itself."""
    q, text = w.queries.redactions, to_json(dict(options))
    await q.rewrite(w, match_id=match_id, options=text)
    await q.rewrite_challenge(w, match_id=match_id, options=text)
    await q.count(w, match_id=match_id)


async def posted(r: Reader, match_id: str, lane: str) -> list[QueuedMessage]:
    """All messages about a match in this lane that were sent, or are being sent."""
    rows = r.queries.redactions.posted(r, match_id=match_id, lane=lane)
    return [load(QueuedMessage, row) async for row in rows]


async def shown(r: Reader, match_id: str, number: int) -> list[QueuedMessage]:
    """The messages about a match that may show what an action said: all that were sent since, and of what was
    sent to each person before, the last one, which may have become a panel."""
    return [
        load(QueuedMessage, row)
        async for row in r.queries.redactions.shown(r, match_id=match_id, number=number)
    ]
