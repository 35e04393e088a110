"""Small contests whose process is killed at a database statement, again and again on the same file."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import traceback
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.log.event_store import CONTEST, ENDED
from bot.matchmaking.contests.organizing import accepting, entering, organizing
from storage.engine.handle import Writer
from storage.engine.opening import open_database
from storage.engine.sqlite import connection
from storage.engine.sqlite.database import SqliteDatabase
from tests.kit.contests.stage import Stage, user
from tests.kit.contexts import app_context
from tests.kit.hosts.house import House, ManualClock
from tests.kit.inputs import NumberedRandomness

MOST_KILLS = 5_000
MANAGER = 900
CHILD_FAILED = 3
ROUTINE = ("void", "substitute", "withdraw")
Making = Callable[[Stage], Awaitable[str]]
Entering = Callable[[Stage, str, list[int]], Awaitable[None]]


class Plan(NamedTuple):
    """A contest and its course.

    `people` enter. `events` happen once each, in order, after the first result. The run ends after `results`
    results (0: when the contest ends). Within a transaction, kills are `stride` statements apart.
    """

    kind: str
    people: int
    stride: int
    events: tuple[str, ...] = ROUTINE
    results: int = 0
    terms: Mapping[str, Any] = MappingProxyType({})


class Killed(NamedTuple):
    """The number of kills, and the latest statement at which a child was killed."""

    kills: int
    deepest: int


async def made(on_stage: Stage, plan: Plan) -> str:
    """Create the contest of a plan, and return its id."""
    return await on_stage.contest(plan.kind, **plan.terms)


async def enter_here(on_stage: Stage, id: str, numbers: list[int]) -> None:
    """Enter these people on the server of the contest."""
    await on_stage.enter(id, *numbers)


class Crashes:
    """A database file, and the functions that create its contest and enter people."""

    def __init__(self, file: Path, plan: Plan, make: Making | None = None, enter: Entering = enter_here):
        self.file, self.plan = file, plan
        self._make = make or (lambda on_stage: made(on_stage, plan))
        self._enter = enter

    def to_the_end(self) -> Killed:
        """Kill one child process after another until one finishes.

        If the file has grown, the next child dies at one of the first statements again; otherwise, it dies
        a few statements later. So each transaction is cut in several places before it succeeds, and each
        kind of transaction in different places.
        """
        kills, deadly, deepest = 0, 1, 0
        while True:
            before = lines_of(self.file)
            status = self._child(deadly, kills)
            if os.WIFEXITED(status):
                assert os.WEXITSTATUS(status) == 0, "a child failed; its trace is above"
                return Killed(kills, deepest)
            assert os.WTERMSIG(status) == signal.SIGKILL
            kills, deepest = kills + 1, max(deepest, deadly)
            grown = lines_of(self.file) > before
            deadly = 1 + kills % self.plan.stride if grown else deadly + self.plan.stride
            assert kills < MOST_KILLS

    def _child(self, deadly: int, number: int) -> int:
        """Run a child until it's killed or done, and return its exit status."""
        process = os.fork()
        if process:
            return os.waitpid(process, 0)[1]
        try:
            _die_at(deadly)
            asyncio.run(self._go_on(number))
        except BaseException:
            traceback.print_exc()
            os._exit(CHILD_FAILED)
        os._exit(0)

    # --- what a child does ------------------------------------------------------------------------------

    async def _go_on(self, number: int) -> None:
        async with await open_database(self.file) as database:
            clock = ManualClock()
            on_stage = Stage(House(app_context(database, clock, NumberedRandomness(number)), clock))
            id = await self._made(on_stage)
            contest = await on_stage.of(id)
            numbers = range(1, self.plan.people + 1)
            await self._enter(on_stage, id, [n for n in numbers if user(n).id not in contest.entrants])
            # Let time pass after whatever happened before the kill.
            clock.advance(3600 + 30 * number)
            await on_stage.settle()
            while await self._step(on_stage, id):
                await on_stage.later(3)

    async def _made(self, on_stage: Stage) -> str:
        async with on_stage.app.database.read() as r:
            rows = await r.fetch("SELECT id FROM contests WHERE previous IS NULL AND parent IS NULL", {})
        return rows[0]["id"] if rows else await self._make(on_stage)

    async def _step(self, on_stage: Stage, id: str) -> bool:
        """Do the next step of the contest; return False when it's over."""
        contest = await on_stage.of(id)
        decided = [pairing for pairing in contest.pairings if pairing.score is not None]
        left = [pairing for pairing in contest.open if await on_stage.is_under_way(pairing.match)]
        if contest.ended_at is not None or len(decided) >= (self.plan.results or len(decided) + 1):
            return False
        for event in self.plan.events if decided else ():
            if await _EVENTS[event](on_stage, id, contest):
                return True
        if left:
            await on_stage.end(left[0], int(left[0].first > left[0].second))
        else:
            on_stage.house.clock.advance(await _until_next(on_stage))
        return True


async def _until_next(on_stage: Stage) -> int:
    """Return the seconds until something is due in a contest."""
    text = "SELECT MIN(due_at) AS due FROM deadlines WHERE done_at IS NULL AND kind IN ('{}', '{}')"
    async with on_stage.app.database.read() as r:
        rows = await r.fetch(text.format(CONTEST, ENDED), {})
    return max(0, int(rows[0]["due"]) - on_stage.app.now())


async def _void(on_stage: Stage, id: str, contest: Contest) -> bool:
    """Void the first match under way; return False if there's none or one has already been voided."""
    left = [pairing for pairing in contest.open if await on_stage.is_under_way(pairing.match)]
    if contest.dropped or not left:
        return False
    await organizing.void(on_stage.app, id, left[0].match, MANAGER)
    return True


async def _substitute(on_stage: Stage, id: str, contest: Contest) -> bool:
    """Let a new person replace the best player still in the contest."""
    if user(9).id in contest.entrants:
        return False
    out = next(entrant for entrant in contest.list_seeded() if not entrant.gone)
    if user(9).id not in contest.invited:
        await organizing.substitute(on_stage.app, id, out.person, user(9), on_stage.tap(), MANAGER)
    await accepting.accept(on_stage.app, id, user(9), on_stage.tap())
    return True


async def _withdraw(on_stage: Stage, id: str, contest: Contest) -> bool:
    """Let the last entrant leave."""
    if any(entrant.gone == "withdrew" for entrant in contest.entrants.values()):
        return False
    if user(1).id in contest.entrants and contest.entrants[user(1).id].back_at:
        return False
    last = [entrant for entrant in contest.entrants.values() if not entrant.gone][-1]
    await entering.leave(on_stage.app, id, last.person)
    return True


async def _come_back(on_stage: Stage, id: str, contest: Contest) -> bool:
    """Let the entrant who left come back."""
    gone = [entrant.person - 1000 for entrant in contest.entrants.values() if entrant.gone == "withdrew"]
    if not gone:
        return False
    await on_stage.enter(id, *gone)
    # Another player's action records this, so that the entrant doesn't leave again.
    await entering.pause(on_stage.app, id, user(1).id, on=False)
    return True


_EVENTS = MappingProxyType(
    {"void": _void, "substitute": _substitute, "withdraw": _withdraw, "come back": _come_back}
)


def _die_at(deadly: int) -> None:
    """Make this process kill itself at a statement or commit, counted over all writers.

    The system keeps what a killed process has written, so SQLite doesn't have to wait for the disk.
    """
    numbers = count(1)
    connection.WRITER = tuple(pragma.replace("FULL", "OFF") for pragma in connection.WRITER)
    usable, commit = Writer._usable, SqliteDatabase._commit

    def perhaps_die() -> None:
        if next(numbers) == deadly:
            os.kill(os.getpid(), signal.SIGKILL)

    def counted(self: Writer, sql: str) -> Any:
        perhaps_die()
        return usable(self, sql)

    async def counted_commit(self: SqliteDatabase) -> None:
        perhaps_die()
        await commit(self)

    Writer._usable = counted  # type: ignore[method-assign]
    SqliteDatabase._commit = counted_commit  # type: ignore[method-assign]


def lines_of(file: Path) -> int:
    """Return a number that grows with each real change of the contest.

    Scheduling the next look at the contest doesn't count.
    """
    if not file.exists():
        return 0
    with closing(sqlite3.connect(file)) as raw:
        found = {row[0] for row in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        counted = ("contests", "contest_events", "contest_people", "matches")
        if not found.issuperset(counted):
            return len(found)
        rows = sum(raw.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0] for table in counted)
        over = raw.execute("SELECT COUNT(*) FROM matches WHERE ended_at IS NOT NULL").fetchone()[0]
        return len(found) + int(rows) + int(over)


class Kept(NamedTuple):
    """A contest in a file: its row, and the numbers and lines of its log."""

    row: Mapping[str, Any]
    numbers: list[int]
    lines: list[str]


class File:
    """The contents of a database file after the run."""

    def __init__(self, file: Path) -> None:
        with closing(sqlite3.connect(file)) as raw:
            raw.row_factory = sqlite3.Row
            self.sound = raw.execute("PRAGMA integrity_check").fetchone()[0]
            everything = raw.execute("SELECT * FROM contests ORDER BY created_at, id").fetchall()
            rows = [row for row in everything if row["parent"] is None]
            self.parts = [row for row in everything if row["parent"] is not None]
            logs = raw.execute("SELECT * FROM contest_events ORDER BY contest, number").fetchall()
            self.matches = {record["id"]: record for record in raw.execute("SELECT * FROM matches")}
            self.seats = raw.execute("SELECT * FROM seats ORDER BY match_id, seat").fetchall()
            self.of = {
                record["match_id"]: record["contest"]
                for record in raw.execute("SELECT * FROM contest_matches")
            }
            self.nonces = [row[0] for row in raw.execute("SELECT nonce FROM outbox")]
            self.left = [row[0] for row in raw.execute(
                "SELECT subject FROM deadlines WHERE done_at IS NULL AND kind IN (?, ?)", (CONTEST, ENDED)
            )]  # fmt: skip
        self.contests = [
            Kept(
                {**dict(row), "terms": msgspec.json.decode(row["terms"])},
                [log["number"] for log in logs if log["contest"] == row["id"]],
                [log["event"] for log in logs if log["contest"] == row["id"]],
            )
            for row in rows
        ]
