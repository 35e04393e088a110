"""A small tournament is killed in every transaction, at its statements from the first to the last. Nobody is
paired twice, and nothing is forgotten.

A child goes on from the file and is killed by signal 9 before the n-th statement that it would write. If the
file has grown since, the next child dies at one of the first statements again, else a few later: so every
transaction is cut in several places before it goes through, and each kind of them in other ones each time."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import traceback
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.contests import entering, organizing
from bot.contests.contest import Contest, folded
from bot.contests.events import read_event
from bot.contests.terms import Terms
from bot.core.app_context import AppContext
from bot.core.contest_ends import CONTEST, ENDED
from storage.handle import Writer
from storage.opening import open_database
from tests.bot.hosted import House, ManualClock
from tests.contests.stage import Stage, user
from tests.kit import NumberedRandomness

PEOPLE = 4
MOST_KILLS = 5_000
STRIDE = 4
"""Statements from one cut of a transaction to the next."""
CHILD_FAILED = 3


@pytest.mark.slow
@pytest.mark.sqlite
@pytest.mark.parametrize("kind", ["swiss", "knockout"])
def test_a_tournament_killed_at_every_step_pairs_nobody_twice_and_forgets_nothing(
    tmp_path: Path, kind: str
) -> None:
    file, kills, deadly, deepest = tmp_path / "slowplay.db", 0, 1, 0
    while True:
        before = lines_of(file)
        status = child(file, kind, deadly, kills)
        if os.WIFEXITED(status):
            assert os.WEXITSTATUS(status) == 0, "a child failed; its trace is above"
            break
        assert os.WTERMSIG(status) == signal.SIGKILL
        kills, deepest = kills + 1, max(deepest, deadly)
        deadly = 1 + kills % STRIDE if lines_of(file) > before else deadly + STRIDE
        assert kills < MOST_KILLS
    assert kills > 50
    assert deepest > 5, "transactions of several statements were cut in the middle"
    check(file, kind)


def child(file: Path, kind: str, deadly: int, number: int) -> int:
    """Let a child go on until it's killed, or it's all over; how it ended."""
    process = os.fork()
    if process:
        return os.waitpid(process, 0)[1]
    try:
        _die_at(deadly)
        asyncio.run(_go_on(file, kind, number))
    except BaseException:
        traceback.print_exc()
        os._exit(CHILD_FAILED)
    os._exit(0)


def _die_at(deadly: int) -> None:
    """From now on this process ends, without another word, at so many statements of a writer."""
    usable, count = Writer._usable, iter(range(1, 10**9))

    def counted(self: Writer, sql: str) -> Any:
        if next(count) == deadly:
            os.kill(os.getpid(), signal.SIGKILL)
        return usable(self, sql)

    Writer._usable = counted  # type: ignore[method-assign]


# --- what a child does ----------------------------------------------------------------------------------


async def _go_on(file: Path, kind: str, number: int) -> None:
    async with await open_database(file) as database:
        clock = ManualClock()
        on_stage = Stage(House(AppContext(database, clock, NumberedRandomness(number)), clock))
        id = await _made(on_stage, kind)
        await _entered(on_stage, id)
        # Whatever was done before the kill, it's later now.
        clock.advance(3600 + 30 * number)
        await on_stage.settle()
        for _ in range(100):
            if not await _step(on_stage, id):
                return
            await on_stage.later(3)


async def _made(on_stage: Stage, kind: str) -> str:
    async with on_stage.app.database.read() as r:
        rows = await r.fetch("SELECT id FROM contests", {})
    return rows[0]["id"] if rows else await on_stage.contest(kind, ties=1, rounds=3)


async def _entered(on_stage: Stage, id: str) -> None:
    known = (await on_stage.of(id)).entrants
    await on_stage.enter(id, *(n for n in range(1, PEOPLE + 1) if user(n).id not in known))


async def _step(on_stage: Stage, id: str) -> bool:
    """The next thing that happens to the contest, by how it stands; False: it's all over."""
    contest = await on_stage.of(id)
    decided = [one for one in contest.pairings if one.score is not None]
    is_left = [one for one in contest.open if await on_stage.is_under_way(one.match)]
    if contest.ended_at is not None or (contest.terms.kind == "ladder" and len(decided) >= 6):
        return False
    if len(decided) >= 1 and not contest.dropped and is_left:
        await organizing.void(on_stage.app, id, is_left[0].match, 900)
    elif len(decided) >= 2 and user(9).id not in contest.entrants and contest.terms.kind != "ladder":
        out = next(one for one in contest.seeded() if not one.gone)
        await organizing.substitute(on_stage.app, id, out.person, user(9), on_stage.tap(), 900)
    elif len(decided) >= 3 and not any(one.gone == "withdrew" for one in contest.entrants.values()):
        last = [one for one in contest.entrants.values() if not one.gone][-1]
        await entering.leave(on_stage.app, id, last.person)
    elif is_left:
        await on_stage.end(is_left[0], int(is_left[0].first > is_left[0].second))
    else:
        on_stage.house.clock.advance(90_000)
    return True


# --- what has to be so in the end -----------------------------------------------------------------------


def lines_of(file: Path) -> int:
    """A number that grows with everything that happens to the contest, and with nothing else: a look at it
    that only sets the next one is no step."""
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


def check(file: Path, kind: str) -> None:
    """Nobody was paired twice, every match is a pairing's, every result is the match's, nothing is left."""
    with closing(sqlite3.connect(file)) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        lines = raw.execute("SELECT number, event FROM contest_events ORDER BY number").fetchall()
        kept = {row[0] for row in raw.execute("SELECT match_id FROM contest_matches")}
        matches = {row[0]: row[1:] for row in raw.execute("SELECT id, winner, reason FROM matches")}
        left = raw.execute(
            "SELECT kind FROM deadlines WHERE done_at IS NULL AND kind IN (?, ?)", (CONTEST, ENDED)
        ).fetchall()
    contest = _contest([text for _, text in lines], kind)
    assert [number for number, _ in lines] == list(range(1, len(lines) + 1)), "no event is missing"
    assert kept == matches.keys(), "no match without its contest"
    every = {one.match for one in contest.pairings} | {*contest.dropped}
    assert kept <= every, "no match that isn't paired"
    for one in contest.pairings:
        assert one.match in kept, "no pairing whose match was forgotten"
        winner, reason = matches[one.match]
        if one.score is not None:
            assert reason is not None
            assert one.score == ("win" if winner == 0 else "loss")
    for match in {*contest.dropped} & kept:
        assert matches[match][1] == "cancelled", "and what counts for nothing is over"
    if kind != "ladder":
        assert contest.status == "finished"
        assert left == []
    if kind in ("swiss", "round robin"):
        pairs = Counter(frozenset((one.first, one.second)) for one in contest.pairings)
        assert max(pairs.values()) == 1


def _contest(lines: list[str], kind: str) -> Contest:
    return folded(Terms(kind=kind, name="Cup", game="decoy"), map(read_event, lines))  # type: ignore[arg-type]
