"""Benchmark what a leaderboard costs with many rated people, compared with few.

`python -m bench.database.leaderboard [--sizes 100,100000]`. Each size is a separate file with that many
people rated in one game, filled by SQL; about one in twelve was rated this month, and a hundred of them are
on the reader's server, with the reader in the middle. An answer is the page from the database, its picture
and its text: everything but Discord. "page alone" is without picture and text. The sizes take turns within a
round; ratios are those of pairs within one round.
"""

import argparse
import asyncio
import random
import sqlite3
import statistics
import tempfile
import time
from contextlib import AsyncExitStack, closing
from datetime import UTC, datetime
from pathlib import Path

from bench.database.scale import Found, app_at, beside_the_smallest, in_turns, note, numbers
from bench.figures import Goal
from bot.core.app_context import AppContext
from bot.play.ratings import leaderboards
from bot.play.ratings.ui import leaderboard
from games import GAMES
from slowplay.terminal import Advance, Row, Table, add_json, progress, show, unseen
from storage import open_database

GOAL = 1.5
GAME, SERVER, IN_THE_SERVER, READER = "creators", 7, 100, 1
NOW = int(datetime(2026, 6, 20, tzinfo=UTC).timestamp())
HOUR, YEAR = 3600, 365 * 86_400
SURELY_LATELY = 24
"""Number of people rated this month at every size, so that all pages are full."""
BOARDS = {
    "everywhere, first page": ("everywhere", 0),
    "everywhere, last page": ("everywhere", 1_000_000),
    "this month": ("month", 0),
    "here": ("here", 0),
}
"""The measured leaderboards and pages, by name; a number beyond the last page gives the last page."""
ALONE = "page alone: "
PEOPLE = "INSERT INTO people (id, name, created_at) VALUES (:person, 'Player ' || :person, 0)"
RATINGS = """INSERT INTO ratings (game, pool, holder, person, rating, deviation, volatility,
    wins, losses, draws, rated_at, standing)
VALUES (:game, 'people', :person, :person, :rating, :deviation, 0.06, 9, 8, 0, :at, :standing)"""
HERE = "INSERT INTO guild_people (guild, person) SELECT :guild, id FROM people WHERE id <= :most"


def draw_people(size: int) -> list[dict[str, int | float | str]]:
    """Return `size` people with their ratings; the reader's is in the middle."""
    rng = random.Random(7)
    rows = list[dict[str, int | float | str]]()
    for person in range(1, size + 1):
        reader = person == READER
        rating, deviation = (1500.0, 90.0) if reader else (rng.gauss(1500, 250), rng.gauss(90, 15))
        at = NOW - person * HOUR if person <= SURELY_LATELY else NOW - rng.randrange(YEAR)
        standing = round(rating - 2 * deviation)
        rows.append({"game": GAME, "person": person, "rating": rating, "deviation": deviation, "at": at,
                     "standing": standing})  # fmt: skip
    return rows


async def fill(path: Path, size: int) -> None:
    """Create a file with `size` rated people."""
    async with await open_database(path):
        pass
    with closing(sqlite3.connect(path)) as raw, raw:
        rows = draw_people(size)
        raw.executemany(PEOPLE, rows)
        raw.executemany(RATINGS, rows)
        raw.execute(HERE, {"guild": SERVER, "most": IN_THE_SERVER})


async def answer(app: AppContext, which: str, number: int) -> tuple[float, float]:
    """Return the milliseconds until a page is read, and until its picture and text are made, too."""
    game, began = GAMES[GAME], time.perf_counter()
    page = await leaderboards.page_of(app, game, which, number, SERVER, READER)
    known = time.perf_counter()
    await leaderboard.screen_of(game, page)
    assert page.lines
    assert page.mine is not None
    return 1000 * (known - began), 1000 * (time.perf_counter() - began)


async def one_round(app: AppContext, count: int) -> dict[str, float]:
    """Return the medians of `count` answers of each board."""
    figures = dict[str, float]()
    for name, (which, number) in BOARDS.items():
        taken = [await answer(app, which, number) for _ in range(count)]
        page, whole = (statistics.median(each) for each in zip(*taken, strict=True))
        figures |= {f"{name} (ms)": whole, f"{ALONE}{name} (ms)": page}
    return figures


async def measure(files: dict[int, Path], rounds: int, count: int, advance: Advance = unseen) -> Found:
    """Measure all figures of all sizes; the first round warms up and is left out."""
    found: Found = {size: {} for size in files}
    async with AsyncExitStack() as stack:
        hosts = dict[int, AppContext]()
        for size, path in files.items():
            hosts[size] = app_at(await stack.enter_async_context(await open_database(path)), NOW)
        for number in range(rounds + 1):
            for size in in_turns(files, number):
                figures = await one_round(hosts[size], count)
                note(found[size] if number else {}, figures)
                advance()
    return found


def goal_of(name: str) -> Goal | None:
    """Return the goal of a figure; only whole answers have one."""
    return None if name.startswith(ALONE) else Goal("at most", GOAL)


async def run(
    folder: Path, sizes: list[int], rounds: int, count: int, advance: Advance = unseen
) -> list[Row]:
    """Fill the databases and measure."""
    files = {size: folder / f"{size}.db" for size in sizes}
    for size, path in files.items():
        await fill(path, size)
        advance()
    return beside_the_smallest(await measure(files, rounds, count, advance), "rated", goal_of)


def main() -> None:
    """Measure with the settings of the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.database.leaderboard", description=__doc__)
    parser.add_argument("--sizes", type=numbers, default=[100, 100_000], help="numbers of rated people")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--answers", type=int, default=5, help="for each board at each size in each round")
    add_json(parser)
    chosen = parser.parse_args()
    sizes = sorted(set(chosen.sizes))
    with (
        tempfile.TemporaryDirectory() as folder,
        progress("Steps", len(sizes) * (chosen.rounds + 2)) as advance,
    ):
        rows = asyncio.run(run(Path(folder), sizes, chosen.rounds, chosen.answers, advance))
    title = f"Answers of a leaderboard: medians of {chosen.rounds} rounds, lowest and highest; ratios paired"
    show([Table("figures", title, rows)], as_json=chosen.json)


if __name__ == "__main__":
    main()
