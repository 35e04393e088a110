"""Durable plies a second: through storage, beside bare aiosqlite and raw sqlite3 writing the same rows.

Run: python -m bench.storage. One ply = the match header moves on, one action, one deadline moved, two
messages queued, one COMMIT that reaches the disk. All sides take turns in every round; the ratios are those
of a round's own pair."""

import argparse
import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

import aiosqlite

from bench.figures import Goal, figure, ratios, warn_when_busy
from storage import (
    Database,
    Match,
    Message,
    Ply,
    ScheduledJob,
    Seat,
    commit_ply,
    matches,
    open_database,
    people,
)
from terminal import Advance, Row, Table, add_json, progress, show, unseen

GOAL = 0.8
OURS, BARE = "storage, commit_ply", "bare aiosqlite"
SIDES = 3
PRAGMAS = (
    "PRAGMA busy_timeout = 5000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA recursive_triggers = ON",
)
ADVANCE = "UPDATE matches SET length = ? WHERE id = ? AND length = ? AND ended_at IS NULL RETURNING id"
ACTION = "INSERT INTO actions (match_id, number, seat, text, at) VALUES (?, ?, ?, ?, ?)"
DEADLINE = """INSERT INTO deadlines (kind, subject, due_at, payload) VALUES (?, ?, ?, ?)
ON CONFLICT (kind, subject) WHERE done_at IS NULL
DO UPDATE SET due_at = excluded.due_at, payload = excluded.payload, lease_until = NULL"""
MESSAGE = """INSERT INTO outbox (match_id, lane, kind, payload, nonce, created_at, due_at)
VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (nonce) DO NOTHING"""

Side = Callable[[range], Awaitable[None]]


def ply(number: int) -> Ply:
    """The ply with this number; every side writes it."""
    return Ply(
        match_id="m1",
        number=number,
        at=1_700_000_000 + number,
        actions=((number % 2, "d15-d12"),),
        deadlines=(ScheduledJob(kind="turn", subject="m1", due_at=1_700_086_400 + number),),
        messages=(message(number, "channel:1", "board"), message(number, "person:2", "ping")),
    )


def message(number: int, lane: str, kind: str) -> Message:
    """A message of that ply."""
    at = 1_700_000_000 + number
    nonce, payload = f"{kind} {number}", {"text": "It is your turn."}
    return Message(
        lane=lane, kind=kind, payload=payload, nonce=nonce, created_at=at, due_at=at, match_id="m1"
    )


def parameters(number: int) -> tuple[Any, Any, Any, list[Any]]:
    """The same rows as bare parameters, JSON made by hand."""
    at = 1_700_000_000 + number
    text = '{"text":"It is your turn."}'
    messages = [
        ("m1", lane, kind, text, f"{kind} {number}", at, at)
        for lane, kind in (("channel:1", "board"), ("person:2", "ping"))
    ]
    return (
        (number, "m1", number - 1),
        ("m1", number, number % 2, "d15-d12", at),
        ("turn", "m1", at + 86_400, "{}"),
        messages,
    )


def hot(database: Database) -> Side:
    """storage, as the bot writes a ply."""

    async def write(numbers: range) -> None:
        for number in numbers:
            assert await commit_ply(database, ply(number))

    return write


def bare(connection: aiosqlite.Connection) -> Side:
    """aiosqlite without us."""

    async def write(numbers: range) -> None:
        for number in numbers:
            header, action, deadline, messages = parameters(number)
            await connection.execute("BEGIN IMMEDIATE")
            cursor = await connection.execute(ADVANCE, header)
            assert await cursor.fetchone()
            await connection.execute(ACTION, action)
            await connection.execute(DEADLINE, deadline)
            await connection.executemany(MESSAGE, messages)
            await connection.execute("COMMIT")

    return write


def raw(connection: sqlite3.Connection) -> Side:
    """sqlite3 without threads: what the machine can do at all."""

    async def write(numbers: range) -> None:
        for number in numbers:
            header, action, deadline, messages = parameters(number)
            connection.execute("BEGIN IMMEDIATE")
            assert connection.execute(ADVANCE, header).fetchone()
            connection.execute(ACTION, action)
            connection.execute(DEADLINE, deadline)
            connection.executemany(MESSAGE, messages)
            connection.execute("COMMIT")

    return write


async def prepare(path: Path) -> Path:
    """A file with one match."""
    seats = (Seat(seat=0, person=1), Seat(seat=1, person=2))
    match = Match(
        id="m1",
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
    async with await open_database(path) as database, database.write() as w:
        await people.upsert(w, 1, "mara", now=1)
        await people.upsert(w, 2, "tom", now=1)
        await matches.add(w, match)
    return path


class Speed(NamedTuple):
    """What one side reached in one round."""

    plies_a_second: float
    processor_us_a_ply: float


async def speed(side: Side, numbers: range) -> Speed:
    """Let a side write these plies."""
    began, used = time.perf_counter(), time.process_time()
    await side(numbers)
    took, used = time.perf_counter() - began, time.process_time() - used
    return Speed(len(numbers) / took, 1e6 * used / len(numbers))


async def rounds(
    sides: dict[str, Side], count: int, plies: int, advance: Advance = unseen
) -> dict[str, list[Speed]]:
    """Speeds of each side, round by round; who begins moves on. The first round warms up and is left out."""
    found: dict[str, list[Speed]] = {name: [] for name in sides}
    names = list(sides)
    for number in range(count + 1):
        turn = number % len(names)
        for name in names[turn:] + names[:turn]:
            found[name].append(await speed(sides[name], range(number * plies + 1, (number + 1) * plies + 1)))
            advance()
    return {name: speeds[1:] for name, speeds in found.items()}


async def measure(folder: Path, count: int, plies: int, advance: Advance = unseen) -> dict[str, list[Speed]]:
    """Open all three side by side, measure, close."""
    files = {name: await prepare(folder / f"{name}.db") for name in ("hot", "bare", "raw")}
    plain = sqlite3.connect(files["raw"], isolation_level=None)
    async with (
        await open_database(files["hot"]) as ours,
        aiosqlite.connect(files["bare"], isolation_level=None) as theirs,
    ):
        for pragma in PRAGMAS:
            await theirs.execute(pragma)
            plain.execute(pragma)
        sides = {
            OURS: hot(ours),
            BARE: bare(theirs),
            "raw sqlite3": raw(plain),
        }
        found = await rounds(sides, count, plies, advance)
    plain.close()
    return found


def rows_of(found: dict[str, list[Speed]]) -> list[Row]:
    """Medians, spread, and ratios to bare aiosqlite."""
    bare_rates = [speed.plies_a_second for speed in found[BARE]]
    rows = list[Row]()
    for name, speeds in found.items():
        rates = [mine.plies_a_second for mine in speeds]
        goal = Goal("at least", GOAL) if name == OURS else None
        rows += [
            figure(name, "plies a second", rates),
            figure(name, "processor (us a ply)", [mine.processor_us_a_ply for mine in speeds]),
        ]
        if name != BARE:
            rows.append(figure(name, "ratio to bare aiosqlite", ratios(rates, bare_rates), goal))
    return rows


def main() -> None:
    """Measure in a temporary folder and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.storage", description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--plies", type=int, default=200, help="for each side in each round")
    parser.add_argument(
        "--folder", help="a folder on the disk to measure (default: the system's temporary one)"
    )
    add_json(parser)
    chosen = parser.parse_args()
    warn_when_busy()
    with (
        tempfile.TemporaryDirectory(dir=chosen.folder) as folder,
        progress("Turns", SIDES * (chosen.rounds + 1)) as advance,
    ):
        found = asyncio.run(measure(Path(folder), chosen.rounds, chosen.plies, advance))
    title = (
        f"Durable plies, {chosen.rounds} rounds of {chosen.plies}: medians, lowest and highest; ratios paired"
    )
    show([Table("figures", title, rows_of(found))], as_json=chosen.json)


if __name__ == "__main__":
    main()
