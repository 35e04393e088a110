"""Helpers for the tests of docs/delivery.md: the player's messages, their clock, and the log."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager

from bot.core.notices import PANEL_GRACE_SECONDS
from bot.core.seats import User
from bot.core.time_controls import STOPPED
from bot.matchmaking.challenges import challenging
from bot.play.clocks import clocks
from bot.runtime.logs import Troubles
from playground.page import conditions
from tests.kit.matches.tapped import SHORT, Played, newest_match
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.table import Table
from tests.kit.watching.outages import calls_of_turns, plays


async def begun(t: Table) -> Played:
    """Begin a match of one day per move in a thread, with mara to act before tom; both have had DMs."""
    match = await unwritten(t)
    await match.fold()
    await t.settled()
    return match


async def unwritten(t: Table) -> Played:
    """Begin a match of one day per move, whose players have had no DM before those about its start.

    Tom's acceptance isn't answered with the open match, so he gets a DM, too.
    """
    card = await t.mara.slash("/creators challenge", opponent=t.tom, side="Creator", time="1d", **SHORT)
    await accept(t, card)
    await passes(t, PANEL_GRACE_SECONDS)
    return Played(t, await newest_match(t), (t.mara, t.tom))


async def accept(t: Table, card: Seen) -> None:
    """Let tom accept a challenge by the use case, wherever the bot can post."""
    challenge = card.buttons["Accept"]["custom_id"].split("|")[-1]
    tom = User(int(t.tom.id), t.tom.name)
    await challenging.accept(t.running.bot.ctx.app, challenge, tom, int(card.id) + 1, int(card.id))


async def toms_turn(match: Played) -> None:
    """Let mara play, and wait for all messages."""
    await plays(match)
    await match.t.settled()


async def passes(t: Table, seconds: float) -> None:
    """Advance the clock, and wait until the bot has done everything due."""
    t.advance(seconds)
    await t.settled()


def switch(t: Table, key: str, person: Person | None = None, *, on: bool = True) -> None:
    """Switch a condition of the playground, for everybody or for one person."""
    conditions.change(t.playground.world, key, person.id if person else "", on)


def dms(person: Person) -> int:
    """Return the number of DMs that called a person to their turn."""
    return len(calls_of_turns(person))


def pings(t: Table, person: Person) -> list[Seen]:
    """Return the public messages that ping a person whose DMs are closed, oldest first."""
    called = [seen for seen in t.mara.messages() if "Open privately" in seen.buttons]
    return [seen for seen in called if person.id in [user["id"] for user in seen.payload["mentions"]]]


async def is_paused(match: Played) -> bool:
    """Return whether the clock of the current turn is stopped."""
    return await clocks.due_in(match.t.running.bot.ctx.app, (await match.table()).match) == STOPPED


@contextmanager
def operator() -> Iterator[list[str]]:
    """Yield the growing list of log messages that the operator sees, filtered as in `bot.runtime.logs`."""
    written, read, logger = logging.Handler(logging.WARNING), list[str](), logging.getLogger()
    written.addFilter(Troubles(lambda: 0.0))
    written.emit = lambda record: read.append(record.getMessage())  # type: ignore[method-assign]
    logger.addHandler(written)
    try:
        yield read
    finally:
        logger.removeHandler(written)


RAW = re.compile(r"<[@#/t]|\*\*|###|:R>")
"""Markup that a lock screen would show unrendered."""
