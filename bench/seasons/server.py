"""A server in the playground on which a contest is played for months.

It has the real bot, its people, and a clock that jumps from one due event to the next.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager

from bench.seasons.people import People
from bench.soak.people import forget
from bot.community.welcome.welcoming import Welcomed
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.log.event_store import contest_of
from bot.matchmaking.contests.log.events import Event, read_event
from playground.people.defaults import FIRST_GUEST, make_fixed_id
from storage.tables import contest_matches, contests, scheduled_jobs
from storage.tables.contests import ContestRow
from tests.kit.roles.appointing import appoint
from tests.kit.rows import next_moment
from tests.kit.servers.contest_table import create
from tests.kit.table import Table, table

HOUR = 3600
STEP_SECONDS = 5
"""Smallest step of the clock, in seconds."""
MESSAGES_KEPT = 12_000
_EVENTS = 1 << 33
_AT_ONCE = 16
_UNSAID = """SELECT kind, COUNT(*) AS number FROM outbox
WHERE last_error != 'superseded' AND failed_at IS NOT NULL
    OR failed_at IS NULL AND sent_at IS NULL AND due_at <= :now
GROUP BY kind"""


class Server:
    """The server; `people` are the ids of those who play on it."""

    def __init__(self, t: Table, people: Sequence[int]) -> None:
        self.t, self.people = t, people

    @property
    def now(self) -> int:
        """The current moment of the bot's clock."""
        return self.t.running.bot.ctx.app.now()

    async def contest(self, **chosen: str) -> str:
        """Set up a contest as the organizer, by taps; return its id."""
        await create(self.t, name="Season", **chosen)
        async with self.t.database.read() as r:
            rows = await r.fetch("SELECT id FROM contests ORDER BY created_at DESC LIMIT 1", {})
        return str(rows[0]["id"])

    async def all_tap(self, playing: People, id: str, verb: str, who: Sequence[int]) -> None:
        """Let all of these people tap the button with this verb on the card."""
        row, _ = await self.stands(id)
        gate = asyncio.Semaphore(_AT_ONCE)

        async def tap(person: int) -> None:
            async with gate:
                await playing.tap(person, row.channel or 0, row.message or 0, verb)

        async with asyncio.TaskGroup() as group:
            for person in who:
                group.create_task(tap(person))
        await self.rest()

    async def stands(self, id: str) -> tuple[ContestRow, Contest]:
        """Return the current state of a contest, with its row."""
        async with self.t.database.read() as r:
            return await contest_of(r, self.t.running.bot.ctx.app, id)

    async def events(self, id: str) -> list[Event]:
        """Return all events of a contest."""
        async with self.t.database.read() as r:
            return [read_event(line) for line in await contests.events(r, id)]

    async def season_after(self, id: str) -> str | None:
        """Return the id of the season that follows a contest, or None."""
        async with self.t.database.read() as r:
            rows = await r.fetch("SELECT id FROM contests WHERE previous = :id", {"id": id})
        return str(rows[0]["id"]) if rows else None

    async def reasons(self, id: str) -> Mapping[str, str | None]:
        """Return the matches of a contest that have begun, with the reason of their end (None: not ended)."""
        _, contest = await self.stands(id)
        async with self.t.database.read() as r:
            found = await contest_matches.find_begun(r, [pairing.match for pairing in contest.pairings])
        return {match: leg.reason for match, leg in found.items()}

    async def matches(self) -> int:
        """Return how many matches there have been on the server."""
        async with self.t.database.read() as r:
            (row,) = await r.fetch("SELECT COUNT(*) AS number FROM matches", {})
        return int(row["number"])

    async def unsaid(self) -> Mapping[str, int]:
        """Return the number of messages, by kind, that were given up, or are due and still not sent."""
        async with self.t.database.read() as r:
            rows = await r.fetch(_UNSAID, {"now": self.now})
        return {row["kind"]: row["number"] for row in rows}

    async def forget(self, id: str) -> None:
        """Delete old messages from the playground except the contest's card."""
        row, _ = await self.stands(id)
        forget(self.t.playground.world, MESSAGES_KEPT, (str(row.message),))

    async def rest(self) -> None:
        """Wait until the bot has nothing left to do at this moment, however long that takes."""
        await self.t.playground.endpoints.idle()
        # There's no event for when the frame on the socket has been read, so this polls.
        while self.t._is_behind():  # noqa: ASYNC110
            await asyncio.sleep(0)
        await self.t.running.hearing.rest()

    async def until(self, moment: int) -> None:
        """Advance the clock to a moment, from one due event to the next."""
        await self.rest()
        while (now := self.now) < moment:
            due = await self._next_due()
            at = moment if due is None else min(moment, max(now + STEP_SECONDS, due))
            self.t.advance(at - now)
            await self.rest()

    async def _next_due(self) -> int | None:
        app = self.t.running.bot.ctx.app
        async with app.database.read() as r:
            host = app.database.host
            moments = (await next_moment(r, host, app.now()), await scheduled_jobs.next_due(r, host))
        return min((moment for moment in moments if moment is not None), default=None)


async def hours(server: Server, playing: People, id: str, most: int) -> AsyncIterator[Contest]:
    """Yield the contest after each hour in which all due meetings took place.

    It ends when the contest is over or after `most` hours.
    """
    for _ in range(most):
        _, contest = await server.stands(id)
        if contest.ended_at is not None:
            return
        begun = await server.reasons(id)
        await playing.meet([pairing for pairing in contest.open if begun.get(pairing.match, "") is None])
        await server.until(server.now + HOUR)
        await server.forget(id)
        yield contest


@asynccontextmanager
async def open_server(people: int, *, witnessed: bool = False) -> AsyncIterator[Server]:
    """Provide a server with an organizer and `people` people who aren't new to the bot.

    `witnessed` checks all traffic against Discord's API description.
    """
    async with table("ines", guests=people, by_hand=False) as t:
        await t.stop_bot()
        appoint(t, t.ines, _EVENTS)
        if not witnessed:
            t.playground.witnesses.remove(t.described)
            t.playground.endpoints.responses.remove(t.described.note_response)
        await t.start_bot()
        ids = [int(make_fixed_id(FIRST_GUEST + number)) for number in range(people)]
        for person in ids:
            t.running.bot.ctx.app.own(Welcomed, Welcomed).add(person)
        yield Server(t, ids)
