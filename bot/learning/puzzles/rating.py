"""How hard a puzzle is and how well somebody solves them: Glicko-2, from first answers alone.

A puzzle and its solver are like two players: whoever answers it right has won. Somebody whose own rating is
still unsure moves the puzzle's less, as the method has it."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from bot.core.clock_pauses import DAY
from bot.play.ratings.glicko import PERIODS_A_DAY, Strength, after_games, aged
from games.core.vocabulary.puzzles import Puzzle
from storage.engine.handle import Reader, Writer
from storage.tables import puzzles
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
