"""What waits for one person becomes one message: a digest, a row of the outbox of its own.

It is a row so that a resend after a crash says just what the first attempt said, under the same nonce."""

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
"""After this time the nonce of an attempt that may have gone through does not protect any more, so that what
was tried alone may be told together with the rest."""
_NOTES_ROOM = 1200
"""Characters of the notes of one digest; what is more is told in the next one."""
_TURN_CALLS = {notices.PING, notices.REMINDER}
_MERGEABLE = {*_TURN_CALLS, notices.BRIEFING, notices.RESULT, notices.NOTE, notices.DIGEST}


async def merged(w: Writer, head: QueuedMessage, now: int) -> bool:
    """Put what waits behind `head`, just claimed, into a digest with it; False: it is to be sent alone."""
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
        # The same rows were told together before, and nobody heard it.
        digest = msgspec.structs.replace(digest, nonce=f"{digest.nonce}:{now}")
    await outbox.add(w, [digest])
    for message in part:
        await outbox.mark_failed(w, message, f"told in {digest.nonce}", now)


async def contents(r: Reader, digest: QueuedMessage) -> list[QueuedMessage]:
    """The rows that a digest tells, oldest first."""
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
    """What nobody is sending just now besides `head`: it would be told twice."""
    return [message for message in waiting if message.lease_by is None or message.id == head.id]


def _together(waiting: list[QueuedMessage], head: QueuedMessage, now: int) -> list[QueuedMessage]:
    """What may be told with `head`: everything after an outage, else the turns that wait, untried so far."""
    if now - head.due_at >= LATE_SECONDS:
        return list(takewhile(lambda message: message.kind in _MERGEABLE, waiting))
    if head.attempts > 1:
        return []
    return list(takewhile(lambda message: message.kind in _TURN_CALLS, waiting))


def _parts(together: list[QueuedMessage]) -> Iterator[list[QueuedMessage]]:
    """As few digests as have room for the notes."""
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
    """Characters of the notes in a row; everything else takes a line of its match."""
    known: int | None = message.payload.get("size")
    return len(message.payload.get("text", "")) if known is None else known


Topic = Literal["turns", "results", "holidays", "expiry"]
TOPICS: tuple[Topic, ...] = get_args(Topic)
"""What can be muted, as it is kept."""
_KINDS: dict[str, Topic] = {notices.PING: "turns", notices.RESULT: "results"}


def topic_of(message: QueuedMessage) -> str | None:
    """What a message is about, if that can be muted."""
    about: str | None = message.payload.get("topic")
    return about or _KINDS.get(message.kind)


async def is_muted(app: AppContext, message: QueuedMessage) -> bool:
    """Whether the one whom a message is for doesn't want to hear it."""
    topic, person = topic_of(message), message.payload.get("person")
    if topic is None or person is None:
        return False
    async with app.database.read() as r:
        return topic in (await settings_in(r, person)).muted
