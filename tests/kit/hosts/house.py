"""The use cases without Discord: a context on a temporary database, with a test clock and messenger."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot import features
from bot.core import limits, notices
from bot.core.app_context import AppContext
from bot.core.clock import Jump
from bot.core.jobs import Job, fall_due_forever
from bot.core.limits import Limits
from bot.core.match_state import MatchState
from bot.core.seats import Place, User
from bot.core.terms import MatchTerms
from bot.matchmaking.challenges import bot_matches, challenging, offering
from bot.matchmaking.terms import server_rules
from bot.play.clocks import silences
from bot.play.clocks.clocks import TURN
from bot.play.dealing.briefings import FADE
from bot.play.dealing.hidden_info import is_unbriefed, see
from bot.play.matches import playing
from bot.play.outbox.delivering import deliver_forever
from storage import Challenge, Match, Message
from storage.engine.opening import open_database
from storage.rows import DueJob, QueuedMessage
from storage.tables import guilds, matches, outbox, people, scheduled_jobs
from tests.kit.by_hand import roll_by_hand
from tests.kit.contexts import app_context
from tests.kit.engines import ENGINE, somewhere
from tests.kit.hearing import Hearing
from tests.kit.inputs import PATIENCE_SECONDS, START, NumberedRandomness
from tests.kit.rows import lasting_rows, messages_of
from tests.kit.sql import sql

MARA, TOM, INES = User(11, "Mara"), User(12, "Tom"), User(13, "Ines")
PLACE = Place(channel=100, guild=200)
SHORT: dict[str, Any] = {"boardSize": 12, "rounds": 20}


def without_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lift all limits on what people may have and do, for a test that needs many of something."""
    much = {name: msgspec.structs.replace(limit, most=10**9) for name, limit in limits.LIMITS.items()}
    monkeypatch.setattr(limits, "LIMITS", much)


class ManualClock:
    """A clock that only the test moves.

    `advance` moves it on purpose; `jump` moves it as if the machine slept or its clock was set.
    """

    def __init__(self) -> None:
        self._now = START
        self._jumps = list[Jump]()
        self._count = 0
        self._moved = asyncio.Event()
        self._asleep = set[asyncio.Task[Any] | None]()
        self._fell_asleep = asyncio.Event()

    def now(self) -> float:
        return self._now

    async def until(self, moment: float) -> None:
        jumps = self._count
        while self._now < moment and self._count == jumps:
            self._asleep.add(asyncio.current_task())
            self._fell_asleep.set()
            await self._moved.wait()

    async def until_asleep(self, task: asyncio.Task[Any]) -> None:
        """Wait until a task sleeps until a moment, after it has noticed all changes of time."""
        while task not in self._asleep:
            self._fell_asleep.clear()
            await self._fell_asleep.wait()

    def jumps(self) -> list[Jump]:
        told, self._jumps = self._jumps, []
        return told

    def jump(self, seconds: float) -> None:
        self._jumps.append(Jump(self._now, self._now + seconds))
        self._count += 1
        self.advance(seconds)

    def advance(self, seconds: float) -> None:
        self._now += seconds
        self._asleep.clear()
        moved, self._moved = self._moved, asyncio.Event()
        moved.set()


class Post:
    """A messenger that keeps what it delivers, with the time, and fails on demand."""

    def __init__(self, clock: ManualClock) -> None:
        self._clock = clock
        self.delivered: list[tuple[str, float]] = []
        self.tried: list[tuple[str, float]] = []
        self.emptied: list[dict[str, Any]] = []
        self.failures: dict[str, list[Exception]] = {}

    async def deliver(self, message: QueuedMessage) -> int | None:
        self.tried.append((message.nonce, self._clock.now()))
        self._fail(message.nonce)
        self.delivered.append((message.nonce, self._clock.now()))
        return 1000 + message.id

    async def empty_preview(self, app: AppContext, due: DueJob) -> None:
        self._fail("preview")
        self.emptied.append(dict(due.payload))

    def nonces(self) -> list[str]:
        """Return the delivered nonces in order."""
        return [nonce for nonce, _ in self.delivered]

    def _fail(self, nonce: str) -> None:
        if self.failures.get(nonce):
            raise self.failures[nonce].pop(0)


class House:
    """An application context with its clock and its messenger; `open` runs the loops."""

    def __init__(self, app: AppContext, clock: ManualClock) -> None:
        self.app = app
        self.clock = clock
        self.limits = Limits(app.database, app.now)
        self.post = Post(clock)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Hearing]:
        """Run the loops; `await hearing.rest()` waits until they have nothing to do."""
        hearing = Hearing(self.app)
        plain = {kind: job for feature in features.load().all for kind, job in feature.jobs.items()}
        jobs = plain | {FADE: Job(self.post.empty_preview)}
        loops = (deliver_forever(self.app, self.post), fall_due_forever(self.app, jobs))
        tasks = [asyncio.create_task(loop) for loop in loops]
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await hearing.rest()
                yield hearing
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def say(self, *nonces: str, lane: str = "lane", later: int = 0, kind: str = "note") -> None:
        """Queue messages."""
        now = self.app.now()
        messages = [
            Message(lane=lane, kind=kind, payload={}, nonce=n, created_at=now, due_at=now + later)
            for n in nonces
        ]
        async with self.app.database.write("all") as w:
            await outbox.add(w, messages)
        self.app.wake()

    async def match(
        self, *, game: str = "creators", pace: str = "1d", usual: bool = False, **options: Any
    ) -> Match:
        """Start a match of mara as seat 0 against tom.

        One of Creators is short, or a rated one by the usual rules.
        """
        raw = options if usual or game != "creators" else {**SHORT, **options}
        terms = MatchTerms(game, raw, pace)
        challenge = await offering.offer(self.app, MARA, TOM, 0, terms, PLACE, 901)
        _, match = await challenging.accept(self.app, challenge.id, TOM, 902, 300)
        return match

    async def offered(
        self,
        seat: int,
        *,
        pace: str = "1d",
        level: str = "easy",
        game: str = "creators",
        options: dict[str, Any] | None = None,
    ) -> Challenge:
        """Return an unstarted match of mara in this seat against an AI."""
        given = (SHORT if game == "creators" else {}) if options is None else options
        terms = server_rules.complete_terms(MatchTerms(game, given, pace))
        return await bot_matches.offer(self.app, MARA, level, seat, terms, PLACE, 900)

    async def started(self, offer: Challenge, tap: int = 901) -> Match:
        """Start an offered match by mara's tap on its card."""
        return await self.kept((await bot_matches.start(self.app, offer.id, MARA, tap, 300)).match_id)

    async def kept(self, match_id: str | None) -> Match:
        """Return a match as stored."""
        async with self.app.database.read() as r:
            match = await matches.get(r, match_id or "")
        assert match is not None
        return match

    async def match_with_ai(self, seat: int, **terms: Any) -> Match:
        """Start a match of mara in this seat against an AI; `terms` as `offered` takes them."""
        return await self.started(await self.offered(seat, **terms))

    async def act(self, match: Match, text: str | None = None) -> MatchState:
        """Play this text or the first legal action for the side to act, after it looked at any preview."""
        table = await self.app.match_state(match.id)
        seat = table.to_act[0]
        action = text or table.game.format(next(iter(table.game.actions(table.view(seat)))))
        person = table.seat_row(seat).person
        if person is None:
            return await playing.commit(self.app, table, seat, action)
        if is_unbriefed(table, seat):
            await see(self.app, match.id, seat)
        return await playing.act(self.app, match.id, person, action)

    async def play(self, match: Match, *texts: str) -> MatchState:
        """Play these texts, one after another, for the sides to act."""
        for text in texts:
            await self.act(match, text)
        return await self.app.match_state(match.id)

    async def turn(self, match: Match) -> MatchState:
        """Roll for the side to act, and move unless the turn is skipped."""
        table = await self.app.match_state(match.id)
        before = table.to_act
        if table.game.automatic(table.view(before[0])) is not None:
            table = await self.act(match, "roll")
        return await self.act(match) if table.to_act == before else table

    async def set_on_server(self, **settings: Any) -> None:
        """Store these settings of the server, with defaults for the rest."""
        async with self.app.database.write("all") as w:
            await guilds.set_settings(w, PLACE.guild or 0, settings)

    async def meet(self, person: User) -> None:
        """Let the bot know a person."""
        async with self.app.database.write("all") as w:
            await people.upsert(w, person.id, person.name, now=self.app.now())

    async def seat(self, match: Match, seat: int, person: User) -> None:
        """Give a seat of a match to another person, and let the bot know them."""
        await self.meet(person)
        given = "UPDATE seats SET person = :person WHERE match_id = :id AND seat = :seat"
        await sql(self.app.database, given, id=match.id, seat=seat, person=person.id)
        self.app.forget(match.id)

    async def change_match(self, match: Match, **columns: Any) -> Match:
        """Store other values in a match's row, and return the match."""
        changes = ", ".join(f"{name} = :{name}" for name in columns)
        await sql(self.app.database, f"UPDATE matches SET {changes} WHERE id = :id", id=match.id, **columns)
        self.app.forget(match.id)
        return await self.kept(match.id)

    async def job(self, match: Match, kind: str = TURN) -> DueJob:
        """Return a match's job of a kind that is still to do."""
        async with self.app.database.read() as r:
            found = await scheduled_jobs.get(r, kind, match.id)
        assert found is not None
        return found

    @asynccontextmanager
    async def nothing_changes(self) -> AsyncIterator[None]:
        """Check that no lasting row changes within the block."""
        before = await lasting_rows(self.app.database)
        yield
        assert await lasting_rows(self.app.database) == before

    async def queued(self, match: Match) -> list[QueuedMessage]:
        """Return the outbox messages about a match that haven't failed."""
        async with self.app.database.read() as r:
            return [row for row in await messages_of(r, match.id) if row.failed_at is None]

    async def kinds(self, match: Match) -> list[str]:
        """Return the kinds and numbers of a match's queued messages, in order: “board:4”, “ping:4:1”."""
        return [row.nonce.replace(f":{match.id}", "") for row in await self.queued(match)]


@asynccontextmanager
async def house(folder: Path, engine: str = ENGINE) -> AsyncIterator[House]:
    """Open a house on a new database."""
    async with somewhere(folder, engine) as where, await open_database(where) as database:
        clock = ManualClock()
        await roll_by_hand(database, {person.id: person.name for person in (MARA, TOM)})
        yield House(app_context(database, clock, NumberedRandomness(1)), clock)


async def turn(here: House, match: Match) -> None:
    """Play for the side to act until its turn has passed."""
    first = (await here.app.match_state(match.id)).turn_number
    while (await here.act(match)).turn_number == first:
        pass


async def silenced(here: House, match: Match, seat: int) -> None:
    """Make one seat impossible to notify of its turn."""
    state = await here.app.match_state(match.id)
    assert await silences.pause(here.app, state, notices.reminder(state, seat, 1, "dm", here.app.now()))
