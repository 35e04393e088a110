"""Digests: one outbox row for several messages that wait for one person.

Because it's a row, a resend after a crash says what the first attempt said, under the same nonce.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Literal, get_args

import msgspec

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.person_settings import settings_in
from storage.engine.handle import Reader, Writer
from storage.rows import Message, QueuedMessage
from storage.tables import outbox

LATE_SECONDS = 300
"""Seconds after which Discord no longer deduplicates the nonce of an attempt that may have succeeded.

From then on, a message that was tried alone may go into a digest.
"""
_NOTES_ROOM = 1200
"""The maximum number of characters of one digest's notes; further notes go into the next digest."""
_TURN_CALLS = {notices.PING, notices.REMINDER}
_MERGEABLE = {*_TURN_CALLS, notices.BRIEFING, notices.RESULT, notices.NOTE, notices.DIGEST}


async def merge_waiting(w: Writer, head: QueuedMessage, now: int) -> bool:
    """Merge a message just claimed with those waiting behind it; return False if it's to be sent alone."""
    if not head.lane.startswith(notices.PERSON_LANE) or head.kind not in _MERGEABLE:
        return False
    parts = list(_parts(_together(_unsent(await outbox.waiting(w, head.lane, now), head), head, now)))
    if not parts or len(parts[0]) < 2:
        return False
    for part in parts:
        await _merge(w, part, now)
    return True


async def _merge(w: Writer, part: list[QueuedMessage], now: int) -> None:
    digest = _digest(part, now)
    if await outbox.has(w, digest.nonce):
        # An earlier digest of the same rows reached no one.
        digest = msgspec.structs.replace(digest, nonce=f"{digest.nonce}:{now}")
    await outbox.add(w, [digest])
    for message in part:
        await outbox.mark_failed(w, message, f"told in {digest.nonce}", now)


async def contents(r: Reader, digest: QueuedMessage) -> list[QueuedMessage]:
    """Return the messages that a digest sums up, oldest first."""
    found = [await outbox.get(r, id) for id in digest.payload["rows"]]
    return [message for message in found if message is not None]


def _digest(part: list[QueuedMessage], now: int) -> Message:
    head, rows = part[0], [id for message in part for id in message.payload.get("rows", [message.id])]
    size = sum(map(_size, part))
    return Message(
        lane=head.lane,
        kind=notices.DIGEST,
        payload={"person": head.payload["person"], "rows": rows, "size": size},
        nonce=f"digest:{part[-1].id}",
        created_at=now,
        due_at=head.due_at,
    )


def _unsent(waiting: list[QueuedMessage], head: QueuedMessage) -> list[QueuedMessage]:
    """Return the waiting messages that no process is sending, and `head`; others would be sent twice."""
    return [message for message in waiting if message.lease_by is None or message.id == head.id]


def _together(waiting: list[QueuedMessage], head: QueuedMessage, now: int) -> list[QueuedMessage]:
    """Return the messages that may be merged with `head`.

    After an outage these are all mergeable ones; otherwise only calls about turns, if `head` is untried.
    """
    if now - head.due_at >= LATE_SECONDS:
        return list(takewhile(lambda message: message.kind in _MERGEABLE, waiting))
    if head.attempts > 1:
        return []
    return list(takewhile(lambda message: message.kind in _TURN_CALLS, waiting))


def _parts(together: list[QueuedMessage]) -> Iterator[list[QueuedMessage]]:
    """Yield the messages of each digest: as few digests as have room for the notes."""
    part, room = list[QueuedMessage](), _NOTES_ROOM
    for message in together:
        if part and _size(message) > room:
            yield part
            part, room = [], _NOTES_ROOM
        part.append(message)
        room -= _size(message)
    if part:
        yield part


def _size(message: QueuedMessage) -> int:
    """Return the characters of a message's notes; any other message takes just a line for its match."""
    known: int | None = message.payload.get("size")
    return len(message.payload.get("text", "")) if known is None else known


Topic = Literal["turns", "results", "holidays", "expiry"]
TOPICS: tuple[Topic, ...] = get_args(Topic)
"""The topics that a person can mute, as they are stored."""
_KINDS: dict[str, Topic] = {notices.PING: "turns", notices.RESULT: "results"}


def topic_of(message: QueuedMessage) -> str | None:
    """Return the topic by which a message can be muted, or None."""
    about: str | None = message.payload.get("topic")
    return about or _KINDS.get(message.kind)


async def is_muted(app: AppContext, message: QueuedMessage) -> bool:
    """Return whether the person a message is for has muted its topic."""
    topic, person = topic_of(message), message.payload.get("person")
    if topic is None or person is None:
        return False
    async with app.database.read() as r:
        return topic in (await settings_in(r, person)).muted
