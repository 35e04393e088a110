"""What is told of a contest: quietly, and each thing once."""

from __future__ import annotations

from collections.abc import Iterator

from bot.contests.contest import Contest
from bot.contests.terms import DAY
from bot.core import contest_ends
from storage.contests import ContestRow
from storage.rows import Message

CARD, RESULTS = contest_ends.CARD, contest_ends.RESULTS
ABSENT = "contest absent"
"""The kind of the messages that tell somebody that they get no new matches, since they didn't show up."""


def messages(row: ContestRow, before: Contest, after: Contest, now: int) -> Iterator[Message]:
    """That its card follows, and what there is to announce once it has gone on from `before`."""
    yield card(row, after.length, now)
    if after.terms.kind == "swiss":
        yield from _of_a_round(row, before, after, now)
    else:
        yield from _of_days(row, after, now)


def card(row: ContestRow, length: int, now: int) -> Message:
    """That its card shows what has happened until this event; once for each."""
    return _message(row, CARD, {"contest": row.id}, f"{CARD}:{row.id}:{length}", now, now)


def _of_a_round(row: ContestRow, before: Contest, after: Contest, now: int) -> Iterator[Message]:
    """That a round is over, which is so when the next one begins or it's all over."""
    is_over = after.ended_at is not None and before.ended_at is None
    if before.round and (after.round > before.round or is_over):
        payload = {"contest": row.id, "round": before.round}
        yield _message(row, RESULTS, payload, f"{RESULTS}:{row.id}:{before.round}", now, now)


def _of_days(row: ContestRow, after: Contest, now: int) -> Iterator[Message]:
    """What a day has brought, at its end."""
    ends = [one.ended_at for one in after.pairings if one.ended_at is not None]
    for day in sorted({at // DAY for at in ends if at > now - DAY}):
        due_at = (day + 1) * DAY if after.ended_at is None else now
        payload = {"contest": row.id, "day": day}
        yield _message(row, RESULTS, payload, f"{RESULTS}:{row.id}:day{day}", now, max(now, due_at))


def _message(
    row: ContestRow, kind: str, payload: dict[str, object], nonce: str, now: int, due_at: int
) -> Message:
    lane = f"contest:{row.id}" if kind == CARD else f"contest results:{row.id}"
    return Message(lane=lane, kind=kind, payload=payload, nonce=nonce, created_at=now, due_at=due_at)
