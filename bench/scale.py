"""What many open matches cost: a ply, a start and its memory at several sizes, beside the smallest of them.

`python -m bench.scale [--sizes 100,10000,100000] [--lengths 10,500]`. Each size is a file of its own with
that many open matches at the smallest length, a quarter of them against an AI that has answered, all with
their deadlines and everything that was said; two people share ten matches, however many there are. One match
of each kind is played by random legal actions through `commit`, and its rows are copied. A start is a process
of its own, timed from opening the file until nothing is left to do, after a short restart and after an
outage; its memory is without Discord's library. A ply is what a player's action waits for: the match and its
durable `commit`; "folded anew" if the match wasn't in memory. For the plies every file gets the same number
of extra matches at every length. Sizes take turns within a round; ratios are those of a round's own pair."""

import argparse
import asyncio
import itertools
import multiprocessing
import random
import resource
import signal
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import NamedTuple

from bench.figures import Goal, figure, known, ratios, warn_when_busy
from bot.ai.ai_pool import AiPool
from bot.ai.bots import Bots
from bot.clocks import heartbeats
from bot.core.app_context import AppContext
from bot.core.clock import Jump
from bot.core.match_state import advanced, turn_has_passed
from bot.core.randomness import SystemRandomness
from bot.core.seats import Place, SeatAssignment
from bot.core.terms import MatchTerms
from bot.matches.header import make_match
from bot.matches.playing import commit
from bot.matches.starting import add_match
from bot.outbox.delivering import BATCH, LEASE_SECONDS
from games import GAMES
from storage import Database, heartbeat, open_database, outbox, people, scheduled_jobs
from storage.rows import Action
from terminal import Advance, Row, Table, add_json, progress, show, unseen
from tests.storage.rows import open_ids

GOAL = 1.2
GAME, OPTIONS, PACE = "creators", {"ending": "endless"}, "3d"
BEGAN = 1_700_000_000
RESTART_SECONDS, OUTAGE_SECONDS = 10, 3600
PART = "part: "
"""How the names of parts begin, for which no goal is set."""
PLY, PROCESSOR = "ply {}, {} (ms)", "part: processor, ply {}, {} (ms)"
WARM, COLD = "in memory", "folded anew"
STEPS = ("opening", "giving time back", "first claims", "finding AI to act")
AGAINST_AI_EACH, MATCHES_OF_TWO = 4, 10

COPIES = """CREATE TEMP TABLE copies AS
WITH RECURSIVE numbers (n) AS (SELECT :first UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < :end)
SELECT n, printf('%08x', (n * 2654435761) & 4294967295) AS id, 2 * (n / :matches_of_two) AS further
FROM numbers ORDER BY id"""
"""Ids as if by lot, so that neighbours in time are none in the file; `further`: who plays instead."""
LANE = """CASE WHEN t.lane LIKE 'person:%' THEN 'person:' || (substr(t.lane, 8) + further)
ELSE replace(t.lane, :source, copies.id) END"""
PAYLOAD = """json_replace(replace(t.payload, :source, copies.id),
'$.person', json_extract(t.payload, '$.person') + further)"""
COPIED = {
    "matches": {"id": "copies.id"},
    "seats": {"match_id": "copies.id", "person": "t.person + further"},
    "actions": {"match_id": "copies.id"},
    "deadlines": {"id": "NULL", "subject": "copies.id"},
    "outbox": {
        "id": "NULL",
        "match_id": "copies.id",
        "lane": LANE,
        "payload": PAYLOAD,
        "nonce": "replace(t.nonce, :source, copies.id)",
    },
}
"""What differs in a copy, by table and column."""
OWNED_BY = {"matches": "id", "seats": "match_id", "actions": "match_id", "deadlines": "subject"}
SAID = """UPDATE outbox SET sent_at = created_at, attempts = 1, message_id = id
WHERE sent_at IS NULL AND failed_at IS NULL"""


class Source(NamedTuple):
    """A match that is copied, and what its seat to act plays next."""

    match: str
    length: int
    seat: int
    text: str


class StillClock:
    """A clock that stands still."""

    def __init__(self, moment: float) -> None:
        self._moment = moment

    def now(self) -> float:
        return self._moment

    async def until(self, moment: float) -> None:
        await asyncio.Event().wait()

    def jumps(self) -> list[Jump]:
        return []


class Told(asyncio.Queue[str]):
    """The matches in which an AI is to act; `asked` once everybody who was to act has been found."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()

    async def get(self) -> str:
        self.asked.set()
        return await super().get()


def app_at(database: Database, moment: float) -> AppContext:
    """A host whose clock stands at this moment."""
    return AppContext(database, StillClock(moment), SystemRandomness())


async def played(
    app: AppContext, name: str, length: int, second: SeatAssignment, rng: random.Random
) -> Source:
    """Play a match by random actions, what is said being sent at once, until the ply after `length` or more
    will end a person's turn: the fullest kind of ply."""
    new = (SeatAssignment(person=1, interaction=1), second)
    match = make_match(app, name, MatchTerms(GAME, OPTIONS, PACE), new, Place(1, 1), bytes(32))
    async with app.database.write() as w:
        await add_match(w, app, match)
    table = await app.match_state(name)
    while True:
        seat = table.to_act[0]
        text = table.game.format(rng.choice(list(table.game.actions(table.view(seat)))))
        following = advanced(table, [Action(table.length + 1, seat, text, app.now())])
        if table.length >= length and turn_has_passed(following) and not table.is_bot(seat):
            return Source(name, table.length, seat, text)
        table = await commit(app, table, seat, text)
        await app.database.transact(lambda w: w.fetch(SAID, {}))


async def play_sources(path: Path, lengths: list[int]) -> tuple[Source, list[Source]]:
    """A file with one match against an AI at the first length, and one between people for each length."""
    rng = random.Random(7)
    level = SeatAssignment(level=next(iter(GAMES[GAME].players)))
    async with await open_database(path) as database:
        app = app_at(database, BEGAN)
        async with database.write() as w:
            await people.upsert(w, 1, "mara", now=BEGAN)
            await people.upsert(w, 2, "tom", now=BEGAN)
        against = await played(app, "against-ai", lengths[0], level, rng)
        other = SeatAssignment(person=2, interaction=2)
        return against, [await played(app, f"people-{n}", n, other, rng) for n in lengths]


def copy(path: Path, sources: Path, source: Source, first: int, end: int) -> list[str]:
    """Add copies of a match with the numbers `first` to `end` − 1, and whoever plays them; their ids."""
    raw = sqlite3.connect(path)
    raw.execute("ATTACH ? AS sources", (str(sources),))
    values = {"source": source.match, "first": first, "end": end, "matches_of_two": MATCHES_OF_TWO}
    raw.execute(COPIES, values)
    raw.execute("""INSERT OR IGNORE INTO people (id, name, created_at)
        SELECT DISTINCT p.id + further, p.name, p.created_at FROM copies, sources.people AS p""")
    for table, changed in COPIED.items():
        columns = [row[1] for row in raw.execute(f"PRAGMA table_info({table})")]
        picked = ", ".join(changed.get(column, f"t.{column}") for column in columns)
        owner = OWNED_BY.get(table, "match_id")
        raw.execute(
            f"INSERT INTO {table} SELECT {picked} FROM copies CROSS JOIN sources.{table} AS t "
            f"WHERE t.{owner} = :source ORDER BY copies.rowid",
            values,
        )
    raw.commit()
    ids = [row[0] for row in raw.execute("SELECT id FROM copies ORDER BY n")]
    raw.close()
    return ids


async def fill(path: Path, sources: Path, against: Source, short: Source, size: int) -> None:
    """A file with so many open matches whose host was alive at the beginning."""
    async with await open_database(path) as database, database.write() as w:
        await heartbeat.beat(w, BEGAN)
    alone = size // AGAINST_AI_EACH
    copy(path, sources, against, 0, alone)
    copy(path, sources, short, alone, size)
    async with await open_database(path) as database, database.read() as r:
        assert len(await open_ids(r)) == size


def resident_megabytes() -> float:
    """What this process holds in memory; where /proc is missing, the most that it has ever held."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2


async def first_claims(app: AppContext) -> None:
    """What both loops do first."""
    for row in (outbox, scheduled_jobs):
        async with app.database.write() as w:
            await row.release(w)
            await row.claim(w, app.now(), LEASE_SECONDS, BATCH)


async def first_answers(app: AppContext) -> None:
    """Until all matches in which an AI is to act have been found."""
    app.bots = told = Told()
    running = asyncio.create_task(Bots(app, AiPool()).run())
    await told.asked.wait()
    running.cancel()
    await asyncio.wait([running])


async def start(path: Path, moment: int) -> dict[str, float]:
    """Start at this moment as the bot does; seconds of each step, and megabytes."""
    imports = resident_megabytes()
    seconds = [time.perf_counter()]
    async with await open_database(path) as database:
        app = app_at(database, moment)
        seconds.append(time.perf_counter())
        for step in (heartbeats.compensate_outage, first_claims, first_answers):
            await step(app)
            seconds.append(time.perf_counter())
        memory = resident_megabytes()
    parts = {f"{PART}{name} (s)": seconds[n + 1] - seconds[n] for n, name in enumerate(STEPS)}
    whole = seconds[-1] - seconds[0]
    return {"start (s)": whole, **parts, "memory (MB)": memory, f"{PART}imports (MB)": imports}


def run_start(path: Path, moment: int) -> dict[str, float]:
    """The same, in a process of its own."""
    return asyncio.run(start(path, moment))


async def ply(app: AppContext, match_id: str, source: Source, how: str) -> dict[str, float]:
    """Milliseconds of one ply, waiting for the disk and others included, and of the processor alone."""
    began, used = time.perf_counter(), time.process_time()
    await commit(app, await app.match_state(match_id), source.seat, source.text)
    took, used = time.perf_counter() - began, time.process_time() - used
    return {
        PLY.format(source.length, how): 1000 * took,
        PROCESSOR.format(source.length, how): 1000 * used,
    }


async def plies(app: AppContext, ids: Iterator[str], source: Source) -> dict[str, float]:
    """One ply of a match that was not in memory, and one of another that was."""
    cold, warm = next(ids), next(ids)
    folded = await ply(app, cold, source, COLD)
    await app.match_state(warm)
    return await ply(app, warm, source, WARM) | folded


Figures = dict[str, list[float]]
"""What was measured, round by round, by its name."""
Found = dict[int, Figures]
"""The figures of each size."""


def in_turns(sizes: Iterable[int], number: int) -> list[int]:
    """The sizes, in each round from another one on."""
    listed = list(sizes)
    turn = number % len(listed)
    return listed[turn:] + listed[:turn]


def note(found: Figures, figures: dict[str, float]) -> None:
    """Keep what one round found."""
    for name, value in figures.items():
        found.setdefault(name, []).append(value)


def measure_starts(files: dict[int, Path], silence: int, rounds: int, advance: Advance = unseen) -> Found:
    """Starts after so many seconds in which no host was alive."""
    found: Found = {size: {} for size in files}
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        for number in range(rounds):
            # An outage that is over counts no more: the next one begins where it ended.
            moment = BEGAN + silence * (number + 1 if silence == OUTAGE_SECONDS else 1)
            for size in in_turns(files, number):
                note(found[size], pool.apply(run_start, (files[size], moment)))
                advance()
    return found


Ids = dict[int, dict[Source, Iterator[str]]]
"""Matches for plies alone, at each size."""


def add_further(files: dict[int, Path], sources: Path, between: list[Source], count: int) -> Ids:
    """Give each file so many further copies of each match."""
    ids: Ids = {size: {} for size in files}
    for size, path in files.items():
        for number, source in enumerate(between):
            first = size + number * count
            ids[size][source] = iter(copy(path, sources, source, first, first + count))
    return ids


async def measure_plies(
    files: dict[int, Path], ids: Ids, rounds: int, count: int, advance: Advance = unseen
) -> Found:
    """Medians of `count` plies of each kind in each round; the first round warms up and is left out."""
    found: Found = {size: {} for size in files}
    async with AsyncExitStack() as stack:
        hosts = dict[int, AppContext]()
        for size, path in files.items():
            hosts[size] = app_at(await stack.enter_async_context(await open_database(path)), BEGAN)
        for number in range(rounds + 1):
            taken = await one_round(hosts, ids, number, count)
            for size in files if number else ():
                note(found[size], {name: statistics.median(each) for name, each in taken[size].items()})
            advance()
    return found


async def one_round(hosts: dict[int, AppContext], ids: Ids, number: int, count: int) -> Found:
    """So many plies of each kind at each size; the sizes take turns after each."""
    taken: Found = {size: {} for size in hosts}
    for turn in range(count):
        for size in in_turns(hosts, number + turn):
            for source, names in ids[size].items():
                note(taken[size], await plies(hosts[size], names, source))
    return taken


def beside_the_smallest(found: Found, kind: str, goal_of: Callable[[str], Goal | None]) -> list[Row]:
    """Each figure at each size, and its ratio to the smallest size, pair by pair. kind: what is counted."""
    rows, smallest = list[Row](), min(found)
    for name, beside in found[smallest].items():
        for size in sorted(found):
            values = found[size][name]
            rows.append(figure(f"{size:,} {kind}", name, values))
            if size > smallest:
                pair = f"{size:,} / {smallest:,} {kind}"
                rows.append(figure(pair, f"ratio, {name}", ratios(values, beside), goal_of(name)))
    return rows


def goal_of(name: str) -> Goal | None:
    """Parts of a figure have none."""
    return None if name.startswith(PART) else Goal("at most", GOAL)


def of_lengths(figures: Figures, size: int, lengths: list[int]) -> list[Row]:
    """What a ply late in a match costs beside one early in a match."""
    rows = list[Row]()
    for kind, how in itertools.product((PLY, PROCESSOR), (WARM, COLD)):
        early, late = (kind.format(length, how) for length in (lengths[0], lengths[-1]))
        goal = Goal("at most", GOAL) if kind == PLY else None
        paired = ratios(figures[late], figures[early])
        rows.append(figure(f"{size:,} open", f"ratio, {late}, to ply {lengths[0]}", paired, goal))
    return rows


def run(chosen: argparse.Namespace, folder: Path, advance: Advance = unseen) -> list[Table]:
    """Fill and measure. Each of the `steps` of it is told."""
    sizes, lengths = sorted(set(chosen.sizes)), sorted(set(chosen.lengths))
    sources = folder / "sources.db"
    against, between = asyncio.run(play_sources(sources, lengths))
    files = {size: folder / f"{size}.db" for size in sizes}
    for size, path in files.items():
        asyncio.run(fill(path, sources, against, between[0], size))
        advance()
    megabytes = files[max(sizes)].stat().st_size / 1e6
    restarts = measure_starts(files, RESTART_SECONDS, chosen.starts, advance)
    outages = measure_starts(files, OUTAGE_SECONDS, chosen.outages, advance)
    ids = add_further(files, sources, between, 2 * (chosen.rounds + 1) * chosen.plies)
    found = asyncio.run(measure_plies(files, ids, chosen.rounds, chosen.plies, advance))
    late = of_lengths(found[sizes[0]], sizes[0], [source.length for source in between])
    times, each = "{} at each size, in turns", f"medians of {chosen.plies} in each of {chosen.rounds} rounds"
    named = {
        "restarts": ("A start after a short restart, " + times.format(chosen.starts), restarts),
        "outages": ("A start after an outage of an hour, " + times.format(chosen.outages), outages),
        "plies": (f"A durable ply that ends a turn, {each}", found),
    }
    tables = [
        Table(name, title, beside_the_smallest(of, "open", goal_of)) for name, (title, of) in named.items()
    ]
    size = known(f"{max(sizes):,} open", "file (MB)", megabytes)
    return [
        Table("files", "The largest file", [size]),
        *tables,
        Table("late", "A late ply, beside an early one", late),
    ]


def steps(chosen: argparse.Namespace) -> int:
    """How many steps `run` tells of."""
    return len(set(chosen.sizes)) * (1 + chosen.starts + chosen.outages) + chosen.rounds + 1


def numbers(text: str) -> list[int]:
    """Numbers with commas between them."""
    return [int(number) for number in text.split(",")]


def main() -> None:
    """Measure with the settings of the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.scale", description=__doc__)
    parser.add_argument("--sizes", type=numbers, default=[100, 10_000], help="numbers of open matches")
    parser.add_argument(
        "--lengths", type=numbers, default=[10, 500], help="plies played before the measured one"
    )
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--plies", type=int, default=15, help="for each kind at each size in each round")
    parser.add_argument("--starts", type=int, default=3, help="at each size")
    parser.add_argument("--outages", type=int, default=1, help="starts after an outage at each size")
    parser.add_argument(
        "--folder", help="a folder on the disk to measure (default: the system's temporary one)"
    )
    add_json(parser)
    chosen = parser.parse_args()
    # Ended in order: neither a process that starts nor the folder stays behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    warn_when_busy()
    with tempfile.TemporaryDirectory(dir=chosen.folder) as folder:
        with progress("Steps", steps(chosen)) as advance:
            tables = run(chosen, Path(folder), advance)
        show(tables, as_json=chosen.json)


if __name__ == "__main__":
    main()
