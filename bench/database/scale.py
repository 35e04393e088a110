"""Benchmark what many open matches cost: plies, starts and memory at several sizes beside the smallest.

`python -m bench.database.scale [--engine postgresql] [--sizes 100,10000,100000] [--lengths 10,500]`. Each
size is a separate database with that many open matches at the smallest length, a quarter of them against an
AI that has answered, all with their deadlines and messages; two people share ten matches at every size. One
match of each kind is played by random legal actions through `commit`, and its rows are copied. A start is a
separate process, timed from opening the database until nothing is left to do, after a short restart and
after an outage; its memory excludes Discord's library and the server. A ply is what a player's action waits
for: the match and its durable `commit`; "folded anew" if the match wasn't in memory. A backlog is sent to a
Discord that answers at once; at every length, as many messages are sent as the shortest backlog has
(`bench/database/backlog.py`). For the plies every database gets the same number of extra matches at every
length. Sizes take turns within a round; ratios are those of pairs within one round.
"""

import argparse
import asyncio
import itertools
import multiprocessing
import random
import resource
import signal
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import NamedTuple

from bench.database import backlog
from bench.database.cloning import clone
from bench.database.places import Places, add_engine, places
from bench.figures import Goal, build_row, figure, ratios, warn_when_busy
from bot import features
from bot.core.app_context import AppContext
from bot.core.clock import Jump
from bot.core.match_state import apply_actions, turn_has_passed
from bot.core.randomness import SystemRandomness
from bot.core.seats import Place, SeatAssignment
from bot.core.terms import MatchTerms
from bot.play.ai.ai_pool import AiPool
from bot.play.ai.bots import Bots
from bot.play.clocks import heartbeats
from bot.play.matches.playing import commit
from bot.play.matches.starting import add_match, make_match
from bot.play.outbox.delivering import AHEAD, BATCH, FEW, LEASE_SECONDS, OFFERED
from games import GAMES
from slowplay.terminal import Advance, Row, Table, add_json, progress, show, unseen
from storage import Database, open_database
from storage.rows import Action
from storage.tables import heartbeat, outbox, people, scheduled_jobs
from tests.kit.rows import open_ids

GOAL = Goal("at most", 1.2)
"""The bound for a ratio to the smallest size, or to an early ply."""
START = "start (s)"
OWN_GOALS = {START: Goal("at most", 1)}
"""The bounds of figures that have one at every size, besides their ratio's."""
GAME, OPTIONS, PACE = "creators", {"ending": "endless"}, "3d"
BEGAN = 1_700_000_000
RESTART_SECONDS, OUTAGE_SECONDS = 10, 3600
PART = "part: "
"""Prefix of figures that are part of another one and have no goal."""
PLY, PROCESSOR = "ply {}, {} (ms)", "part: processor, ply {}, {} (ms)"
WARM, COLD = "in memory", "folded anew"
STEPS = ("opening", "giving time back", "first claims", "finding AI to act")
AGAINST_AI_EACH = 4
FIRST, SECOND = 0, 1

SAID = """UPDATE outbox SET sent_at = created_at, attempts = 1, message_id = id
WHERE sent_at IS NULL AND failed_at IS NULL"""


class Source(NamedTuple):
    """A match to copy, and the action that its seat to act plays next."""

    match: str
    length: int
    seat: int
    text: str


class StillClock:
    """A clock that stands still."""

    def __init__(self, moment: float) -> None:
        self.moment = moment

    def now(self) -> float:
        """Return the moment at which it stands."""
        return self.moment

    async def until(self, moment: float) -> None:
        """Wait forever."""
        await asyncio.Event().wait()

    def jumps(self) -> list[Jump]:
        """Return no jumps."""
        return []


class Told(asyncio.Queue[str]):
    """Queue of matches in which an AI is to act; `asked` is set once all of them have been queued."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()

    async def get(self) -> str:
        """Set `asked` and return the next match."""
        self.asked.set()
        return await super().get()


def app_at(database: Database, moment: float) -> AppContext:
    """Return an application context whose clock stands at this moment."""
    return AppContext(database, StillClock(moment), SystemRandomness(), features.load().hooks)


async def play_source(
    app: AppContext, name: str, length: int, second: SeatAssignment, rng: random.Random, mover: int = SECOND
) -> Source:
    """Play a match by random actions until the ply after `length` or more will end a turn of seat `mover`.

    That is the fullest kind of ply; what ends a turn of the first seat begins a new round, and says more.
    Messages are marked as sent at once.
    """
    new = (SeatAssignment(person=1, interaction=1), second)
    match = make_match(app, name, MatchTerms(GAME, OPTIONS, PACE), new, Place(1, 1), bytes(32))
    async with app.database.write(f"match:{name}") as w:
        await add_match(w, app, match)
    table = await app.match_state(name)
    while True:
        seat = table.to_act[0]
        text = table.game.format(rng.choice(list(table.game.actions(table.view(seat)))))
        following = apply_actions(table, [Action(table.length + 1, seat, text, app.now())])
        if table.length >= length and turn_has_passed(following) and seat == mover:
            return Source(name, table.length, seat, text)
        table = await commit(app, table, seat, text)
        await app.database.transact(lambda w: w.fetch(SAID, {}))


async def play_sources(where: str, lengths: list[int]) -> tuple[Source, list[Source]]:
    """Create a database with a match against an AI at the first length, and one between people per length."""
    rng = random.Random(7)
    level = SeatAssignment(level=next(iter(GAMES[GAME].players)))
    async with await open_database(where) as database:
        app = app_at(database, BEGAN)
        async with database.write() as w:
            await people.upsert(w, 1, "mara", now=BEGAN)
            await people.upsert(w, 2, "tom", now=BEGAN)
        against = await play_source(app, "against-ai", lengths[0], level, rng, FIRST)
        other = SeatAssignment(person=2, interaction=2)
        return against, [await play_source(app, f"people-{n}", n, other, rng) for n in lengths]


async def fill(places: Places, sources: str, against: Source, short: Source, size: int) -> str:
    """Create a database of `size` open matches, whose process was alive at BEGAN; return where it is."""
    where = await places.beside(str(size), sources)
    async with await open_database(where) as database, database.write() as w:
        await heartbeat.beat(w, BEGAN)
    alone = size // AGAINST_AI_EACH
    await clone(where, sources, against.match, 0, alone)
    await clone(where, sources, short.match, alone, size)
    async with await open_database(where) as database, database.read() as r:
        assert len(await open_ids(r)) == size
    await places.settle(where)
    return where


def resident_megabytes() -> float:
    """Return this process's memory in MB; where /proc is missing, its highest so far."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2


async def first_claims(app: AppContext) -> None:
    """Make the first claims of the outbox loop and of the job loop."""
    database, host = app.database, app.database.host
    for row in (outbox, scheduled_jobs):
        async with database.write() as w:
            await row.release(w)
    async with database.read() as r:
        await outbox.waits(r, app.now(), FEW)
        line = await outbox.line(r, host, app.now(), AHEAD, app.hooks.patience)
        await outbox.next_due(r, host, app.now())
        await scheduled_jobs.next_due(r, host)
    async with database.write("outbox") as w:
        await outbox.claim(w, host, app.now(), LEASE_SECONDS, BATCH, line[:OFFERED])
    async with database.write() as w:
        await scheduled_jobs.claim(w, host, app.now(), LEASE_SECONDS, BATCH)


async def first_answers(app: AppContext) -> None:
    """Wait until all matches in which an AI is to act have been found."""
    app.bots = told = Told()
    running = asyncio.create_task(Bots(app, AiPool()).run())
    await told.asked.wait()
    running.cancel()
    await asyncio.wait([running])


async def start(where: str, moment: int) -> dict[str, float]:
    """Start at this moment as the bot does; return seconds of each step, and megabytes."""
    imports = resident_megabytes()
    seconds = [time.perf_counter()]
    async with await open_database(where, check_meanwhile=True) as database:
        app = app_at(database, moment)
        seconds.append(time.perf_counter())
        for step in (heartbeats.compensate_outage, first_claims, first_answers):
            await step(app)
            seconds.append(time.perf_counter())
        memory = resident_megabytes()
    parts = {f"{PART}{name} (s)": seconds[n + 1] - seconds[n] for n, name in enumerate(STEPS)}
    whole = seconds[-1] - seconds[0]
    return {START: whole, **parts, "memory (MB)": memory, f"{PART}imports (MB)": imports}


def run_start(where: str, moment: int) -> dict[str, float]:
    """Run `start` in the process of a pool."""
    return asyncio.run(start(where, moment))


async def ply(app: AppContext, match_id: str, source: Source, how: str) -> dict[str, float]:
    """Return a ply's milliseconds, waits included, and its milliseconds of processor time."""
    began, used = time.perf_counter(), time.process_time()
    await commit(app, await app.match_state(match_id), source.seat, source.text)
    took, used = time.perf_counter() - began, time.process_time() - used
    return {
        PLY.format(source.length, how): 1000 * took,
        PROCESSOR.format(source.length, how): 1000 * used,
    }


async def plies(app: AppContext, cold: str, warm: str, source: Source) -> dict[str, float]:
    """Time one ply of a match that isn't in memory, and one of another match that is."""
    folded = await ply(app, cold, source, COLD)
    return await ply(app, warm, source, WARM) | folded


Figures = dict[str, list[float]]
"""Measured values, round by round, by the figure's name."""
Found = dict[int, Figures]
"""The figures of each size."""


def in_turns(sizes: Iterable[int], number: int) -> list[int]:
    """Return the sizes, rotated by the number of the round."""
    listed = list(sizes)
    turn = number % len(listed)
    return listed[turn:] + listed[:turn]


def note(found: Figures, figures: dict[str, float]) -> None:
    """Add the figures of one round."""
    for name, value in figures.items():
        found.setdefault(name, []).append(value)


def measure_starts(files: dict[int, str], silence: int, rounds: int, advance: Advance = unseen) -> Found:
    """Measure starts after `silence` seconds in which no process was alive."""
    found: Found = {size: {} for size in files}
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        for number in range(rounds):
            # A past outage isn't compensated twice, so the next one begins where it ended.
            moment = BEGAN + silence * (number + 1 if silence == OUTAGE_SECONDS else 1)
            for size in in_turns(files, number):
                note(found[size], pool.apply(run_start, (files[size], moment)))
                advance()
    return found


Ids = dict[int, dict[Source, Iterator[str]]]
"""Matches reserved for plies, at each size."""


async def add_further(
    places: Places, files: dict[int, str], sources: str, between: list[Source], count: int
) -> Ids:
    """Give each database `count` further copies of each match."""
    ids: Ids = {size: {} for size in files}
    for size, where in files.items():
        for number, source in enumerate(between):
            first = size + number * count
            ids[size][source] = iter(await clone(where, sources, source.match, first, first + count))
        await places.settle(where)
    return ids


async def measure_plies(
    files: dict[int, str], ids: Ids, rounds: int, count: int, advance: Advance = unseen
) -> Found:
    """Measure medians of `count` plies of each kind per round; the first round warms up and is left out."""
    found: Found = {size: {} for size in files}
    async with AsyncExitStack() as stack:
        hosts = dict[int, AppContext]()
        for size, where in files.items():
            hosts[size] = app_at(await stack.enter_async_context(await open_database(where)), BEGAN)
        for number in range(rounds + 1):
            taken = await one_round(hosts, ids, number, count)
            for size in files if number else ():
                note(found[size], {name: statistics.median(each) for name, each in taken[size].items()})
            advance()
    return found


async def one_round(hosts: dict[int, AppContext], ids: Ids, number: int, count: int) -> Found:
    """Time `count` plies of each kind at each size; the sizes take turns after each."""
    taken: Found = {size: {} for size in hosts}
    warm = {
        (size, source): list(itertools.islice(ids[size][source], count))
        for size in hosts
        for source in ids[size]
    }
    for (size, _), names in warm.items():
        # Not just before they're measured: what has just been folded fills the processor's caches.
        for name in names:
            await hosts[size].match_state(name)
    for turn in range(count):
        for size in in_turns(hosts, number + turn):
            for source, unused in ids[size].items():
                cold = next(unused)
                note(taken[size], await plies(hosts[size], cold, warm[size, source][turn], source))
    return taken


def beside_the_smallest(found: Found, kind: str, goal_of: Callable[[str], Goal | None]) -> list[Row]:
    """Return each figure at each size, and its paired ratios to the smallest size.

    `kind` names what's counted by the sizes.
    """
    rows, smallest = list[Row](), min(found)
    for name, beside in found[smallest].items():
        for size in sorted(found):
            values = found[size][name]
            rows.append(figure(f"{size:,} {kind}", name, values, OWN_GOALS.get(name)))
            if size > smallest:
                pair = f"{size:,} / {smallest:,} {kind}"
                rows.append(figure(pair, f"ratio, {name}", ratios(values, beside), goal_of(name)))
    return rows


def goal_of(name: str) -> Goal | None:
    """Return the goal of a figure; parts of a figure have none."""
    return None if name.startswith(PART) else GOAL


def of_lengths(figures: Figures, size: int, lengths: list[int]) -> list[Row]:
    """Compare a ply late in a match with one early in a match."""
    rows = list[Row]()
    for kind, how in itertools.product((PLY, PROCESSOR), (WARM, COLD)):
        early, late = (kind.format(length, how) for length in (lengths[0], lengths[-1]))
        goal = GOAL if kind == PLY else None
        paired = ratios(figures[late], figures[early])
        rows.append(figure(f"{size:,} open", f"ratio, {late}, to ply {lengths[0]}", paired, goal))
    return rows


def drains(places: Places, lengths: list[int], rounds: int, advance: Advance = unseen) -> list[Row]:
    """Measure sending from backlogs of several lengths, compared with the shortest."""
    found: Found = {length: {} for length in lengths}
    for number in range(rounds):
        for length in in_turns(lengths, number):
            where = asyncio.run(backlog.fill(places, f"backlog-{length}-{number}", length, BEGAN))
            note(found[length], asyncio.run(backlog.drain(where, min(lengths), lambda it: app_at(it, BEGAN))))
            advance()
    return beside_the_smallest(found, "wait", goal_of)


def run(chosen: argparse.Namespace, places: Places, advance: Advance = unseen) -> list[Table]:
    """Fill the databases and measure; call `advance` after each of the `steps`."""
    sizes, lengths = sorted(set(chosen.sizes)), sorted(set(chosen.lengths))
    sources = asyncio.run(places.new("sources"))
    against, between = asyncio.run(play_sources(sources, lengths))
    files = dict[int, str]()
    for size in sizes:
        files[size] = asyncio.run(fill(places, sources, against, between[0], size))
        advance()
    megabytes = asyncio.run(places.megabytes(files[max(sizes)]))
    restarts = measure_starts(files, RESTART_SECONDS, chosen.starts, advance)
    outages = measure_starts(files, OUTAGE_SECONDS, chosen.outages, advance)
    count = 2 * (chosen.rounds + 1) * chosen.plies
    ids = asyncio.run(add_further(places, files, sources, between, count))
    found = asyncio.run(measure_plies(files, ids, chosen.rounds, chosen.plies, advance))
    drained = drains(places, sorted(set(chosen.backlogs)), chosen.drains, advance)
    late = of_lengths(found[sizes[0]], sizes[0], [source.length for source in between])
    times, each = "{} at each size, in turns", f"medians of {chosen.plies} in each of {chosen.rounds} rounds"
    size = build_row(f"{max(sizes):,} open", "database (MB)", megabytes)
    return [
        Table("files", "The largest database", [size]),
        Table(
            "restarts",
            "A start after a short restart, " + times.format(chosen.starts),
            beside_the_smallest(restarts, "open, after a restart", goal_of),
        ),
        Table(
            "outages",
            "A start after an outage of an hour, " + times.format(chosen.outages),
            beside_the_smallest(outages, "open, after an outage", goal_of),
        ),
        Table(
            "plies",
            f"A durable ply that ends a turn, {each}",
            beside_the_smallest(found, "open", goal_of),
        ),
        Table(
            "backlogs",
            f"The first of a backlog of the outbox are sent, {chosen.drains} rounds",
            drained,
        ),
        Table("late", "A late ply, beside an early one", late),
    ]


def steps(chosen: argparse.Namespace) -> int:
    """Return how many steps `run` reports."""
    sizes: int = len(set(chosen.sizes)) * (1 + chosen.starts + chosen.outages)
    drained: int = len(set(chosen.backlogs)) * chosen.drains
    return sizes + int(chosen.rounds) + 1 + drained


def numbers(text: str) -> list[int]:
    """Parse numbers separated by commas."""
    return [int(number) for number in text.split(",")]


def main() -> None:
    """Measure with the settings of the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.database.scale", description=__doc__)
    parser.add_argument("--sizes", type=numbers, default=[100, 10_000], help="numbers of open matches")
    parser.add_argument(
        "--lengths", type=numbers, default=[10, 500], help="plies played before the measured one"
    )
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--plies", type=int, default=15, help="for each kind at each size in each round")
    parser.add_argument("--starts", type=int, default=3, help="at each size")
    parser.add_argument("--outages", type=int, default=1, help="starts after an outage at each size")
    parser.add_argument("--backlogs", type=numbers, default=[2000, 12_000], help="messages that wait")
    parser.add_argument("--drains", type=int, default=3, help="at each length of a backlog")
    add_engine(parser)
    add_json(parser)
    chosen = parser.parse_args()
    # Exit in order, so that neither a starting process nor the folder is left behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    warn_when_busy()
    with places(chosen) as made:
        with progress("Steps", steps(chosen)) as advance:
            tables = run(chosen, made, advance)
        show(tables, as_json=chosen.json)


if __name__ == "__main__":
    main()
