"""Benchmark durable plies per second: through storage, compared with the bare driver writing the same rows.

Run: python -m bench.database.storage [--engine postgresql] [--writers 1,8,32]. One ply = the match header
moves on, one action, one deadline moved, two messages queued, one COMMIT that reaches the disk. The bare
driver is aiosqlite, with raw sqlite3 as the machine's upper limit, or asyncpg with as many connections as
storage has for writing. `--writers` writers play at once, each in a separate match. All sides take turns in
every round; the ratios are those of pairs within one round.
"""

import argparse
import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from typing import Any, NamedTuple

import aiosqlite
import asyncpg

from bench.database.places import Places, add_engine, places
from bench.database.scale import numbers
from bench.figures import Goal, figure, ratios, warn_when_busy
from slowplay.terminal import Advance, Row, Table, add_json, progress, show, unseen
from storage import Database, Match, Message, Ply, ScheduledJob, Seat, commit_ply, open_database
from storage.engine.postgresql.statements import number_parameters
from storage.tables import matches, people
from tests.kit.engines import POSTGRESQL, SQLITE

GOAL = 0.8
OURS, RAW = "storage, commit_ply", "raw sqlite3"
BARE = {SQLITE: "bare aiosqlite", POSTGRESQL: "bare asyncpg"}
CONNECTIONS = 8
"""Number of connections with which storage writes."""
PRAGMAS = (
    "PRAGMA busy_timeout = 5000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA recursive_triggers = ON",
)
ADVANCE = """UPDATE matches SET length = :number
WHERE id = :match AND length = :before AND ended_at IS NULL RETURNING id"""
ACTION = "INSERT INTO actions (match_id, number, seat, text, at) VALUES (:match, :number, :seat, :text, :at)"
DEADLINE = """INSERT INTO deadlines (kind, subject, due_at, payload) VALUES (:kind, :match, :due_at, :payload)
ON CONFLICT (kind, subject) WHERE done_at IS NULL
DO UPDATE SET due_at = excluded.due_at, payload = excluded.payload, lease_until = NULL, lease_by = NULL"""
MESSAGE = """INSERT INTO outbox (match_id, lane, kind, payload, nonce, created_at, due_at)
VALUES (:match, :lane, :kind, :payload, :nonce, :at, :at) ON CONFLICT (nonce) DO NOTHING"""

Write = Callable[[str, int], Awaitable[None]]
"""Writes one ply, given the match and the ply's number."""


def ply(match: str, number: int) -> Ply:
    """Return the ply with this number, which every side writes."""
    return Ply(
        match_id=match,
        number=number,
        at=1_700_000_000 + number,
        actions=((number % 2, "d15-d12"),),
        deadlines=(ScheduledJob(kind="turn", subject=match, due_at=1_700_086_400 + number),),
        messages=(
            message(match, number, "channel:1", "board"),
            message(match, number, "person:2", "ping"),
        ),
    )


def message(match: str, number: int, lane: str, kind: str) -> Message:
    """Return a message of that ply."""
    at = 1_700_000_000 + number
    nonce, payload = f"{kind} {match} {number}", {"text": "It is your turn."}
    return Message(
        lane=lane, kind=kind, payload=payload, nonce=nonce, created_at=at, due_at=at, match_id=match
    )


Bare = dict[str, Any]
"""Parameters of a bare statement."""


def parameters(match: str, number: int) -> tuple[Bare, Bare, Bare, list[Bare]]:
    """Return the ply's rows as parameters of bare statements, with hand-written JSON."""
    at = 1_700_000_000 + number
    text = '{"text":"It is your turn."}'
    messages = [
        {
            "match": match,
            "lane": lane,
            "kind": kind,
            "payload": text,
            "nonce": f"{kind} {match} {number}",
            "at": at,
        }
        for lane, kind in (("channel:1", "board"), ("person:2", "ping"))
    ]
    return (
        {"number": number, "match": match, "before": number - 1},
        {"match": match, "number": number, "seat": number % 2, "text": "d15-d12", "at": at},
        {"kind": "turn", "match": match, "due_at": at + 86_400, "payload": "{}"},
        messages,
    )


def hot(database: Database) -> Write:
    """Return a writer that uses storage as the bot does."""

    async def write(match: str, number: int) -> None:
        assert await commit_ply(database, ply(match, number))

    return write


def bare(connection: aiosqlite.Connection) -> Write:
    """Return a writer that uses aiosqlite alone; its one connection has one transaction at a time."""
    alone = asyncio.Lock()

    async def write(match: str, number: int) -> None:
        header, action, deadline, messages = parameters(match, number)
        async with alone:
            await connection.execute("BEGIN IMMEDIATE")
            cursor = await connection.execute(ADVANCE, header)
            assert await cursor.fetchone()
            await connection.execute(ACTION, action)
            await connection.execute(DEADLINE, deadline)
            await connection.executemany(MESSAGE, messages)
            await connection.execute("COMMIT")

    return write


def raw(connection: sqlite3.Connection) -> Write:
    """Return a writer that uses sqlite3 without threads: the machine's upper limit."""

    async def write(match: str, number: int) -> None:
        header, action, deadline, messages = parameters(match, number)
        connection.execute("BEGIN IMMEDIATE")
        assert connection.execute(ADVANCE, header).fetchone()
        connection.execute(ACTION, action)
        connection.execute(DEADLINE, deadline)
        connection.executemany(MESSAGE, messages)
        connection.execute("COMMIT")

    return write


def bare_pool(pool: asyncpg.Pool) -> Write:
    """Return a writer that uses asyncpg alone."""
    advance, act, deadline, say = (number_parameters(sql) for sql in (ADVANCE, ACTION, DEADLINE, MESSAGE))

    async def write(match: str, number: int) -> None:
        header, action, job, messages = parameters(match, number)
        async with pool.acquire() as connection:
            await connection.execute("BEGIN")
            assert await connection.fetchval(advance.sql, *advance.values(header))
            await connection.execute(act.sql, *act.values(action))
            await connection.execute(deadline.sql, *deadline.values(job))
            await connection.executemany(say.sql, [say.values(values) for values in messages])
            await connection.execute("COMMIT")

    return write


def match_of(writers: int, writer: int) -> str:
    """Return the id of a writer's match, when there are `writers` of them."""
    return f"m{writers}-{writer}"


async def prepare(where: str, writers: Sequence[int]) -> str:
    """Create a database with a match for each writer."""
    async with await open_database(where) as database, database.write() as w:
        await people.upsert(w, 1, "mara", now=1)
        await people.upsert(w, 2, "tom", now=1)
        for name in (match_of(count, writer) for count in writers for writer in range(count)):
            await matches.add(w, new_match(name))
    return where


def new_match(name: str) -> Match:
    """Return a match that has just begun."""
    seats = (Seat(seat=0, person=1), Seat(seat=1, person=2))
    return Match(
        id=name,
        game="creators",
        ruleset="creators/3",
        options={},
        seed=bytes(32),
        nonce=bytes(32),
        pace="1 day",
        created_at=1_700_000_000,
        rated=True,
        seats=seats,
    )


class Speed(NamedTuple):
    """The speed of one side in one round."""

    plies_a_second: float
    processor_us_a_ply: float


async def speed(write: Write, writers: int, numbers: range) -> Speed:
    """Let `writers` writers write these plies at once, each in a separate match; return the speed."""

    async def play(match: str) -> None:
        for number in numbers:
            await write(match, number)

    began, used = time.perf_counter(), time.process_time()
    async with asyncio.TaskGroup() as group:
        for writer in range(writers):
            group.create_task(play(match_of(writers, writer)))
    took, used = time.perf_counter() - began, time.process_time() - used
    written = writers * len(numbers)
    return Speed(written / took, 1e6 * used / written)


Found = dict[tuple[str, int], list[Speed]]
"""Speeds by side and number of writers, round by round."""


async def rounds(
    sides: dict[str, Write], writers: Sequence[int], count: int, plies: int, advance: Advance = unseen
) -> Found:
    """Measure all sides in rotating order; the first round warms up and is left out."""
    found: Found = {}
    names = list(sides)
    for number in range(count + 1):
        turn = number % len(names)
        for playing in writers:
            each = max(1, plies // playing)
            for name in names[turn:] + names[:turn]:
                span = range(number * each + 1, (number + 1) * each + 1)
                reached = await speed(sides[name], playing, span)
                if number:
                    found.setdefault((name, playing), []).append(reached)
                advance()
    return found


@asynccontextmanager
async def open_sides(made: Places, engine: str, writers: Sequence[int]) -> AsyncIterator[dict[str, Write]]:
    """Open all sides of an engine, each with a separate database."""
    async with AsyncExitStack() as stack:
        where = await prepare(await made.new("hot"), writers)
        sides = {OURS: hot(await stack.enter_async_context(await open_database(where)))}
        where = await prepare(await made.new("bare"), writers)
        if engine == SQLITE:
            theirs = await stack.enter_async_context(aiosqlite.connect(where, isolation_level=None))
            where = await prepare(await made.new("raw"), writers)
            plain = stack.enter_context(closing(sqlite3.connect(where, isolation_level=None)))
            for pragma in PRAGMAS:
                await theirs.execute(pragma)
                plain.execute(pragma)
            sides |= {BARE[engine]: bare(theirs), RAW: raw(plain)}
        else:
            pool = asyncpg.create_pool(where, min_size=CONNECTIONS, max_size=CONNECTIONS)
            sides |= {BARE[engine]: bare_pool(await stack.enter_async_context(pool))}
        yield sides


async def measure(made: Places, chosen: argparse.Namespace, advance: Advance = unseen) -> Found:
    """Open all sides, measure, close."""
    async with open_sides(made, chosen.engine, chosen.writers) as sides:
        return await rounds(sides, chosen.writers, chosen.rounds, chosen.plies, advance)


def rows_of(found: Found, engine: str) -> list[Row]:
    """Return medians, spread, and ratios to the bare driver."""
    rows = list[Row]()
    for (side, writers), speeds in found.items():
        name = side if writers == 1 else f"{side}, {writers} writers"
        rates = [mine.plies_a_second for mine in speeds]
        goal = Goal("at least", GOAL) if side == OURS else None
        rows += [
            figure(name, "plies a second", rates),
            figure(name, "processor (us a ply)", [mine.processor_us_a_ply for mine in speeds]),
        ]
        if side != BARE[engine]:
            beside = [theirs.plies_a_second for theirs in found[BARE[engine], writers]]
            rows.append(figure(name, f"ratio to {BARE[engine]}", ratios(rates, beside), goal))
    return rows


def main() -> None:
    """Measure in a temporary folder and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.database.storage", description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--plies", type=int, default=200, help="for each side in each round")
    parser.add_argument("--writers", type=numbers, default=[1, 8, 32], help="how many play at once")
    add_engine(parser)
    add_json(parser)
    chosen = parser.parse_args()
    warn_when_busy()
    turns = (3 if chosen.engine == SQLITE else 2) * len(chosen.writers) * (chosen.rounds + 1)
    with places(chosen) as made, progress("Turns", turns) as advance:
        found = asyncio.run(measure(made, chosen, advance))
    title = (
        f"Durable plies, {chosen.rounds} rounds of {chosen.plies}: medians, lowest and highest; ratios paired"
    )
    show([Table("figures", title, rows_of(found, chosen.engine))], as_json=chosen.json)


if __name__ == "__main__":
    main()
