"""Puzzles: their ratings, their solvers, the puzzle of the day, and puzzles made from matches."""

import msgspec

from storage.engine.handle import Reader, Writer
from storage.rows import dump, load


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """A rating in a game after `answers` answers, of which `solved` were right at the first try."""

    game: str
    rating: float
    deviation: float
    volatility: float
    rated_at: int
    answers: int = 0
    solved: int = 0


class PuzzleRating(Measured, frozen=True, kw_only=True):
    """The difficulty of a puzzle, from all people's answers."""

    puzzle: str


class Solver(Measured, frozen=True, kw_only=True):
    """A person's skill at the puzzles of a game."""

    person: int


class Daily(msgspec.Struct, frozen=True, kw_only=True):
    """The puzzle of a day on a server; `day` counts from January 1, 1970."""

    guild: int
    day: int
    game: str
    puzzle: str


class DailySolver(msgspec.Struct, frozen=True, kw_only=True):
    """A person who solved the puzzle of the day, and the number of failed tries before."""

    guild: int
    day: int
    person: int
    at: int
    failed: int


class OwnPuzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle from a match on a server; `line` is in the format of the bundled puzzle files."""

    game: str
    puzzle: str
    guild: int
    match_id: str
    line: str
    made_at: int


async def rating_of(r: Reader, game: str, puzzle: str) -> PuzzleRating | None:
    """Return the rating of a puzzle, or None if it was never answered."""
    row = await r.queries.puzzles.rating_of(r, game=game, puzzle=puzzle)
    return row and load(PuzzleRating, row)


async def ratings_of(r: Reader, game: str) -> dict[str, float]:
    """Return the ratings of all answered puzzles of a game."""
    return {row["puzzle"]: row["rating"] async for row in r.queries.puzzles.ratings_of(r, game=game)}


async def put_rating(w: Writer, rating: PuzzleRating) -> None:
    """Store the rating of a puzzle."""
    await w.queries.puzzles.put_rating(w, **dump(rating))


async def solver(r: Reader, person: int, game: str) -> Solver | None:
    """Return a person's rating as a solver, or None if they have answered no puzzle of the game."""
    row = await r.queries.puzzles.solver(r, person=person, game=game)
    return row and load(Solver, row)


async def put_solver(w: Writer, solver: Solver) -> None:
    """Store a person's rating as a solver."""
    await w.queries.puzzles.put_solver(w, **dump(solver))


async def daily(r: Reader, guild: int, day: int) -> Daily | None:
    """Return the puzzle of a day on a server, or None."""
    row = await r.queries.puzzles.daily(r, guild=guild, day=day)
    return row and load(Daily, row)


async def add_daily(w: Writer, daily: Daily) -> bool:
    """Store the puzzle of a day; return False if there is one already."""
    return await w.queries.puzzles.add_daily(w, **dump(daily)) is not None


async def dailies_of(r: Reader, guild: int) -> list[Daily]:
    """Return all puzzles of the day of a server, latest first."""
    return [load(Daily, row) async for row in r.queries.puzzles.dailies_of(r, guild=guild)]


async def of_day(r: Reader, day: int) -> set[tuple[str, str]]:
    """Return the puzzles of a day on all servers, as (game, puzzle)."""
    return {(row["game"], row["puzzle"]) async for row in r.queries.puzzles.of_day(r, day=day)}


async def add_daily_solver(w: Writer, solver: DailySolver) -> bool:
    """Record that a person solved the puzzle of the day; return False if they already had."""
    return await w.queries.puzzles.add_daily_solver(w, **dump(solver)) is not None


async def daily_solvers(r: Reader, guild: int, day: int) -> list[DailySolver]:
    """Return the people who solved the puzzle of a day, in order of time."""
    rows = r.queries.puzzles.daily_solvers(r, guild=guild, day=day)
    return [load(DailySolver, row) async for row in rows]


async def list_solved_days(r: Reader, person: int) -> list[int]:
    """Return the days on which a person solved the puzzle of the day on any server, latest first."""
    return [row["day"] async for row in r.queries.puzzles.solved_days(r, person=person)]


async def consent(w: Writer, match_id: str, person: int, at: int) -> None:
    """Record a player's consent to puzzles from a match; consenting again changes nothing."""
    await w.queries.puzzles.consent(w, match_id=match_id, person=person, at=at)


async def consents(r: Reader, match_id: str) -> set[int]:
    """Return the people who have consented to puzzles from a match."""
    return {row["person"] async for row in r.queries.puzzles.consents(r, match_id=match_id)}


async def add_own(w: Writer, puzzle: OwnPuzzle) -> None:
    """Store a puzzle from a match, unless it exists."""
    await w.queries.puzzles.add_own(w, **dump(puzzle))


async def own(r: Reader, game: str, puzzle: str) -> OwnPuzzle | None:
    """Return a puzzle from a match, or None."""
    row = await r.queries.puzzles.own(r, game=game, puzzle=puzzle)
    return row and load(OwnPuzzle, row)


async def own_of(r: Reader, guild: int, game: str) -> list[OwnPuzzle]:
    """Return the puzzles from a server's matches of a game, latest first."""
    return [load(OwnPuzzle, row) async for row in r.queries.puzzles.own_of(r, guild=guild, game=game)]
