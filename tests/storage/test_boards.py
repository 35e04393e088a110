"""Leaderboards list exactly what sorting all ratings gives, whatever the order of updates."""

from __future__ import annotations

import random

import pytest

from storage import Database
from storage.tables import people, ratings
from storage.tables.ratings import Board, Rating

GUILD, EVERYONE = 5, range(1, 121)


def a_rating(rng: random.Random, person: int) -> Rating:
    """Return a random rating; some standings are below zero, and many are equal."""
    rating, deviation = rng.uniform(-40, 60), rng.uniform(0, 8)
    return Rating(game="g", pool="people", holder=str(person), person=person, rating=rating,
                  deviation=deviation, volatility=0.06, rated_at=rng.randrange(100))  # fmt: skip


async def put_some(database: Database, rng: random.Random, times: int) -> list[Rating]:
    """Rate random people `times` times; return all ratings in the order of a leaderboard."""
    kept = dict[int, Rating]()
    async with database.write("all") as w:
        for person in EVERYONE:
            await people.upsert(w, person, f"P{person}", now=0)
            await ratings.set_present(w, GUILD, person, person % 3 > 0)
        for person in rng.choices(EVERYONE, k=times):
            kept[person] = rating = a_rating(rng, person)
            await ratings.put(w, rating)
    return sorted(kept.values(), key=lambda one: (-one.standing, one.holder))


def listed(rows: list[Rating], board: Board) -> list[Rating]:
    """Return the ratings that a leaderboard lists."""
    late = [row for row in rows if board.since is None or row.rated_at >= board.since]
    return [row for row in late if board.guild is None or (row.person or 0) % 3 > 0]


@pytest.mark.parametrize("guild", [None, GUILD])
@pytest.mark.parametrize("since", [None, 50])
async def test_every_page_and_place_is_that_of_all_ratings_sorted(
    database: Database, guild: int | None, since: int | None
) -> None:
    board = Board("g", "people", guild, since)
    wanted = listed(await put_some(database, random.Random(3), 400), board)
    above = [1 + sum(other.standing > row.standing for other in wanted) for row in wanted]
    assert len(set(above)) < len(above), "nobody shares a place"
    async with database.read() as r:
        assert await ratings.count(r, board) == len(wanted)
        for offset in range(0, len(wanted) + 8, 7):
            page = await ratings.top(r, board, 10, offset)
            assert [place.rating for place in page] == wanted[offset : offset + 10]
            assert [place.place for place in page] == above[offset : offset + 10]
        for number in range(0, len(wanted), 10):
            mine = await ratings.place_of(r, board, wanted[number].person or 0)
            assert mine is not None
            assert mine.place == above[number]


@pytest.mark.slow
async def test_a_board_forgotten_is_empty_and_fills_again(database: Database) -> None:
    await put_some(database, random.Random(4), 50)
    board = Board("g", "people")
    async with database.write("all") as w:
        await ratings.forget(w)
    async with database.read() as r:
        assert await ratings.count(r, board) == 0
        assert await ratings.top(r, board, 10, 0) == []
    rows = await put_some(database, random.Random(5), 50)
    async with database.read() as r:
        assert [place.rating for place in await ratings.top(r, board, 10, 0)] == rows[:10]
