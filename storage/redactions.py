"""Words that moderators have taken out of records."""

from storage.handle import Reader, Writer
from storage.rows import QueuedMessage, load


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


async def shown(r: Reader, match_id: str, number: int) -> list[QueuedMessage]:
    """The messages about a match that may show what an action said: all that were sent since, and of what was
    sent to each person before, the last one, which may have become a panel."""
    return [
        load(QueuedMessage, row)
        async for row in r.queries.redactions.shown(r, match_id=match_id, number=number)
    ]
