"""Figures about waiting and running work for the operator, without anything about people."""

from typing import NamedTuple

from storage.engine.handle import Reader

STATES = ("due", "sending", "retrying", "away", "later", "unheard")
"""The states of unsent rows of the outbox.

In order: due now; being sent; failed and to be tried again; waiting for Discord; due later; waiting until
their addressee can be reached.
"""


class Waiting(NamedTuple):
    """The unsent rows of the outbox by state.

    `oldest` is when the most overdue row became due, in epoch seconds; None if no row is due.
    """

    states: dict[str, int]
    oldest: int | None


async def outbox(r: Reader, now: int) -> Waiting:
    """Return the unsent rows of the outbox by state."""
    rows = [row async for row in r.queries.health.outbox_states(r, now=now)]
    states = dict.fromkeys(STATES, 0) | {row["state"]: row["number"] for row in rows}
    states["unheard"] = await r.queries.health.unheard(r)
    overdue = [row["oldest"] for row in rows if row["state"] != "later"]
    return Waiting(states, min(overdue, default=None))


async def late_jobs(r: Reader, before: int) -> int:
    """Return how many scheduled jobs were due by `before` and aren't done."""
    number: int = await r.queries.health.late_jobs(r, before=before)
    return number


async def open_matches(r: Reader) -> dict[str, int]:
    """Return the number of matches under way, by game."""
    return {row["game"]: row["number"] async for row in r.queries.health.open_matches(r)}
