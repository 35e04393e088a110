"""What is told of a contest when it has gone on: quietly, and each thing once."""

from __future__ import annotations

from collections.abc import Iterator

from bot.contests.contest import Contest
from storage.contests import ContestRow
from storage.rows import Message

CARD = "contest"
"""The kind of the message by which a contest's card follows."""


def messages(row: ContestRow, before: Contest, after: Contest, now: int) -> Iterator[Message]:
    """That its card follows, where anything has changed."""
    if after.length != before.length:
        yield Message(
            lane=f"contest:{row.id}",
            kind=CARD,
            payload={"contest": row.id},
            nonce=f"{CARD}:{row.id}:{after.length}",
            created_at=now,
            due_at=now,
        )
