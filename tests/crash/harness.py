"""The harness: a crowd, a bot that is killed at random moments, and the final checks."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playground.app import Playground, start
from playground.model.events import Event
from playground.people.defaults import PEOPLE
from tests.crash import checks
from tests.crash import notebook as notes
from tests.crash.books import Books, faults_of_file, left_behind, left_to_do, read_books, with_a_clock
from tests.crash.crowd import Guest, kinds_of
from tests.crash.databases import Database, database
from tests.crash.fleet import Fleet
from tests.crash.happenings import DISCONNECT, DRAIN, JOIN, KILL, RESTART, drawn
from tests.crash.moments import SHORT_SECONDS, Ear, Moment
from tests.crash.notebook import Notebook, Post
from tests.crash.process import BotProcess
from tests.crash.report import Plan, Report, complaints
from tests.crash.troubles import Troubles
from tests.kit.seen import Seen
from tests.kit.servers.shard_servers import found_server, listened_to

ON_LINE_SECONDS = 180.0
DRAIN_SECONDS = 540.0
HOME = "games"
_HAPPENINGS_TO_SETTLE = 500
_LOOK_AGAIN_SECONDS = 0.25
_QUIET_LOOKS = 4
_STEP_SECONDS = 60.0
_LONGER_THAN_ANY_TURN = 16 * 86_400.0
_MOST_STORMS = 6
_MORE_STARTS_THAN_A_DAY_HAS = 1_000_000


class Harness:
    """A run of the harness."""

    def __init__(self, playground: Playground, folder: Path, database: Database, plan: Plan) -> None:
        self.playground = playground
        self.notebook = Notebook()
        self.report = Report()
        self._database, self._plan = database, plan
        self._rng = rng = random.Random(plan.seed)
        given = {"SLOWPLAY_DATABASE": str(database.place), "SLOWPLAY_SHARDS": str(plan.processes)}
        # The log level at which the bot reports that it's online.
        given["SLOWPLAY_LOG"] = "INFO"
        self.fleet = Fleet(lambda name: BotProcess(playground, folder, name, **given), plan.processes, rng)
        self._ear = Ear(playground)
        playground.world.listeners.append(self._hear_of)
        self._stopped, self._all_on_line = asyncio.Event(), asyncio.Event()
        self._troubles = Troubles(playground, random.Random(rng.random())) if plan.troubled else None
        seeds = ((name, random.Random(rng.random())) for name, _ in PEOPLE)
        self.crowd = [Guest(playground, n, rng, self.notebook, self._all_on_line) for n, rng in seeds]

    def _hear_of(self, event: Event) -> None:
        """Note when every shard is connected, and keep the bot's public posts.

        A message that only one person sees is an answer, not a post.
        """
        if event.name == "APPLICATIONS":
            if listened_to(self.playground) == set(range(self._plan.processes)):
                self._all_on_line.set()
            else:
                self._all_on_line.clear()
        if event.name == "MESSAGE_CREATE" and event.user is None:
            seen = Seen(event.data)
            words = "\n".join([seen.text, *seen.alt_texts])
            if seen.alt_texts:
                self.notebook.posts.append(Post(seen.channel, seen.id, words))

    async def start(self) -> None:
        """Start the bot for the first time, and let the crowd read its commands."""
        places = self._places()
        await self.fleet.fill()
        await self._on_line()
        for guest in self.crowd:
            guest.kinds, guest.places = kinds_of(guest.actor, places[0]), places
            guest.others = [person.actor.id for person in self.crowd if person is not guest]

    def _places(self) -> list[str]:
        """Return the servers where the crowd uses commands, one on each shard."""
        count = self._plan.processes
        self.playground.sessions.starts.max_concurrency = count
        if count == 1:
            return [HOME]
        # With several processes, each kill begins two or three sessions.
        self.playground.sessions.starts.total = _MORE_STARTS_THAN_A_DAY_HAS
        self.playground.sessions.starts.spaced = False
        for shard in range(count):
            found_server(self.playground, f"shard-{shard}", shard, count)
        return [f"shard-{shard}" for shard in range(count)]

    async def play(self) -> None:
        """Let the crowd play while processes are killed, shut down, and join."""
        most = self._plan.matches
        lives = [asyncio.create_task(guest.live(most, self._stopped)) for guest in self.crowd]
        try:
            await self._ear.hear(_HAPPENINGS_TO_SETTLE)
            while self.fleet.counts["kills"] < self._plan.kills:
                await self._happening()
                self._complain(lives)
            await self.fleet.fill()
            await self._on_line()
        finally:
            self._stopped.set()
            await self._finish(lives)
            if self._troubles is not None:
                self._troubles.end()
                self.report.troubles = dict(self._troubles.count)
        await self.drain()
        for guest in self.crowd:
            await guest.look_again()

    async def _happening(self) -> None:
        """Cause one random event; at least one process always runs or is starting."""
        if self._troubles is not None:
            self._troubles.order()
        what = drawn(self._rng, self.fleet, self._plan.troubled and self._database.is_shared)
        if what == KILL:
            await self._until_killed()
        elif what == DRAIN:
            await Moment(self._rng, self._ear, self.fleet.drain).wait()
        else:
            await Moment(self._rng, self._ear, _nothing, SHORT_SECONDS).wait()
        if what == JOIN or not self.fleet.living:
            await self.fleet.join()
        elif what in (DISCONNECT, RESTART):
            await self._trouble_database(what)

    async def _trouble_database(self, what: str) -> None:
        self.fleet.excuse_beginners()
        self.fleet.counts[what] += 1
        if what == RESTART:
            await self._database.restart()
        else:
            await self._database.lose_connections(self._rng)

    async def _until_killed(self) -> None:
        await Moment(self._rng, self._ear, lambda: self.fleet.kill(self._ear.port)).wait()
        await self.fleet.buried()

    async def _on_line(self) -> None:
        async with asyncio.timeout(ON_LINE_SECONDS):
            await self._all_on_line.wait()

    async def _finish(self, lives: list[asyncio.Task[None]]) -> None:
        """Let the crowd finish, and stop those who only wait for news."""
        await asyncio.wait(lives, timeout=5)
        for life in lives:
            life.cancel()
        await asyncio.gather(*lives, return_exceptions=True)
        self._complain([life for life in lives if not life.cancelled()])

    def _complain(self, lives: list[asyncio.Task[None]]) -> None:
        for life in lives:
            if life.done():
                life.result()

    async def drain(self) -> list[str]:
        """Let the bot finish its tasks, and return the ones it didn't do."""
        deadline = time.monotonic() + DRAIN_SECONDS
        while left := await self._quiet():
            if time.monotonic() > deadline:
                break
            self.playground.world.clock.advance(_STEP_SECONDS)
        for guest in self.crowd:
            guest.look_up()
        return left

    async def _quiet(self) -> list[str]:
        """Wait until nothing happens anymore, and return the tasks left by then."""
        looks, heard = 0, self._ear.count
        left = ["nothing was looked at yet"]
        while left and looks < _QUIET_LOOKS:
            await asyncio.sleep(_LOOK_AGAIN_SECONDS)
            left = await left_to_do(self._database.place, self.playground.world.clock.now())
            looks, heard = (looks + 1, heard) if heard == self._ear.count else (0, self._ear.count)
        return left

    async def let_time_run_out(self) -> list[str]:
        """Let every clock run out, and kill the bot once more amid the first wave of timeouts."""
        self.playground.world.clock.advance(_LONGER_THAN_ANY_TURN)
        await self._until_killed()
        await self.fleet.fill()
        await self._on_line()
        for _ in range(_MOST_STORMS):
            left = await self.drain()
            if left or not await with_a_clock(self._database.place):
                break
            self.playground.world.clock.advance(_LONGER_THAN_ANY_TURN)
        return left

    async def reckon(self, undone: list[str], late: list[str]) -> Report:
        """Shut the bot down, run all checks on its database, and return the report."""
        ended = await self.fleet.stop()
        place = self._database.place
        books = await read_books(self._database.place)
        world, notebook, found = self.playground.world, self.notebook, self.report.violations
        found["lost"] = list(checks.lost_moves(books, notebook))
        found["doubled"] = list(checks.doubled_moves(books, notebook))
        found["pings missing"] = list(checks.missing_pings(books, notebook, world))
        found["pings doubled"] = [
            *checks.shown_twice(world),
            *checks.said_twice(books, world),
            *checks.said_in_the_same_words(notebook),
        ]
        found["promises broken"] = list(checks.broken_promises(books, notebook))
        found["unreadable"] = list(checks.unreadable_records(books))
        found["given up"] = list(checks.given_up(books))
        found["ends untold"] = list(checks.untold_ends(books, notebook, world))
        found["threads astray"] = list(checks.stray_threads(books, world))
        found["undone"] = [*undone, *late]
        found["database"] = faults_of_file(place) if isinstance(place, Path) else await left_behind(place)
        found["ended wrong"] = ended
        self._count(books)
        return self.report

    def _count(self, books: Books) -> None:
        report, tables = self.report, books.tables.values()
        outcomes = (notes.PLAYED, notes.UNANSWERED, notes.REFUSED, notes.STALE, notes.UNCLEAR)
        report.outcomes = {name: self.notebook.count(name) for name in outcomes}
        report.matches = Counter(table.match.game for table in tables)
        report.ends = Counter(table.match.reason or "open" for table in tables)
        report.actions = sum(table.length for table in tables)
        report.turns = sum(1 for table in tables for _ in checks.turns_to_tell(table))
        report.sentences = self.notebook.sentences
        report.happened = self.fleet.counts
        report.log = complaints(self.fleet.logs())

    async def clocks(self) -> list[str]:
        """Return matches whose clock has stopped; call this before time runs out."""
        running = await with_a_clock(self._database.place)
        return list(checks.clocks_stopped(await read_books(self._database.place), running))


def _nothing() -> None:
    """Do nothing at this moment; the event itself is asynchronous and comes afterward."""


@asynccontextmanager
async def harness(plan: Plan) -> AsyncIterator[Harness]:
    """Yield a harness with playground, crowd, database and folder; end all processes afterward."""
    with TemporaryDirectory() as name:
        async with database(Path(name), shared=plan.processes > 1) as it:
            playground = await start()
            made = Harness(playground, plan.logs or Path(name), it, plan)
            try:
                yield made
            finally:
                await made.fleet.stop()
                await playground.close()


async def run(plan: Plan) -> Report:
    """Do a whole run, from the first challenge to the final checks."""
    began = time.monotonic()
    async with harness(plan) as made:
        await made.start()
        await made.play()
        undone = [*await made.drain(), *await made.clocks()]
        report = await made.reckon(undone, await made.let_time_run_out())
    report.seconds = time.monotonic() - began
    return report
