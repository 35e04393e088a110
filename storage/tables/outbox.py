"""The outbox: what must be said, kept until it is said."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from storage.engine.handle import Reader, Writer
from storage.rows import Message, QueuedMessage, dump, load

_EVERY_ID = 2**63 - 1
_ALL_ALIKE: Mapping[str, int] = MappingProxyType({})


async def add(w: Writer, messages: Iterable[Message]) -> None:
    """Queue messages in their order; one whose nonce is there already is left as it is."""
    await w.queries.outbox.add(w, [dump(message) for message in messages])


class Waits(NamedTuple):
    """anything: something may be sent now, or nearly so; more: more is due than a number of rows."""

    anything: bool
    more: bool


async def waits(r: Reader, now: int, number: int) -> Waits:
    """What waits, at a glance: it takes no longer the more there is."""
    row = await r.queries.outbox.waits(r, now=now, number=number)
    return Waits(bool(row["anything"]), bool(row["more"]))


async def line(
    r: Reader, host: int, now: int, most: int, patience: Mapping[str, int] = _ALL_ALIKE
) -> list[int]:
    """The ids of what a host may send now, at most the first of each lane, what was due first in front.

    `patience`: for how many seconds a kind lets others go first; in the end its turn comes, however much is
    more urgent. It goes through all that waits."""
    told = msgspec.json.encode(dict(patience)).decode()
    rows = r.queries.outbox.line(r, host=host, now=now, most=most, patience=told)
    return [row["id"] async for row in rows]


async def claim(
    w: Writer, host: int, now: int, lease_seconds: int, limit: int, line: Iterable[int]
) -> list[QueuedMessage]:
    """Take the first of a `line` that was found a moment ago, without those that may no longer be sent; in
    the order of ids.

    A claimed row is the host's: it is given to that host again after lease_seconds, and to others once the
    host is gone (`free`).
    """
    ids, until = msgspec.json.encode(list(line)).decode(), now + lease_seconds
    rows = w.queries.outbox.claim(w, host=host, now=now, until=until, limit=limit, line=ids)
    claimed = [load(QueuedMessage, row) async for row in rows]
    return sorted(claimed, key=lambda message: message.id)


async def mark_sent(w: Writer, message: QueuedMessage, message_id: int | None, at: int) -> bool:
    """It has been said; message_id where that made a message. False, like all that is marked: nothing is
    changed, for since it was claimed or read somebody else has taken it."""
    held = _held(message)
    return await w.queries.outbox.mark_sent(w, **held, message_id=message_id, at=at) is not None


async def mark_retry(
    w: Writer, message: QueuedMessage, error: str, again_at: int, *, away: bool = False
) -> bool:
    """It failed for now: it is given again from again_at on, to any host, and its lane waits with it. `away`:
    because of Discord, so that it is given again as soon as that is back (`make_retries_due`)."""
    told = {"error": error, "again_at": again_at, "away": away}
    return await w.queries.outbox.mark_retry(w, **_held(message), **told) is not None


async def mark_failed(
    w: Writer, message: QueuedMessage, error: str, at: int, *, unheard: bool = False
) -> bool:
    """It cannot be said: its lane goes on without it. `unheard`: its addressee cannot be reached, and is told
    when they can be again (`revive`)."""
    told = {"error": error, "at": at, "unheard": unheard}
    return await w.queries.outbox.mark_failed(w, **_held(message), **told) is not None


def _held(message: QueuedMessage) -> dict[str, int]:
    """By which a statement finds a row while it is held by whom it was held by."""
    return {"id": message.id, "lease_by": -1 if message.lease_by is None else message.lease_by}


async def cancel(w: Writer, match_id: str, kind: str, at: int, before: int | None = None) -> int:
    """Give up unsent rows of a kind, those with an id below `before` only; returns how many.

    A row that is being sent just now is left alone.
    """
    newest = _EVERY_ID if before is None else before
    rows = w.queries.outbox.cancel(w, match_id=match_id, kind=kind, at=at, before=newest)
    return len([row async for row in rows])


async def make_due(w: Writer, match_id: str, now: int) -> None:
    """What is to be said of this match later is due now."""
    await w.queries.outbox.make_due(w, match_id=match_id, now=now)


async def waiting(r: Reader, lane: str, now: int) -> list[QueuedMessage]:
    """What is due in a lane and not sent, in the order of ids, what is being sent among it."""
    return [load(QueuedMessage, row) async for row in r.queries.outbox.waiting(r, lane=lane, now=now)]


async def get(r: Reader, id: int) -> QueuedMessage | None:
    """One row; None when there is none."""
    row = await r.queries.outbox.get(r, id=id)
    return row and load(QueuedMessage, row)


async def is_overtaken(r: Reader, message: QueuedMessage, now: int) -> bool:
    """Whether a newer row of the same kind is due in the same lane."""
    lane, kind = message.lane, message.kind
    return bool(await r.queries.outbox.overtaken(r, lane=lane, kind=kind, id=message.id, now=now))


async def make_retries_due(w: Writer) -> None:
    """Discord is back: what waits for that is due now."""
    await w.queries.outbox.make_retries_due(w)


async def mark_undelivered(w: Writer, nonce: str, error: str, at: int) -> None:
    """What was taken for said has not been heard; it can be revived."""
    await w.queries.outbox.mark_undelivered(w, nonce=nonce, error=error, at=at)


async def retry(w: Writer, nonce: str) -> None:
    """What was given up is tried once more; nothing changes for what was sent or still waits."""
    await w.queries.outbox.retry(w, nonce=nonce)


async def revive(w: Writer, lane: str | None = None, guild: int | None = None) -> int:
    """What nobody could be told is due again, in one lane or all, and of the matches of one server or all;
    counted."""
    return len([row async for row in w.queries.outbox.revive(w, lane=lane, guild=guild)])


async def has(r: Reader, nonce: str) -> bool:
    """Whether there is a row with this nonce, sent or not."""
    return bool(await r.queries.outbox.has(r, nonce=nonce))


async def forget_in(w: Writer, kind: str, guild: int, *, unheard: bool = False) -> None:
    """What was said of a kind about the open matches of a server may be said again; `unheard`: what was not
    heard, too, and it is not revived any more."""
    await w.queries.outbox.forget_in(w, kind=kind, guild=guild, unheard=unheard)


async def release(w: Writer) -> None:
    """For the start: what no host on the list is sending is due now, what waits for its next attempt, too."""
    await w.queries.outbox.release(w)


async def free(w: Writer) -> int:
    """What was being sent by hosts that are not on the list any more is due now; counted."""
    return len([row async for row in w.queries.outbox.free(w)])


async def next_due(r: Reader, host: int, now: int) -> int | None:
    """The time after `now` from which a line may have something that it doesn't have now; None: never."""
    due: int | None = await r.queries.outbox.next_due(r, host=host, now=now)
    return due
