"""How much waits, and how much is under way: figures for the operator, without anything about anybody."""

from typing import NamedTuple

from storage.engine.handle import Reader

STATES = ("due", "sending", "retrying", "away", "later", "unheard")
"""Of rows of the outbox that aren't sent: to be sent now; being sent; failed, and to be tried again; waiting
for Discord; due at a later time; waiting until their addressee can be reached."""


class Waiting(NamedTuple):
    """Rows of the outbox by their states. oldest: since when the longest overdue of them has been due, epoch
    seconds; None: none is overdue."""

    states: dict[str, int]
    oldest: int | None


async def outbox(r: Reader, now: int) -> Waiting:
    """What isn't sent yet."""
    rows = [row async for row in r.queries.health.outbox_states(r, now=now)]
    states = dict.fromkeys(STATES, 0) | {row["state"]: row["number"] for row in rows}
    states["unheard"] = await r.queries.health.unheard(r)
    overdue = [row["oldest"] for row in rows if row["state"] != "later"]
    return Waiting(states, min(overdue, default=None))


async def late_jobs(r: Reader, before: int) -> int:
    """How many scheduled jobs were due by this time and aren't done."""
    number: int = await r.queries.health.late_jobs(r, before=before)
    return number


async def open_matches(r: Reader) -> dict[str, int]:
    """How many matches of each game are under way."""
    return {row["game"]: row["number"] async for row in r.queries.health.open_matches(r)}
