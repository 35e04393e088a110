"""Corrections after the clock was put back, made in batches of rows.

What waits in the outbox and among the scheduled jobs keeps its remaining time, and messages of the time that
comes again may be sent again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from storage.engine.handle import Row, Writer

WALKS = ("outbox leased", "scheduled_jobs leased", "outbox fresh", "scheduled_jobs fresh", "nonces")
"""The passes, in order: each queue by the ends of its leases, then the rest of it by due time, then nonces.

In this order rows that arrive meanwhile are mostly left alone. Nonces go from the newest message back.
"""
_NEWEST = 2**63 - 1
_MOMENTS = ("since", "stopped", "heard")
"""The moments in the payload of a turn's deadline (`TurnClock` in bot/play/clocks/clocks.py)."""


class GoingBack(msgspec.Struct, frozen=True):
    """The correction after a process's clock was put back, and its progress.

    Attributes:
        before: The wrong time, in epoch seconds.
        after: The right time, in epoch seconds.
        soon: Seconds past `before` up to which what was due is moved.
        kinds: The kinds of messages whose nonces are forgotten.
        walk: The index in WALKS of the current pass.
        at: The time of the pass's last row; -1 at its start.
        id: The id of the pass's last row; -1 at its start.
    """

    host: int
    before: int
    after: int
    soon: int
    kinds: tuple[str, ...]
    walk: int = 0
    at: int = -1
    id: int = -1


async def go_back(w: Writer, going: GoingBack, rows: int, now: int) -> GoingBack | None:
    """Correct at most `rows` rows, and return what's left to do, or None.

    Rows written later than `now` were written by the wrong clock.
    """
    left = rows
    if going.walk == 0 and going.id < 0:
        await _facts_moved(w, going.before - going.after, now)
    while going.walk < len(WALKS):
        noun, _, how = WALKS[going.walk].partition(" ")
        looked_at, following = await (
            _move_rows(w, going, noun, how, left, now) if how else _forgot(w, going, left)
        )
        if following is not None:
            return following
        left -= looked_at
        going = msgspec.structs.replace(going, walk=going.walk + 1, at=-1, id=-1)
    return None


async def _move_rows(
    w: Writer, going: GoingBack, noun: str, how: str, rows: int, now: int
) -> tuple[int, GoingBack | None]:
    queries, until, by = getattr(w.queries, noun), going.before + going.soon, going.before - going.after
    behind = getattr(queries, f"{how}_behind")(w, at=going.at, id=going.id, until=until, now=now, rows=rows)
    found = [row async for row in behind]
    told = {"host": going.host, "by": by, "until": until, "now": now}
    await queries.go_back(
        w, [{**told, "id": row["id"], "payload": _payload_earlier(row, now, by)} for row in found]
    )
    return len(found), _further(going, [(row["at"], row["id"]) for row in found], rows)


def _payload_earlier(row: Row, now: int, by: int) -> str | None:
    """Return a job's payload with those moments of a turn's clock that lie after `now` moved back."""
    if "payload" not in row:
        return None

    def move(value: Any, *, is_moment: bool = False) -> Any:
        if isinstance(value, dict):
            return {name: move(part, is_moment=is_moment or name in _MOMENTS) for name, part in value.items()}
        return value - by if is_moment and isinstance(value, int) and value > now else value

    return msgspec.json.encode(move(msgspec.json.decode(row["payload"])), order="deterministic").decode()


async def _facts_moved(w: Writer, by: int, now: int) -> None:
    """Move the times of open challenges, searches and contests' events back to the right clock."""
    await w.queries.going_back.challenges(w, by=by, now=now)
    await w.queries.going_back.seeks(w, by=by, now=now)
    rows = [row async for row in w.queries.going_back.events(w)]
    events = [(row, msgspec.json.decode(row["event"])) for row in rows]
    moved = [
        {**row, "event": msgspec.json.encode({**event, "at": event["at"] - by}).decode()}
        for row, event in events
        if event["at"] > now
    ]
    if moved:
        await w.queries.deleting.rename_event(w, moved)
        contests = sorted({row["contest"] for row in moved})
        await w.queries.going_back.reread(w, [{"contest": contest} for contest in contests])


async def _forgot(w: Writer, going: GoingBack, rows: int) -> tuple[int, GoingBack | None]:
    newest = w.queries.outbox.newest_before(w, id=going.id if going.id >= 0 else _NEWEST, rows=rows)
    found = [row async for row in newest]
    said = [row["id"] for row in found if row["is_over"] and row["kind"] in going.kinds]
    again = {row["id"] for row in found if row["due_at"] >= going.after}
    await w.queries.outbox.forget_nonce(w, [{"id": id} for id in said if id in again])
    if all(row["created_at"] + going.soon < going.after for row in found):
        # All older messages were due before the time that comes again.
        return len(found), None if found or rows else going
    return len(found), _further(going, [(row["created_at"], row["id"]) for row in found], rows)


def _further(going: GoingBack, found: Sequence[tuple[int, int]], rows: int) -> GoingBack | None:
    """Return the progress after the last row found, or None if the pass is complete."""
    if len(found) < rows:
        return None
    if not found:
        return going
    return msgspec.structs.replace(going, at=found[-1][0], id=found[-1][1])
