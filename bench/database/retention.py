"""Benchmark what a match takes on the disk, with all messages ever sent about it and without, over a year.

`python -m bench.database.retention [--matches 2000]`. One rated match between two people is played to its end
by random legal actions, all messages being sent at once; its rows are copied `--matches` times, with ends
spread evenly over a year. Then one round of the bot's daily cleanup deletes what isn't needed anymore.
Sizes are those of the file once SQLite has packed it, less an empty one. The steps of the round are timed,
too: a move made meanwhile can have to wait that long.
"""

import argparse
import asyncio
import sqlite3
import tempfile
import time
from pathlib import Path

from bench.database.cloning import COPIED, LANE, OWNED_BY
from bench.database.scale import SAID, StillClock
from bench.figures import Goal, build_row, figure
from bot import features
from bot.core.app_context import AppContext
from bot.core.randomness import SystemRandomness
from bot.core.seats import Place, User
from bot.core.terms import MatchTerms
from bot.matchmaking.challenges import challenging, offering
from bot.operations.retention import retention
from bot.play.dealing.hidden_info import is_unbriefed, see
from bot.play.matches.playing import commit
from bot.runtime.settings import Settings
from slowplay.terminal import Advance, Row, Table, add_json, progress, show, unseen
from storage import Database, open_database
from storage.rows import DueJob
from storage.tables import scheduled_jobs

GOAL = 0.25
KEEP_DAYS: int = Settings().slowplay_keep_days
GAME = "creators"
MARA, TOM = User(1, "Mara"), User(2, "Tom")
END, YEAR_SECONDS = 1_790_000_000, 365 * retention.DAY
TIMES = {
    "matches": ("created_at", "ended_at", "counted_at"),
    "seats": ("briefed_at", "ended_at"),
    "actions": ("at",),
    "challenges": ("created_at", "expires_at"),
    "deadlines": ("due_at", "done_at"),
    "outbox": ("created_at", "due_at", "sent_at", "failed_at"),
    "rating_changes": ("at",),
}
"""Columns with moments of each table that grows with every match."""
NEW = {
    "challenges": {"id": "copies.id || 'c'", "match_id": "copies.id"},
    "rating_changes": {"match_id": "copies.id"},
}
NONCE = """replace(t.nonce, :source, copies.id)
|| CASE WHEN instr(t.nonce, :source) THEN '' ELSE ':' || copies.id END"""
NUMBERED = {"matches": {"ending": "n"}, "outbox": {"lane": LANE, "nonce": NONCE}}


async def play(path: Path) -> int:
    """Create a file with a match that has an action each hour, and return their number.

    The match ends at about the year's end.
    """
    async with await open_database(path) as database:
        clock = StillClock(END - 4 * retention.DAY)
        app = AppContext(database, clock, SystemRandomness(), features.load().hooks)
        challenge = await offering.offer(app, MARA, TOM, 0, MatchTerms(GAME, {}, "1d"), Place(1, 1), 1)
        _, match = await challenging.accept(app, challenge.id, TOM, 2, 3)
        state = await app.match_state(match.id)
        for seat in (0, 1):
            if is_unbriefed(state, seat):
                await see(app, match.id, seat)
        state = await app.match_state(match.id)
        number = 0
        while state.to_act:
            seat, number = state.to_act[0], number + 1
            legal = list(state.game.actions(state.view(seat)))
            text = state.game.format(legal[number * 7919 % len(legal)])
            clock.moment += 3600
            state = await commit(app, state, seat, text)
            await database.transact(lambda w: w.fetch(SAID, {}))
        return state.length


def add_copies(path: Path, source: Path, count: int) -> None:
    """Add `count` copies of the match, with ends spread evenly over the year before END."""
    raw = sqlite3.connect(path)
    raw.execute("ATTACH ? AS sources", (str(source),))
    (match_id,) = raw.execute("SELECT id FROM sources.matches").fetchone()
    raw.execute(
        """CREATE TEMP TABLE copies AS
        WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
        SELECT n, printf('%08x', (n * 2654435761) & 4294967295) AS id, 0 AS further,
            (n - ?) * ? / ? AS later FROM numbers""",
        (count, count, YEAR_SECONDS, count),
    )
    raw.execute("INSERT INTO people SELECT * FROM sources.people")
    raw.execute("INSERT INTO ratings SELECT * FROM sources.ratings")
    for table, times in TIMES.items():
        changed = COPIED.get(table, {}) | NEW.get(table, {}) | NUMBERED.get(table, {})
        changed |= {name: f"t.{name} + later" for name in times}
        columns = [row[1] for row in raw.execute(f"PRAGMA table_info({table})")]
        picked = ", ".join(changed.get(column, f"t.{column}") for column in columns)
        owner = OWNED_BY.get(table, "match_id")
        of_it = f"t.{owner} = :source" if table != "outbox" else "1"
        raw.execute(
            f"INSERT INTO {table} SELECT {picked} FROM copies CROSS JOIN sources.{table} AS t "
            f"WHERE {of_it} ORDER BY n",
            {"source": match_id},
        )
    raw.commit()
    raw.close()


def pack_file(path: Path) -> int:
    """Pack a file that isn't open; return its size in bytes."""
    raw = sqlite3.connect(path)
    raw.execute("VACUUM")
    raw.close()
    return path.stat().st_size


async def one_round(database: Database) -> list[float]:
    """Run a whole round of cleanup; return the milliseconds of each step."""
    app, took = AppContext(database, StillClock(END), SystemRandomness()), list[float]()
    app.keep_days = KEEP_DAYS
    await retention.schedule(app)
    while True:
        due = await next_step(database)
        began = time.perf_counter()
        await retention.sweep(app, due)
        took.append(1000 * (time.perf_counter() - began))
        if (await next_step(database)).due_at > END + retention.PAUSE_SECONDS:
            return took


async def next_step(database: Database) -> DueJob:
    """Return the round's next job."""
    async with database.read() as r:
        due = await scheduled_jobs.get(r, retention.SWEEP, "")
    assert due is not None
    return due


async def measure_year(folder: Path, matches: int, advance: Advance = unseen) -> list[Table]:
    """Play, copy, delete, and compare sizes."""
    source, path = folder / "source.db", folder / "year.db"
    actions = await play(source)
    advance()
    async with await open_database(path):
        pass
    empty = pack_file(path)
    add_copies(path, source, matches)
    advance()
    whole = pack_file(path) - empty
    async with await open_database(path) as database:
        took = await one_round(database)
    advance()
    left = pack_file(path) - empty
    rows: list[Row] = [
        build_row("the match", "actions", actions),
        build_row("everything kept", "KB a match", whole / matches / 1000),
        build_row("after a round", "KB a match", left / matches / 1000),
        build_row("everything kept", "GB a year of 1,000 matches a day", 365_000 * whole / matches / 1e9),
        build_row("after a round", "GB a year of 1,000 matches a day", 365_000 * left / matches / 1e9),
        build_row("after / everything kept", "ratio", left / whole, Goal("at most", GOAL)),
        figure("a round", "a step (ms)", took),
    ]
    return [Table("figures", f"A year of {matches:,} matches of {GAME}, packed", rows)]


def main() -> None:
    """Measure with the settings of the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.database.retention", description=__doc__)
    parser.add_argument("--matches", type=int, default=2000, help="how many end within the year")
    add_json(parser)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, progress("Retention", 3) as advance:
        tables = asyncio.run(measure_year(Path(folder), chosen.matches, advance))
    show(tables, as_json=chosen.json)


if __name__ == "__main__":
    main()
