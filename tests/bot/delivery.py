"""What the tests of docs/delivery.md ask: what a person gets, whether their clock runs, what the log says."""

from __future__ import annotations

import logging

import pytest

from bot.clocks.time_control import STOPPED
from tests.bot.matches import Played, begin_briefed
from tests.bot.outages import calls_of_turns, plays
from tests.kit import Person, Seen, Table


async def begun(t: Table) -> Played:
    """A match of a day a move in a thread, in which mara is to act and then tom; both have had DMs."""
    match = await begin_briefed(t, t.mara, t.tom, time="1d")
    await t.settled()
    return match


async def toms_turn(match: Played) -> None:
    """Mara plays, and all that follows has been said."""
    await plays(match)
    await match.t.settled()


def dms(person: Person) -> int:
    """How many DMs they have got about a turn of theirs."""
    return len(calls_of_turns(person))


def pings(t: Table) -> list[Seen]:
    """What calls somebody in public whose DMs can't be used, oldest first."""
    return [seen for seen in t.mara.messages() if "Open privately" in seen.buttons]


async def is_paused(match: Played) -> bool:
    """Whether the clock of the turn under way is stopped."""
    return await match.t.running.bot.ctx.due_at(await match.table()) == STOPPED


def operator_reads(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Warnings and worse so far."""
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
