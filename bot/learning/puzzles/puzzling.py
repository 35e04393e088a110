"""The choice of a player's next puzzle, the rating of their answers, and the return of failed puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec

from bot.core.app_context import AppContext
from bot.core.clock_pauses import DAY
from bot.core.errors import UserError
from bot.core.seats import require_game
from bot.play.ratings.glicko import PERIODS_A_DAY, Strength, after_games, age_strength
from games import GAMES, AnyGame
from games.core.vocabulary.analyst import Analyst
from games.core.vocabulary.puzzles import Puzzle, read_puzzle
from games.core.vocabulary.tasks import Exercise, Quiz
from storage.engine.handle import Reader, Writer
from storage.tables import exercises, puzzles
from storage.tables.exercises import Tried
from storage.tables.puzzles import PuzzleRating, Solver

_GONE = "This puzzle is no longer here. Use /puzzle for another one."
_FILE = "puzzles.jsonl"
NOON_SECONDS = 12 * 3600


def day_of(now: int) -> int:
    """Return the number of the day whose puzzle is open at a moment; each day begins at noon UTC."""
    return (now - NOON_SECONDS) // DAY


@cache
def read_shipped(game_key: str) -> Mapping[str, Puzzle]:
    """Return the puzzles that come with a game, by id; empty if it has none."""
    file = _file_of(game_key)
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else ()
    return MappingProxyType({puzzle.id: puzzle for puzzle in map(read_puzzle, lines)})


def _file_of(game_key: str) -> Traversable:
    return resources.files("games") / game_key / _FILE


def puzzling() -> tuple[AnyGame, ...]:
    """Return the games that come with puzzles, without reading these or loading who found them."""
    return tuple(game for game in GAMES.values() if _file_of(game.key).is_file())


def analyst_of(game: AnyGame) -> Analyst:
    """Return the game's analyst, who knows what a puzzle asks; raise UserError if there is none anymore."""
    if game.analyst is None:
        raise UserError(_GONE, command="puzzle")
    return game.analyst


class Choice(msgspec.Struct, frozen=True):
    """A choice in a puzzle's solution: the seat that makes it, what it sees, and the action."""

    seat: int
    view: Any
    action: Any
    text: str


def list_choices(game: AnyGame, puzzle: Puzzle) -> Iterator[Choice]:
    """Yield the choices in a puzzle's solution, the solver's and the opponent's; it isn't a quiz's."""
    state = analyst_of(game).exercise(puzzle).state
    for text in puzzle.solution:
        (seat, *_) = game.to_act(state)
        view = game.view(state, seat)
        action = game.parse(view, text)
        if game.forced(view) is None and game.automatic(view) is None:
            yield Choice(seat, view, action, text)
        state = game.play(state, seat, action).state


def list_own_actions(game: AnyGame, puzzle: Puzzle) -> tuple[str, ...]:
    """Return the solver's own actions in the solution, or the key of a quiz's answer."""
    if isinstance(analyst_of(game).exercise(puzzle).task, Quiz):
        return puzzle.solution
    return tuple(choice.text for choice in list_choices(game, puzzle) if choice.seat == puzzle.seat)


async def puzzle_of(r: Reader, game_key: str, name: str) -> Puzzle:
    """Return a puzzle by its name; raise UserError if it no longer exists."""
    require_game(game_key)
    found = read_shipped(game_key).get(name)
    if found is None:
        own = await puzzles.own(r, game_key, name)
        found = _read(own.line) if own else None
    if found is None:
        raise UserError(_GONE, command="puzzle")
    return found


async def all_of(r: Reader, game_key: str, guild: int | None) -> Mapping[str, Puzzle]:
    """Return the puzzles of a game by name: those that come with it, and the server's own.

    `guild` is None in private, where only the former are available.
    """
    own = await puzzles.own_of(r, guild, game_key) if guild is not None else []
    read = ((row.puzzle, _read(row.line)) for row in own)
    return {**read_shipped(game_key), **{name: puzzle for name, puzzle in read if puzzle is not None}}


def _read(line: str) -> Puzzle | None:
    try:
        return read_puzzle(line)
    except msgspec.MsgspecError:
        return None


Rated = TypeVar("Rated", Solver, PuzzleRating)
UNSURE = 200.0
"""Rating deviation of a puzzle that has no answer yet."""
NEWCOMER = Strength(1200.0)


async def of_solver(r: Reader, person: int, game_key: str, now: int) -> Solver:
    """Return the player's rating as a solver of a game's puzzles, the initial one before the first answer."""
    found = await puzzles.solver(r, person, game_key)
    if found is not None:
        return found
    fields = msgspec.structs.asdict(NEWCOMER)
    return Solver(person=person, game=game_key, rated_at=now, **fields)


async def of_puzzle(r: Reader, game_key: str, puzzle: Puzzle, now: int) -> PuzzleRating:
    """Return the puzzle's rating, or the estimate that comes with the puzzle before the first answer."""
    found = await puzzles.rating_of(r, game_key, puzzle.id)
    if found is not None:
        return found
    fields = msgspec.structs.asdict(Strength(float(puzzle.rating), UNSURE))
    return PuzzleRating(game=game_key, puzzle=puzzle.id, rated_at=now, **fields)


async def rate_answer(
    w: Writer, person: int, game_key: str, puzzle: Puzzle, *, right: bool, now: int
) -> tuple[Solver, Solver]:
    """Rate the player's first answer to a puzzle, and return their rating before and after it.

    Both sides are rated by their ratings before the answer. The transaction must hold the locks `person:ID`
    and `exercises:GAME`.
    """
    before = await of_solver(w, person, game_key, now)
    hard = await of_puzzle(w, game_key, puzzle, now)
    after = _after(before, hard, right=right, now=now)
    await puzzles.put_solver(w, after)
    await puzzles.put_rating(w, _after(hard, before, right=not right, now=now, solved=right))
    return before, after


def _after(
    mine: Rated, other: Solver | PuzzleRating, *, right: bool, now: int, solved: bool = False
) -> Rated:
    """Return the rating of one side after an answer.

    `right` tells whether the side won: the solver by solving, the puzzle by not being solved. `solved` is set
    only for a puzzle that was solved.
    """
    rival = age_strength(_strength(other), _periods(other, now))
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
"""Seconds after a failed attempt until the puzzle returns."""
_AS_NEAR = 8
"""Number of puzzles with ratings nearest to the player's from which the next one is drawn."""
_ONE_IN = 4
"""While new puzzles are left, about one in this many repeats a failed one."""


async def asks(app: AppContext, r: Reader, found: Tried) -> Exercise:
    """Return the exercise of a puzzle."""
    return analyst_of(require_game(found.game)).exercise(await puzzle_of(r, found.game, found.name))


async def finish_attempt(w: Writer, app: AppContext, was: Tried, now: Tried) -> None:
    """Rate the answer to a puzzle if it's the player's first."""
    await count(w, app, was, now, was.name)


async def count(w: Writer, app: AppContext, was: Tried, now: Tried, name: str) -> None:
    """Rate the player's first answer to a puzzle, whether it came as an ordinary one or as one of the day."""
    before = await exercises.find(w, was.person, PUZZLE, was.game, name)
    is_new = before is None or before.id == was.id or not (before.failed or before.solved_at)
    if is_new and was.failed == 0 and was.solved_at is None:
        puzzle = await puzzle_of(w, was.game, name)
        right = now.solved_at is not None
        await rate_answer(w, was.person, was.game, puzzle, right=right, now=app.now())


async def following(
    app: AppContext, person: int, game_key: str, guild: int | None, kind: str | None = None
) -> str:
    """Return the name of the player's next puzzle, rated about as high as the player.

    It's one that they haven't tried, or now and then one that they failed some days ago, of this kind if
    there is one. Puzzles of the day that are open now are left out.
    """
    async with app.database.read() as r:
        offered = await all_of(r, game_key, guild)
        known = await puzzles.ratings_of(r, game_key)
        mine = await of_solver(r, person, game_key, app.now())
        tried = {
            row.name: row for row in await exercises.of_person(r, person, PUZZLE) if row.game == game_key
        }
        secret = {name for game, name in await puzzles.of_day(r, day_of(app.now())) if game == game_key}
    offered = {name: puzzle for name, puzzle in offered.items() if name not in secret}
    alike = {name: puzzle for name, puzzle in offered.items() if puzzle.kind == kind}
    offered = alike or offered
    fresh = [name for name in offered if name not in tried]
    again = [name for name in offered if name in tried and _comes_again(tried[name], app.now())]
    chance = app.randomness.number()
    if again and (not fresh or chance % _ONE_IN == 0):
        return again[chance // _ONE_IN % len(again)]
    near = _nearest(fresh or [*offered], offered, known, mine.rating)
    return near[chance // _ONE_IN % len(near)]


def _comes_again(one: Tried, now: int) -> bool:
    """Return whether the player once failed the puzzle and hasn't touched it for AGAIN_AFTER_SECONDS."""
    return bool(one.failed) and now - one.changed_at >= AGAIN_AFTER_SECONDS


def _nearest(
    names: Iterable[str], offered: Mapping[str, Puzzle], known: Mapping[str, float], mine: float
) -> list[str]:
    """Return the few puzzles whose ratings are nearest to the player's, the nearest first."""
    return sorted(names, key=lambda name: abs(known.get(name, float(offered[name].rating)) - mine))[:_AS_NEAR]
