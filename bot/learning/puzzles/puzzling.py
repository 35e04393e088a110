"""Which puzzle somebody gets, what follows when they've answered it, and which are to come again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

import msgspec

from bot.core.app_context import AppContext
from bot.core.clock_pauses import DAY
from bot.core.seats import known_game
from bot.learning.puzzles.collection import all_of, analyst_of, puzzle_of
from bot.play.ratings.glicko import PERIODS_A_DAY, Strength, after_games, aged
from games.core.vocabulary.puzzles import Puzzle
from games.core.vocabulary.tasks import Exercise
from storage.engine.handle import Reader, Writer
from storage.tables import exercises, puzzles
from storage.tables.exercises import Tried
from storage.tables.puzzles import PuzzleRating, Solver

Rated = TypeVar("Rated", Solver, PuzzleRating)
UNSURE = 200.0
"""How unsure the rating of a puzzle is that nobody has answered."""
NEWCOMER = Strength(1200.0)


async def of_solver(r: Reader, person: int, game_key: str, now: int) -> Solver:
    """How well somebody solves the puzzles of a game, or what is taken for granted before the first one."""
    found = await puzzles.solver(r, person, game_key)
    if found is not None:
        return found
    fields = msgspec.structs.asdict(NEWCOMER)
    return Solver(person=person, game=game_key, rated_at=now, **fields)


async def of_puzzle(r: Reader, game_key: str, puzzle: Puzzle, now: int) -> PuzzleRating:
    """How hard a puzzle is; before the first answer as its kind of thinking tells."""
    found = await puzzles.rating_of(r, game_key, puzzle.id)
    if found is not None:
        return found
    fields = msgspec.structs.asdict(Strength(float(puzzle.rating), UNSURE))
    return PuzzleRating(game=game_key, puzzle=puzzle.id, rated_at=now, **fields)


async def answered(
    w: Writer, person: int, game_key: str, puzzle: Puzzle, *, right: bool, now: int
) -> tuple[Solver, Solver]:
    """Somebody's first answer to a puzzle: how they solved before it, and after. Both are rated by what was
    known before. The transaction needs `person:ID` and `exercises:GAME` for itself."""
    before = await of_solver(w, person, game_key, now)
    hard = await of_puzzle(w, game_key, puzzle, now)
    after = _after(before, hard, right=right, now=now)
    await puzzles.put_solver(w, after)
    await puzzles.put_rating(w, _after(hard, before, right=not right, now=now, solved=right))
    return before, after


def _after(
    mine: Rated, other: Solver | PuzzleRating, *, right: bool, now: int, solved: bool = False
) -> Rated:
    """One side after an answer that was `right` for it; `solved`: it's the puzzle, and it was solved."""
    rival = aged(_strength(other), _periods(other, now))
    found = after_games(_strength(mine), [(rival, float(right))], _periods(mine, now))
    return msgspec.structs.replace(
        mine,
        **msgspec.structs.asdict(found),
        rated_at=now,
        answers=mine.answers + 1,
        solved=mine.solved + (solved or (right and isinstance(mine, Solver))),
    )


def _strength(one: Solver | PuzzleRating) -> Strength:
    return Strength(one.rating, one.deviation, one.volatility)


def _periods(one: Solver | PuzzleRating, now: int) -> float:
    return PERIODS_A_DAY * max(0, now - one.rated_at) / DAY


PUZZLE = "puzzle"
AGAIN_AFTER_SECONDS = 3 * DAY
"""So long after it went wrong a puzzle comes again."""
_AS_NEAR = 8
"""One of so many whose rating is nearest to the solver's own is drawn."""
_ONE_IN = 4
"""How often one that went wrong comes again where new ones are left: one in so many."""


async def asks(app: AppContext, r: Reader, found: Tried) -> Exercise:
    """What a puzzle asks."""
    return analyst_of(known_game(found.game)).exercise(await puzzle_of(r, found.game, found.name))


async def ended(w: Writer, app: AppContext, was: Tried, now: Tried) -> None:
    """A puzzle was answered."""
    await count(w, app, was, now, was.name)


async def count(w: Writer, app: AppContext, was: Tried, now: Tried, name: str) -> None:
    """The first answer to a puzzle counts, however somebody came by it."""
    before = await exercises.find(w, was.person, PUZZLE, was.game, name)
    is_new = before is None or before.id == was.id or not (before.failed or before.solved_at)
    if is_new and was.failed == 0 and was.solved_at is None:
        puzzle = await puzzle_of(w, was.game, name)
        right = now.solved_at is not None
        await answered(w, was.person, was.game, puzzle, right=right, now=app.now())


async def following(app: AppContext, person: int, game_key: str, guild: int | None) -> str:
    """The name of the puzzle that somebody gets next: about as hard as they are good, one that they haven't
    seen, or now and then one that went wrong some days ago."""
    async with app.database.read() as r:
        offered = await all_of(r, game_key, guild)
        known = await puzzles.ratings_of(r, game_key)
        mine = await of_solver(r, person, game_key, app.now())
        tried = {
            one.name: one for one in await exercises.of_person(r, person, PUZZLE) if one.game == game_key
        }
        secret = {name for game, name in await puzzles.of_day(r, app.now() // DAY) if game == game_key}
    offered = {name: puzzle for name, puzzle in offered.items() if name not in secret}
    fresh = [name for name in offered if name not in tried]
    again = [name for name in offered if name in tried and _comes_again(tried[name], app.now())]
    chance = app.randomness.number()
    if again and (not fresh or chance % _ONE_IN == 0):
        return again[chance // _ONE_IN % len(again)]
    near = _nearest(fresh or [*offered], offered, known, mine.rating)
    return near[chance // _ONE_IN % len(near)]


def _comes_again(one: Tried, now: int) -> bool:
    """Whether it went wrong, and that is some days ago."""
    return bool(one.failed) and now - one.changed_at >= AGAIN_AFTER_SECONDS


def _nearest(
    names: Iterable[str], offered: Mapping[str, Puzzle], known: Mapping[str, float], mine: float
) -> list[str]:
    """Of these the few that are about as hard as somebody is good."""
    return sorted(names, key=lambda name: abs(known.get(name, float(offered[name].rating)) - mine))[:_AS_NEAR]
