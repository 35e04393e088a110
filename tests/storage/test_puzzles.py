"""Puzzles in the database: everything is read by its own key and by no other."""

from __future__ import annotations

from storage import Database
from storage.tables import matches, puzzles
from storage.tables.puzzles import Daily, DailySolver, OwnPuzzle, PuzzleRating, Solver
from tests.kit.stored_samples import MARA, TOM, a_match

GUILD, OTHER, DAY = 7, 8, 20_000


async def add_dailies(database: Database) -> None:
    """Add a puzzle on each of two days on each of two servers."""
    async with database.write("all") as w:
        for guild, day, game in (
            (GUILD, DAY, "a"),
            (GUILD, DAY + 1, "b"),
            (OTHER, DAY, "c"),
            (OTHER, DAY + 1, "d"),
        ):
            assert await puzzles.add_daily(w, Daily(guild=guild, day=day, game=game, puzzle="1"))


async def test_a_server_has_one_puzzle_a_day_of_its_own(database: Database) -> None:
    await add_dailies(database)
    async with database.write("all") as w:
        assert not await puzzles.add_daily(w, Daily(guild=GUILD, day=DAY, game="z", puzzle="1"))
    async with database.read() as r:
        found = await puzzles.daily(r, GUILD, DAY)
        assert found is not None
        assert found.game == "a"
        assert await puzzles.daily(r, GUILD, DAY + 2) is None
        assert [daily.game for daily in await puzzles.dailies_of(r, GUILD)] == ["b", "a"]
        assert await puzzles.of_day(r, DAY) == {("a", "1"), ("c", "1")}


async def test_its_solvers_are_named_by_server_and_day_the_first_one_first(
    database: Database,
) -> None:
    await add_dailies(database)
    solved = ((GUILD, DAY, TOM, 5), (GUILD, DAY, MARA, 6), (GUILD, DAY + 1, MARA, 7), (OTHER, DAY, TOM, 8))
    async with database.write("all") as w:
        for guild, day, person, at in solved:
            row = DailySolver(guild=guild, day=day, person=person, at=at, failed=0)
            assert await puzzles.add_daily_solver(w, row)
        again = DailySolver(guild=GUILD, day=DAY, person=TOM, at=9, failed=1)
        assert not await puzzles.add_daily_solver(w, again)
    async with database.read() as r:
        for guild, day, people in ((GUILD, DAY, [TOM, MARA]), (GUILD, DAY + 1, [MARA]), (OTHER, DAY, [TOM])):
            assert [row.person for row in await puzzles.daily_solvers(r, guild, day)] == people
        assert await puzzles.list_solved_days(r, MARA) == [DAY + 1, DAY]
        assert await puzzles.list_solved_days(r, TOM) == [DAY]


async def test_ratings_of_puzzles_and_solvers_are_by_game(database: Database) -> None:
    first = {"deviation": 90.0, "volatility": 0.06, "rated_at": 5}
    async with database.write("all") as w:
        for rating in (1200.0, 1300.0):
            await puzzles.put_rating(w, PuzzleRating(game="a", puzzle="1", rating=rating, **first))
            await puzzles.put_solver(w, Solver(game="a", person=MARA, rating=rating + 1, **first))
        await puzzles.put_rating(w, PuzzleRating(game="b", puzzle="1", rating=1400.0, **first))
        await puzzles.put_solver(w, Solver(game="b", person=MARA, rating=1500.0, **first))
        await puzzles.put_solver(w, Solver(game="a", person=TOM, rating=1600.0, **first))
    async with database.read() as r:
        assert await puzzles.ratings_of(r, "a") == {"1": 1300.0}
        rated = await puzzles.rating_of(r, "a", "1")
        solver = await puzzles.solver(r, MARA, "a")
        assert rated is not None
        assert solver is not None
        assert (rated.rating, solver.rating) == (1300.0, 1301.0)
        assert await puzzles.rating_of(r, "a", "2") is None
        assert await puzzles.solver(r, TOM, "b") is None


async def test_puzzles_from_matches_are_those_of_one_server_and_game_latest_first(database: Database) -> None:
    made = (("a", "1", GUILD, 5), ("a", "2", GUILD, 6), ("b", "1", GUILD, 7), ("a", "3", OTHER, 8))
    async with database.write("all") as w:
        await matches.add(w, a_match("m1"))
        await matches.add(w, a_match("m2"))
        for game, puzzle, guild, at in made:
            row = OwnPuzzle(game=game, puzzle=puzzle, guild=guild, match_id="m1", line="{}", made_at=at)
            await puzzles.add_own(w, row)
            await puzzles.add_own(w, row)
        for match_id, person in (("m1", MARA), ("m1", MARA), ("m1", TOM), ("m2", TOM)):
            await puzzles.consent(w, match_id, person, 5)
    async with database.read() as r:
        assert [row.puzzle for row in await puzzles.own_of(r, GUILD, "a")] == ["2", "1"]
        own = await puzzles.own(r, "b", "1")
        assert own is not None
        assert own.made_at == 7
        assert await puzzles.own(r, "b", "2") is None
        assert await puzzles.consents(r, "m1") == {MARA, TOM}
        assert await puzzles.consents(r, "m2") == {TOM}
