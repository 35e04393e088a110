"""What the tests of docs/delivery.md ask: what a person gets, whether their clock runs, what the log says."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager

from bot.core.time_controls import STOPPED
from bot.play.clocks import clocks
from bot.runtime.logs import Troubles
from playground.page import conditions
from tests.kit.matches.tapped import Played, begin, begin_briefed
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.table import Table
from tests.kit.watching.outages import calls_of_turns, plays


async def begun(t: Table) -> Played:
    """A match of a day a move in a thread, in which mara is to act and then tom; both have had DMs."""
    match = await begin_briefed(t, t.mara, t.tom, time="1d")
    await t.settled()
    return match


async def unwritten(t: Table) -> Played:
    """The same, begun where nobody has had a DM before."""
    return await begin(t, t.mara, t.tom, time="1d")


async def toms_turn(match: Played) -> None:
    """Mara plays, and all that follows has been said."""
    await plays(match)
    await match.t.settled()


async def passes(t: Table, seconds: float) -> None:
    """The clock moves on, and all that follows has been done."""
    t.advance(seconds)
    await t.settled()


def switch(t: Table, key: str, person: Person | None = None, *, on: bool = True) -> None:
    """Switch a condition of the playground, for everybody or a person."""
    conditions.change(t.playground.world, key, person.id if person else "", on)


def dms(person: Person) -> int:
    """How many DMs they have got about a turn of theirs."""
    return len(calls_of_turns(person))


def pings(t: Table, person: Person) -> list[Seen]:
    """What calls somebody in public whose DMs can't be used, oldest first."""
    called = [seen for seen in t.mara.messages() if "Open privately" in seen.buttons]
    return [seen for seen in called if person.id in [user["id"] for user in seen.payload["mentions"]]]


async def is_paused(match: Played) -> bool:
    """Whether the clock of the turn under way is stopped."""
    return await clocks.due_in(match.t.running.bot.ctx.app, (await match.table()).match) == STOPPED


@contextmanager
def operator() -> Iterator[list[str]]:
    """What the operator reads within: warnings and worse, as `bot.runtime.logs` lets them through."""
    written, read, logger = logging.Handler(logging.WARNING), list[str](), logging.getLogger()
    written.addFilter(Troubles(lambda: 0.0))
    written.emit = lambda record: read.append(record.getMessage())  # type: ignore[method-assign]
    logger.addHandler(written)
    try:
        yield read
    finally:
        logger.removeHandler(written)


RAW = re.compile(r"<[@#/t]|\*\*|###|:R>")
"""What a lock screen would show as it is written."""
