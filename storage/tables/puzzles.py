"""Puzzles: how hard they are, who solves them how well, the puzzle of the day, and those from own matches."""

import msgspec

from storage.engine.handle import Reader, Writer
from storage.rows import dump, load


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """A rating in a game, after so many `answers`, of which so many `solved` at the first try."""

    game: str
    rating: float
    deviation: float
    volatility: float
    rated_at: int
    answers: int = 0
    solved: int = 0


class PuzzleRating(Measured, frozen=True, kw_only=True):
    """How hard a puzzle has turned out to be, by the answers of all people."""

    puzzle: str


class Solver(Measured, frozen=True, kw_only=True):
    """How well somebody solves the puzzles of a game."""

    person: int


class Daily(msgspec.Struct, frozen=True, kw_only=True):
    """The puzzle of a day on a server; `day`: days since 1970."""

    guild: int
    day: int
    game: str
    puzzle: str


class DailySolver(msgspec.Struct, frozen=True, kw_only=True):
    """Who solved it, after so many tries that `failed`."""

    guild: int
    day: int
    person: int
    at: int
    failed: int


class OwnPuzzle(msgspec.Struct, frozen=True, kw_only=True):
    """One from a match on a server; `line`: as in the files of those that come with the bot."""

    game: str
    puzzle: str
    guild: int
    match_id: str
    line: str
    made_at: int


async def rating_of(r: Reader, game: str, puzzle: str) -> PuzzleRating | None:
    """None: nobody has answered it."""
    row = await r.queries.puzzles.rating_of(r, game=game, puzzle=puzzle)
    return row and load(PuzzleRating, row)


async def ratings_of(r: Reader, game: str) -> dict[str, float]:
    """The ratings of all that were answered, by puzzle."""
    return {row["puzzle"]: row["rating"] async for row in r.queries.puzzles.ratings_of(r, game=game)}


async def put_rating(w: Writer, rating: PuzzleRating) -> None:
    """How hard it is from now on."""
    await w.queries.puzzles.put_rating(w, **dump(rating))


async def solver(r: Reader, person: int, game: str) -> Solver | None:
    """None: they have answered none."""
    row = await r.queries.puzzles.solver(r, person=person, game=game)
    return row and load(Solver, row)


async def put_solver(w: Writer, solver: Solver) -> None:
    """How well they do from now on."""
    await w.queries.puzzles.put_solver(w, **dump(solver))


async def daily(r: Reader, guild: int, day: int) -> Daily | None:
    """The puzzle of a day; None: there is none."""
    row = await r.queries.puzzles.daily(r, guild=guild, day=day)
    return row and load(Daily, row)


async def add_daily(w: Writer, daily: Daily) -> bool:
    """False: that day has one already."""
    return await w.queries.puzzles.add_daily(w, **dump(daily)) is not None


async def dailies_of(r: Reader, guild: int) -> list[Daily]:
    """All that a server has had, the latest first."""
    return [load(Daily, row) async for row in r.queries.puzzles.dailies_of(r, guild=guild)]


async def of_day(r: Reader, day: int) -> set[tuple[str, str]]:
    """The puzzles that are some server's on a day, by game and name."""
    return {(row["game"], row["puzzle"]) async for row in r.queries.puzzles.of_day(r, day=day)}


async def add_daily_solver(w: Writer, solver: DailySolver) -> bool:
    """False: they had solved it before."""
    return await w.queries.puzzles.add_daily_solver(w, **dump(solver)) is not None


async def daily_solvers(r: Reader, guild: int, day: int) -> list[DailySolver]:
    """Who solved the puzzle of a day, in order."""
    rows = r.queries.puzzles.daily_solvers(r, guild=guild, day=day)
    return [load(DailySolver, row) async for row in rows]


async def solved_days(r: Reader, person: int) -> list[int]:
    """The days on which somebody solved a puzzle of the day, on whatever server, the latest first."""
    return [row["day"] async for row in r.queries.puzzles.solved_days(r, person=person)]


async def consent(w: Writer, match_id: str, person: int, at: int) -> None:
    """A player agrees that puzzles are made of a match. Twice is as good as once."""
    await w.queries.puzzles.consent(w, match_id=match_id, person=person, at=at)


async def consents(r: Reader, match_id: str) -> set[int]:
    """Who has agreed."""
    return {row["person"] async for row in r.queries.puzzles.consents(r, match_id=match_id)}


async def add_own(w: Writer, puzzle: OwnPuzzle) -> None:
    """One more; the same again changes nothing."""
    await w.queries.puzzles.add_own(w, **dump(puzzle))


async def own(r: Reader, game: str, puzzle: str) -> OwnPuzzle | None:
    """One of those from a match."""
    row = await r.queries.puzzles.own(r, game=game, puzzle=puzzle)
    return row and load(OwnPuzzle, row)


async def own_of(r: Reader, guild: int, game: str) -> list[OwnPuzzle]:
    """Those of a server's matches of a game, the latest first."""
    return [load(OwnPuzzle, row) async for row in r.queries.puzzles.own_of(r, guild=guild, game=game)]
