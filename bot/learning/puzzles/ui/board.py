"""The texts and buttons around the board of a puzzle."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from msgspec import Struct

from bot.core.seats import require_game
from bot.discord_kit.components import items
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.interactions.exercise_kind import Around, ExerciseKind
from bot.discord_kit.text import markdown
from bot.learning.puzzles import puzzling, streaks
from bot.learning.puzzles.puzzling import analyst_of, day_of, puzzle_of
from bot.learning.puzzles.ui.buttons import NextPuzzle, ShowAnswer
from bot.play.wording import matches
from games import AnyGame
from games.core.screen.scene import Scene
from games.core.teaching.attempts import Attempt, attempt
from games.core.vocabulary.puzzles import Puzzle
from games.core.vocabulary.tasks import Exercise, Quiz
from storage.engine.handle import Reader
from storage.tables.exercises import Tried

_RIGHT, _WRONG = "✅ Right.", "Not quite."


async def around(ctx: UiContext, found: Tried, tried: Attempt) -> Around:
    """Return what surrounds the board: the puzzle's kind, the verdict on the attempt, and the buttons."""
    async with ctx.app.database.read() as r:
        puzzle = await puzzle_of(r, found.game, found.name)
        ratings = await _ratings(r, ctx, found, puzzle) if tried.verdict != "open" else ""
        streak = await _streak(r, ctx, found) if tried.verdict == "solved" else ""
    told = await tell_outcome(found, puzzle, tried, with_answer=found.hinted)
    return Around(
        heading(found.game, puzzle),
        who(found.game, puzzle),
        "\n".join(filter(None, (told.words, ratings, streak))),
        taps=(*_answer_tap(found, tried), *next_taps(found, tried, puzzle)),
        picture=told.picture,
    )


class Told(Struct, frozen=True):
    """What's told of an attempt, and the picture after it (None: the board)."""

    words: str = ""
    picture: Scene | None = None


async def tell_outcome(found: Tried, puzzle: Puzzle, tried: Attempt, *, with_answer: bool) -> Told:
    """Return whether an attempt was right and why, and after a wrong one the answer if it may be told."""
    if tried.verdict == "open":
        return Told()
    if tried.verdict == "failed" and with_answer:
        answer = await asyncio.to_thread(tell_answer, found.game, puzzle)
        return Told(f"{_WRONG}\n{answer.words}", answer.picture)
    why = await asyncio.to_thread(_explain, found.game, puzzle, found.tried, tried)
    return Told(f"{_RIGHT if tried.verdict == 'solved' else _WRONG} {why.words}", why.picture)


def tell_answer(game_key: str, puzzle: Puzzle) -> Told:
    """Return the right answer in words and why it's right, with the picture after it."""
    game = require_game(game_key)
    exercise = analyst_of(game).exercise(puzzle)
    own = puzzling.list_own_actions(game, puzzle)
    why = _explain(game_key, puzzle, own, attempt(game, exercise, own))
    return Told(f"The answer: {_in_words(game, exercise, puzzle)}. {why.words}", why.picture)


def _explain(game_key: str, puzzle: Puzzle, answers: Sequence[str], tried: Attempt) -> Told:
    game, right = require_game(game_key), tried.verdict == "solved"
    reason = analyst_of(game).explain(puzzle, answers[-1], tried.state, right=right)
    view = game.view(reason.state or tried.state, puzzle.seat)
    return Told(markdown.plain((reason.words,)), game.scene(view, marks=reason.marks))


def _in_words(game: AnyGame, exercise: Exercise, puzzle: Puzzle) -> str:
    """Return the solution: the solver's actions and the replies, or a question's right answer."""
    if isinstance(exercise.task, Quiz):
        right = (answer.label for answer in exercise.task.answers if answer.right)
        return markdown.plain((" or ".join(right),))
    parts = list[str]()
    for step in puzzling.list_choices(game, puzzle):
        words = game.advice(step.view, step.action).words
        parts.append(
            words if step.seat == puzzle.seat else f"{game.side_names[step.seat]} replies {step.text}"
        )
    return markdown.plain(("; then ".join(parts),))


def heading(game_key: str, puzzle: Puzzle) -> str:
    """Return the names of the game and of the puzzle's kind."""
    game = require_game(game_key)
    return f"{game.title} · {analyst_of(game).kinds.get(puzzle.kind, 'Puzzle')}"


def who(game_key: str, puzzle: Puzzle) -> str:
    """Return a sentence that tells which side the solver plays."""
    return f"{matches.as_reader(require_game(game_key), puzzle.seat)}."


async def _ratings(r: Reader, ctx: UiContext, found: Tried, puzzle: Puzzle) -> str:
    """Return a line with the puzzle's rating, its share of solvers, and the player's rating."""
    mine = await puzzling.of_solver(r, found.person, found.game, ctx.app.now())
    hard = await puzzling.of_puzzle(r, found.game, puzzle, ctx.app.now())
    solved = f", solved on the first try by {hard.solved} of {hard.answers}" if hard.answers > 1 else ""
    return f"-# This puzzle: {hard.rating:.0f}{solved}. You: {mine.rating:.0f}."


async def _streak(r: Reader, ctx: UiContext, found: Tried) -> str:
    run = (await streaks.of_puzzles(r, found.person, day_of(ctx.app.now()))).run
    return f"-# You've solved puzzles {run} days in a row." if run > 1 else ""


def _answer_tap(found: Tried, tried: Attempt) -> tuple[items.Tap, ...]:
    if tried.verdict != "failed" or found.hinted:
        return ()
    return (items.button("Show the answer", ShowAnswer(found.id, found.version)),)


def next_taps(found: Tried, tried: Attempt, puzzle: Puzzle) -> tuple[items.Tap, ...]:
    """Return the buttons for another puzzle, and for one of the same kind once the answer is known."""
    another = items.button("Another puzzle", NextPuzzle(found.game))
    if tried.verdict == "open" or (tried.verdict == "failed" and not found.hinted):
        return (another,)
    style = items.STRONG if tried.verdict == "solved" else items.QUIET
    return items.button("Another like this", NextPuzzle(found.game, puzzle.kind), style), another


KIND = ExerciseKind(asks=puzzling.asks, around=around, ended=puzzling.finish_attempt)
