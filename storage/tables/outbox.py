"""The outbox: messages kept until they are sent."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from storage.engine.handle import Reader, Writer
from storage.rows import Message, QueuedMessage, dump, load

_EVERY_ID = 2**63 - 1
_ALL_ALIKE: Mapping[str, int] = MappingProxyType({})


async def add(w: Writer, messages: Iterable[Message]) -> None:
    """Queue messages in order; those whose nonce exists already are skipped."""
    await w.queries.outbox.add(w, [dump(message) for message in messages])


class Waits(NamedTuple):
    """Whether a message may be sendable now, and whether more rows are due than a given number."""

    anything: bool
    more: bool


async def waits(r: Reader, now: int, number: int) -> Waits:
    """Return what waits, in a time that doesn't grow with the number of rows."""
    row = await r.queries.outbox.waits(r, now=now, number=number)
    return Waits(bool(row["anything"]), bool(row["more"]))


async def line(
    r: Reader, host: int, now: int, most: int, patience: Mapping[str, int] = _ALL_ALIKE
) -> list[int]:
    """Return the messages that a process may send now: at most the first of each lane.

    `patience` is the seconds for which a kind lets others go first; after that its turn comes, however much
    is more urgent. The time taken grows with the number of waiting rows.

    Returns:
        Their ids, at most `most`, the most urgent first.
    """
    told = msgspec.json.encode(dict(patience)).decode()
    rows = r.queries.outbox.line(r, host=host, now=now, most=most, patience=told)
    return [row["id"] async for row in rows]


async def claim(
    w: Writer, host: int, now: int, lease_seconds: int, limit: int, line: Iterable[int]
) -> list[QueuedMessage]:
    """Lease the first `limit` sendable messages of a `line` found a moment ago, and return them by id.

    The same process is given an unfinished row again after `lease_seconds`, others once it's gone (`free`).
    """
    ids, until = msgspec.json.encode(list(line)).decode(), now + lease_seconds
    rows = w.queries.outbox.claim(w, host=host, now=now, until=until, limit=limit, line=ids)
    claimed = [load(QueuedMessage, row) async for row in rows]
    return sorted(claimed, key=lambda message: message.id)


async def mark_sent(w: Writer, message: QueuedMessage, message_id: int | None, at: int) -> bool:
    """Record that a message was sent; `message_id` is set if that made a message.

    This and the other marks return False and change nothing if another process has taken the row meanwhile.
    """
    held = _match_holder(message)
    return await w.queries.outbox.mark_sent(w, **held, message_id=message_id, at=at) is not None


async def mark_retry(
    w: Writer, message: QueuedMessage, error: str, again_at: int, *, away: bool = False
) -> bool:
    """Record a temporary failure; the message and its lane wait until `again_at`, for any process.

    With `away`, Discord is the cause, and the message is due once it's back (`make_retries_due`).
    """
    told = {"error": error, "again_at": again_at, "away": away}
    return await w.queries.outbox.mark_retry(w, **_match_holder(message), **told) is not None


async def mark_failed(
    w: Writer, message: QueuedMessage, error: str, at: int, *, unheard: bool = False
) -> bool:
    """Record a permanent failure; the lane continues without the message.

    With `unheard`, the addressee is unreachable and gets it once they can be reached again (`revive`).
    """
    told = {"error": error, "at": at, "unheard": unheard}
    return await w.queries.outbox.mark_failed(w, **_match_holder(message), **told) is not None


def _match_holder(message: QueuedMessage) -> dict[str, int]:
    """Return the parameters that match a row only while its holder is unchanged."""
    return {"id": message.id, "lease_by": -1 if message.lease_by is None else message.lease_by}


async def cancel(
    w: Writer, match_id: str, kind: str, at: int, before: int | None = None, lane: str | None = None
) -> int:
    """Give up unsent messages of a kind about a match; return how many.

    With `before` only those with ids below it, and with `lane` only those in it. Messages being sent are left
    alone.
    """
    newest = _EVERY_ID if before is None else before
    rows = w.queries.outbox.cancel(w, match_id=match_id, kind=kind, at=at, before=newest, lane=lane)
    return len([row async for row in rows])


async def make_due(w: Writer, match_id: str, now: int) -> None:
    """Make a match's messages that are due later due now."""
    await w.queries.outbox.make_due(w, match_id=match_id, now=now)


async def waiting(r: Reader, lane: str, now: int) -> list[QueuedMessage]:
    """Return the due, unsent messages of a lane by id, including those being sent."""
    return [load(QueuedMessage, row) async for row in r.queries.outbox.waiting(r, lane=lane, now=now)]


async def newest_sent(r: Reader, match_id: str, lane: str, most: int) -> list[QueuedMessage]:
    """Return at most `most` messages of a lane about a match that are shown on Discord, newest first."""
    rows = r.queries.outbox.newest_sent(r, match_id=match_id, lane=lane, most=most)
    return [load(QueuedMessage, row) async for row in rows]


async def get(r: Reader, id: int) -> QueuedMessage | None:
    """Return one message, or None."""
    row = await r.queries.outbox.get(r, id=id)
    return row and load(QueuedMessage, row)


async def is_overtaken(r: Reader, message: QueuedMessage, now: int) -> bool:
    """Return whether a newer message of the same kind is due in the same lane."""
    lane, kind = message.lane, message.kind
    return bool(await r.queries.outbox.overtaken(r, lane=lane, kind=kind, id=message.id, now=now))


async def make_retries_due(w: Writer) -> None:
    """Make the messages that wait for Discord due now."""
    await w.queries.outbox.make_retries_due(w)


async def mark_undelivered(w: Writer, nonce: str, error: str, at: int) -> None:
    """Record that a message taken for sent wasn't delivered, so that it can be revived."""
    await w.queries.outbox.mark_undelivered(w, nonce=nonce, error=error, at=at)


async def retry(w: Writer, nonce: str) -> None:
    """Make a failed message due once more; sent and waiting messages are unchanged."""
    await w.queries.outbox.retry(w, nonce=nonce)


async def revive(w: Writer, lane: str | None = None, guild: int | None = None) -> int:
    """Make undeliverable messages due again; return how many.

    A lane limits them to that lane, and a server to its open matches.
    """
    return len([row async for row in w.queries.outbox.revive(w, lane=lane, guild=guild)])


async def has(r: Reader, nonce: str) -> bool:
    """Return whether there is a message with this nonce, sent or not."""
    return bool(await r.queries.outbox.has(r, nonce=nonce))


async def message_of(r: Reader, nonce: str) -> int | None:
    """Return the id of the Discord message that a sent row made, or None."""
    found: int | None = await r.queries.outbox.message_of(r, nonce=nonce)
    return found


async def forget_in(w: Writer, kind: str, guild: int, *, unheard: bool = False) -> None:
    """Free the nonces of sent messages of a kind about a server's open matches, to send them again.

    With `unheard`, also of failed ones, which are then no longer revived.
    """
    await w.queries.outbox.forget_in(w, kind=kind, guild=guild, unheard=unheard)


async def release(w: Writer) -> None:
    """Make messages due now that no listed process is sending, including retries; for the start."""
    await w.queries.outbox.release(w)


async def free(w: Writer) -> int:
    """Make messages due now that processes no longer listed were sending; return how many."""
    return len([row async for row in w.queries.outbox.free(w)])


async def next_due(r: Reader, host: int, now: int) -> int | None:
    """Return the next time after `now` at which a line may have more to send, or None."""
    due: int | None = await r.queries.outbox.next_due(r, host=host, now=now)
    return due
