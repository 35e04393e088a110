"""The harness: a crowd, a bot that is killed at random moments, and then the reckoning."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from playground.app import Playground, start
from playground.model.events import Event
from playground.people.defaults import PEOPLE
from tests.crash import checks
from tests.crash import notebook as notes
from tests.crash.books import Books, faults_of_file, left_to_do, read_books, with_a_clock
from tests.crash.crowd import Guest, kinds_of
from tests.crash.moments import Ear, Moment
from tests.crash.notebook import Notebook, Post
from tests.crash.process import BotProcess
from tests.crash.troubles import Troubles
from tests.kit import Seen

ON_LINE_SECONDS = 180.0
DRAIN_SECONDS = 540.0
_HAPPENINGS_TO_SETTLE = 500
_LOOK_AGAIN_SECONDS = 0.25
_QUIET_LOOKS = 4
_STEP_SECONDS = 60.0
_LONGER_THAN_ANY_TURN = 16 * 86_400.0
_MOST_STORMS = 6


@dataclass
class Report:
    """What a run counted, and the violations by the name of their check."""

    kills: int = 0
    troubles: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    outcomes: dict[str, int] = field(default_factory=dict)
    matches: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    actions: int = 0
    turns: int = 0
    violations: dict[str, list[str]] = field(default_factory=dict)
    sentences: Counter[str] = field(default_factory=Counter)
    log: Counter[str] = field(default_factory=Counter)

    def count(self, name: str) -> int:
        """How many violations of a check."""
        return len(self.violations.get(name, ()))

    def all_violations(self) -> list[str]:
        """Every violation, with the name of its check."""
        return [f"{name}: {one}" for name, found in self.violations.items() for one in found]


class Harness:
    """One run. `most_matches`: how many each person plays at once; `troubled`: Discord stumbles too."""

    def __init__(
        self, playground: Playground, folder: Path, seed: int, most_matches: int, troubled: bool = False
    ) -> None:
        self.playground = playground
        self.bot = BotProcess(playground, folder)
        self.notebook = Notebook()
        self.report = Report()
        self._rng = random.Random(seed)
        self._ear = Ear(playground)
        playground.world.listeners.append(self._hear_of)
        self._stopped = asyncio.Event()
        self._most_matches = most_matches
        self._troubles = Troubles(playground, random.Random(self._rng.random())) if troubled else None
        seeds = ((name, random.Random(self._rng.random())) for name, _ in PEOPLE)
        self.crowd = [Guest(playground, n, rng, self.notebook, self._ear.on_line) for n, rng in seeds]

    def _hear_of(self, event: Event) -> None:
        """Keep what the bot posts; what only one person sees is an answer, and no post."""
        if event.name == "MESSAGE_CREATE" and event.user is None:
            seen = Seen(event.data)
            words = "\n".join([seen.text, *seen.alt_texts])
            if seen.alt_texts:
                self.notebook.posts.append(Post(seen.channel, seen.id, words))

    async def start(self) -> None:
        """The bot comes on line for the first time; the crowd reads what it offers."""
        await self.bot.start()
        await self._on_line()
        for guest in self.crowd:
            guest.kinds = kinds_of(guest.actor)
            guest.others = [one.actor.id for one in self.crowd if one is not guest]

    async def play(self, kills: int) -> None:
        """The crowd plays while the bot is killed so many times."""
        lives = [asyncio.create_task(guest.live(self._most_matches, self._stopped)) for guest in self.crowd]
        try:
            await self._ear.hear(_HAPPENINGS_TO_SETTLE)
            for _ in range(kills):
                if self._troubles is not None:
                    self._troubles.order()
                await self._until_killed()
                self._complain(lives)
                await self.bot.start()
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

    async def _until_killed(self) -> None:
        moment = Moment(self._rng, self._ear, self._kill)
        await moment.wait()
        await self.bot.ended()
        self.report.kills += 1

    def _kill(self) -> None:
        self._ear.on_line.clear()
        self.bot.kill()

    async def _on_line(self) -> None:
        async with asyncio.timeout(ON_LINE_SECONDS):
            await self._ear.on_line.wait()

    async def _finish(self, lives: list[asyncio.Task[None]]) -> None:
        """Let everybody end what they are doing; whoever waits for news need not."""
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
        """Let the bot say and do everything that is owed; what is left undone all the same."""
        deadline = time.monotonic() + DRAIN_SECONDS
        while left := await self._quiet():
            if time.monotonic() > deadline:
                break
            self.playground.world.clock.advance(_STEP_SECONDS)
        for guest in self.crowd:
            guest.look_up()
        return left

    async def _quiet(self) -> list[str]:
        """Wait until nothing happens any more; what is left to do then."""
        looks, heard = 0, self._ear.count
        left = ["nothing was looked at yet"]
        while left and looks < _QUIET_LOOKS:
            await asyncio.sleep(_LOOK_AGAIN_SECONDS)
            left = await left_to_do(self.bot.database, self.playground.world.clock.now())
            looks, heard = (looks + 1, heard) if heard == self._ear.count else (0, self._ear.count)
        return left

    async def let_time_run_out(self) -> list[str]:
        """Every clock runs out; in the middle of the first storm of ends the bot is killed once more."""
        self.playground.world.clock.advance(_LONGER_THAN_ANY_TURN)
        await self._until_killed()
        await self.bot.start()
        await self._on_line()
        for _ in range(_MOST_STORMS):
            left = await self.drain()
            if left or not await with_a_clock(self.bot.database):
                break
            self.playground.world.clock.advance(_LONGER_THAN_ANY_TURN)
        return left

    async def reckon(self, undone: list[str], late: list[str]) -> Report:
        """The bot ends in order, and its books are looked through."""
        status = await self.bot.stop()
        books = await read_books(self.bot.database)
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
        found["file"] = faults_of_file(self.bot.database)
        found["stop"] = [] if status == 0 else [f"asked to end, the bot ended with {status}"]
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
        report.log = _complaints(self.bot.log)

    async def clocks(self) -> list[str]:
        """Before time runs out: matches whose clock has stopped."""
        running = await with_a_clock(self.bot.database)
        return list(checks.clocks_stopped(await read_books(self.bot.database), running))


def _complaints(log: Path) -> Counter[str]:
    """The errors in the log of all lives of the bot, without what differs from one to the next."""
    lines = log.read_text(errors="replace").splitlines()
    return Counter(
        " ".join(line.split()[2:])[:110] for line in lines if " ERROR " in line or " CRITICAL " in line
    )


@asynccontextmanager
async def harness(seed: int, most_matches: int = 4, troubled: bool = False) -> AsyncIterator[Harness]:
    """A playground, a crowd and a bot in a folder of their own; all ended at the end."""
    with TemporaryDirectory() as name:
        playground = await start()
        made = Harness(playground, Path(name), seed, most_matches, troubled)
        try:
            yield made
        finally:
            await made.bot.stop()
            await playground.close()


async def run(kills: int, seed: int, most_matches: int = 4, troubled: bool = False) -> Report:
    """A whole run, from the first challenge to the reckoning."""
    began = time.monotonic()
    async with harness(seed, most_matches, troubled) as made:
        await made.start()
        await made.play(kills)
        undone = [*await made.drain(), *await made.clocks()]
        report = await made.reckon(undone, await made.let_time_run_out())
    report.seconds = time.monotonic() - began
    return report
