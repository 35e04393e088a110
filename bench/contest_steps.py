"""Measure how long the steps of a large contest hold up the event loop, and a tap's transaction.

The contest is real: its rows are in a database, and the bot's own job looks at it. People, entries and the
results of its matches are written at once.
"""

from __future__ import annotations

import asyncio
import gc
import random
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.database.scale import BEGAN, StillClock
from bench.figures import Goal, build_row
from bot import features
from bot.core.app_context import AppContext
from bot.core.randomness import SystemRandomness
from bot.core.seats import Place, User
from bot.matchmaking.contests.log import event_store
from bot.matchmaking.contests.log.contest import fold_events
from bot.matchmaking.contests.log.event_store import CONTEST, ENDED, append_events, contest_of
from bot.matchmaking.contests.log.events import Agreed, Decided, Event, Joined, Score
from bot.matchmaking.contests.log.terms import DAY, Kind, Terms
from bot.matchmaking.contests.organizing import making
from bot.matchmaking.contests.reading.standings import standings
from bot.matchmaking.contests.running import running
from bot.play.ai.ai_pool import AiPool
from bot.program import COLLECTED_AFTER
from slowplay.terminal import Advance, Row
from storage import Database, open_database
from storage.tables import contests, people, scheduled_jobs

PROBE_SECONDS = 0.002
"""Seconds between two looks at the event loop."""
TAPS_SECONDS = 0.005
"""Seconds between two transactions of a tap."""
LONGEST = Goal("at most", 50)


class Probe:
    """The longest waits of a block, in milliseconds.

    `held` counts only the processor time of the event loop's thread, so that other programs don't.
    """

    def __init__(self) -> None:
        self.held, self.taps = [0.0], [0.0]

    async def feel(self) -> None:
        """Note again and again how long the event loop has worked between two of its rounds."""
        while True:
            since = time.thread_time()
            await asyncio.sleep(PROBE_SECONDS)
            self.held.append(1000 * (time.thread_time() - since))

    async def tap(self, database: Database) -> None:
        """Time a tap's transaction again and again, from when the tap comes."""
        while True:
            since = time.thread_time()
            await asyncio.sleep(TAPS_SECONDS)
            async with database.write() as w:
                await people.upsert(w, 1, "mara", now=1)
            self.taps.append(1000 * (time.thread_time() - since))


@asynccontextmanager
async def probing(database: Database) -> AsyncIterator[Probe]:
    """Measure within the block."""
    probe = Probe()
    tasks = [asyncio.create_task(work) for work in (probe.feel(), probe.tap(database))]
    await asyncio.sleep(PROBE_SECONDS)
    try:
        yield probe
        await asyncio.sleep(2 * PROBE_SECONDS)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


async def write_contest(app: AppContext, terms: Terms, events: Sequence[Event], size: int) -> str:
    """Write people and a contest with its first events; return its id."""
    row = making.new_row(app, User(1, "mara"), terms, Place(100, 200))
    async with app.database.write(f"contest:{row.id}") as w:
        for person in range(1, size + 1):
            await people.upsert(w, person, f"p{person}", now=BEGAN)
        await making.add(w, app, row, terms)
        for person in range(1, size + 1):
            await contests.enter(w, row.id, person)
        await append_events(w, row.id, fold_events(terms, ()), events)
    return row.id


async def look(app: AppContext, id: str) -> bool:
    """Run the contest's job if one is due; return whether one was."""
    async with app.database.read() as r:
        due = [await scheduled_jobs.get(r, kind, id) for kind in (CONTEST, ENDED)]
    ready = [job for job in due if job is not None and job.due_at <= app.now()]
    for job in ready:
        await running.look(app, job)
    return bool(ready)


LOOKS = 6
"""The most looks that are measured after one another: the matches of a round begin in many."""


async def measure_step(app: AppContext, id: str, of: str) -> list[Row]:
    """Let a contest do all that's due, and return the longest waits."""
    assert isinstance(app.clock, StillClock)
    async with probing(app.database) as probe:
        for _ in range(LOOKS):
            app.clock.moment += running.SOON_SECONDS
            if not await look(app, id):
                break
    return [
        build_row(of, "the event loop is held, longest (ms)", max(probe.held), LONGEST),
        build_row(of, "a tap's transaction, longest (ms)", max(probe.taps), LONGEST),
    ]


SCORES: tuple[Score, ...] = (*9 * ("win", "loss"), *2 * ("draw",))
"""The results that matches may have, by their frequency."""


async def decide_all(app: AppContext, id: str, seed: int = 1) -> None:
    """Decide all pairings by chance, as if their matches had been played."""
    rng = random.Random(seed)
    async with app.database.write(f"contest:{id}") as w:
        _, contest = await contest_of(w, app, id)
        ends = [
            Decided(at=app.now(), match=pairing.match, score=rng.choice(SCORES)) for pairing in contest.open
        ]
        await append_events(w, id, contest, ends)
        await event_store.look(w, id, app.now())


def list_entries(size: int, teams: int = 1) -> list[Event]:
    """Return the entries of this many people."""
    rng = random.Random(1)
    return [
        Joined(at=BEGAN, person=n, number=n, rating=round(rng.gauss(1500, 250)), team=n % teams)
        for n in range(1, size + 1)
    ]


STEPS = ("start", "next round", "last round or end")


async def measure(kind: Kind, size: int, advance: Advance) -> list[Row]:
    """Measure the start of a contest, its next rounds or its end, and its standings."""
    of, rows = f"{kind} of {size:,}", list[Row]()
    with TemporaryDirectory() as folder:
        async with await open_database(Path(folder, "contest.db")) as database:
            clock, pool = StillClock(BEGAN), AiPool()
            app = AppContext(database, clock, SystemRandomness(), features.load().hooks)
            app.apart = pool.apart
            id = await write_contest(app, build_terms(kind, size), list_events(kind, size), size)
            gc.freeze()
            for name in STEPS:
                rows += await measure_step(app, id, f"{of}, {name}")
                await decide_all(app, id)
                clock.moment += 100 * DAY if name == STEPS[-2] and kind == "league" else 2 * 3600
                advance()
            async with database.read() as r:
                _, contest = await contest_of(r, app, id)
            began = time.process_time()
            standings(contest)
            took = 1000 * (time.process_time() - began)
            played = f"{of}, {len(contest.pairings):,} matches"
            return [*rows, build_row(played, "standings (ms)", took, LONGEST)]


def build_terms(kind: Kind, size: int) -> Terms:
    """Return the terms of a contest for this many people, with two rounds if it's a Swiss."""
    starts_at = 0 if kind == "ladder" else BEGAN
    return Terms(kind=kind, name="Bench", game="ccc", most=size, rounds=2, at_once=2, starts_at=starts_at)


def list_events(kind: Kind, size: int) -> list[Event]:
    """Return the first events of a contest: all entries, and the consent of both captains."""
    if kind != "teams":
        return list_entries(size)
    agreed = [Agreed(at=BEGAN, team=team, guild=200 + team, name=f"t{team}") for team in range(2)]
    return [*list_entries(size, 2), *agreed]


def rows(sizes: Sequence[tuple[Kind, int]], advance: Advance) -> list[Row]:
    """Measure contests of these kinds and sizes."""
    gc.set_threshold(COLLECTED_AFTER)
    return [row for kind, size in sizes for row in asyncio.run(measure(kind, size, advance))]
