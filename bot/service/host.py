"""The host: what every use case needs, and the memory of tables that may be forgotten at any time."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

import msgspec

from bot.chance import Chance
from bot.clock import Clock, Jump
from bot.service.outages import Span, after_jump
from bot.service.refused import Refused
from bot.service.table import Table, advanced, opening
from storage import matches
from storage.database import Database
from storage.handle import Reader

_TABLES_REMEMBERED = 512


class Signal:
    """Wakes the one loop that waits for work."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def wake(self) -> None:
        self._event.set()

    async def wait(self) -> None:
        """Until somebody has called `wake` since the last wait."""
        await self._event.wait()
        self._event.clear()


class Host:
    """Database, clock and chance of this process; `outbox` and `deadlines` wake the loops, `bots` is told
    the id of a match in which an AI is to act."""

    def __init__(self, database: Database, clock: Clock, chance: Chance) -> None:
        self.database = database
        self.clock = clock
        self.chance = chance
        self.outbox = Signal()
        self.deadlines = Signal()
        self.bots: asyncio.Queue[str] = asyncio.Queue()
        self.reachable = True
        """Whether people reach us; while they do not, nobody's time runs out."""
        self.unwritten: tuple[Jump, ...] = ()
        """Jumps of time that are to be written with the next heartbeat."""
        self._outages: tuple[Span, ...] = ()
        self.silent: dict[int, dict[str, int | None]] | None = None
        """In which matches, of which server, someone's clock is stopped; None until `silences` has looked."""
        self.settings: dict[int, Any] = {}
        """What `people_settings` has read of people, by their ids."""
        self._tables: OrderedDict[str, Table] = OrderedDict()

    def now(self) -> int:
        """Epoch seconds, whole. Nobody computes with a moment before what led there is known as an outage."""
        moment = int(self.clock.now())
        for jump in self.clock.jumps():
            self._outages = after_jump(self._outages, jump)
            self.unwritten += (jump,)
        return moment

    @property
    def outages(self) -> tuple[Span, ...]:
        """When people did not reach us, from and until, as is known now; in order, they may overlap."""
        self.now()
        return self._outages

    def remember_outages(self, written: tuple[Span, ...], jumps: tuple[Jump, ...]) -> None:
        """All outages as they are written, among them what these jumps have left."""
        self.unwritten = tuple(jump for jump in self.unwritten if jump not in jumps)
        for jump in self.unwritten:
            written = after_jump(written, jump)
        self._outages = written

    async def table(self, match_id: str) -> Table:
        """The match as it stands; Refused when there is none."""
        async with self.database.read() as r:
            return await self.table_in(r, match_id)

    async def table_in(self, r: Reader, match_id: str) -> Table:
        """The same within a reading or writing that is under way."""
        match = await matches.get(r, match_id)
        if match is None:
            raise Refused("This match is not known here any more.")
        known = self._tables.get(match_id)
        if known is None or known.length > match.length:
            known = opening(match)
        missing = await matches.actions(r, match_id, known.length + 1) if known.length < match.length else []
        table = msgspec.structs.replace(known, match=match, sealed=False)
        if missing:
            table = advanced(table, missing)
        if table.has_next_leg and not await matches.has_second_leg_ended(r, match_id):
            table = msgspec.structs.replace(table, sealed=True)
        self.remember(table)
        return table

    def remember(self, table: Table) -> None:
        """Keep a folded table; an optimisation, never the truth."""
        self._tables[table.match.id] = table
        self._tables.move_to_end(table.match.id)
        if len(self._tables) > _TABLES_REMEMBERED:
            self._tables.popitem(last=False)

    def wake(self) -> None:
        """Something was committed that the loops should look at."""
        self.outbox.wake()
        self.deadlines.wake()
