"""The texts and buttons around the board of a puzzle."""

from __future__ import annotations

from bot.core.seats import require_game
from bot.discord_kit.components import items
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.interactions.exercise_kind import Around, ExerciseKind
from bot.discord_kit.text import markdown
from bot.learning.puzzles import puzzling, streaks
from bot.learning.puzzles.puzzling import analyst_of, day_of, puzzle_of
from bot.learning.puzzles.ui.buttons import NextPuzzle, ShowAnswer
from bot.play.wording import matches
from games.core.teaching.attempts import Attempt
from games.core.vocabulary.puzzles import Puzzle
from games.core.vocabulary.tasks import Quiz
from storage.engine.handle import Reader
from storage.tables.exercises import Tried


def in_words(game_key: str, puzzle: Puzzle) -> str:
    """Return the solution in words: the solver's actions and the replies, or a question's right answer."""
    game = require_game(game_key)
    exercise = analyst_of(game).exercise(puzzle)
    if isinstance(exercise.task, Quiz):
        right = (answer.label for answer in exercise.task.answers if answer.right)
        return f"The answer: {markdown.plain((' or '.join(right),))}."
    state, parts = exercise.state, list[str]()
    for text in puzzle.solution:
        (seat, *_) = game.to_act(state)
        view = game.view(state, seat)
        action = game.parse(view, text)
        if game.forced(view) is None and game.automatic(view) is None:
            mine = seat == puzzle.seat
            words = game.advice(view, action).words
            parts.append(words if mine else f"{game.seats[seat]} replies {text}")
        state = game.play(state, seat, action).state
    return f"The answer: {markdown.plain(('; then '.join(parts),))}."


_RIGHT, _WRONG = "✅ Right.", "Not quite."


async def around(ctx: UiContext, found: Tried, tried: Attempt) -> Around:
    """Return what surrounds the board: the puzzle's kind, the verdict on the attempt, and the buttons."""
    async with ctx.app.database.read() as r:
        puzzle = await puzzle_of(r, found.game, found.name)
        ratings = await _ratings(r, ctx, found, puzzle) if tried.verdict != "open" else ""
        streak = await _streak(r, ctx, found) if tried.verdict == "solved" else ""
    shown = in_words(found.game, puzzle) if tried.verdict == "failed" and found.hinted else ""
    lines = (verdict(tried), shown, ratings, streak)
    return Around(
        heading(found.game, puzzle),
        who(found.game, puzzle),
        "\n".join(filter(None, lines)),
        taps=(*_answer_tap(found, tried), *next_taps(found, tried, puzzle)),
    )


def heading(game_key: str, puzzle: Puzzle) -> str:
    """Return the names of the game and of the puzzle's kind."""
    game = require_game(game_key)
    return f"{game.title} · {analyst_of(game).kinds.get(puzzle.kind, 'Puzzle')}"


def who(game_key: str, puzzle: Puzzle) -> str:
    """Return a sentence that tells which side the solver plays."""
    return f"{matches.as_reader(require_game(game_key), puzzle.seat)}."


def verdict(tried: Attempt) -> str:
    """Return the verdict on an attempt, or an empty string while it's open."""
    return {"solved": _RIGHT, "failed": _WRONG}.get(tried.verdict, "")


async def _ratings(r: Reader, ctx: UiContext, found: Tried, puzzle: Puzzle) -> str:
    """Return a line with the puzzle's rating, its share of solvers, and the player's rating."""
    mine = await puzzling.of_solver(r, found.person, found.game, ctx.app.now())
    hard = await puzzling.of_puzzle(r, found.game, puzzle, ctx.app.now())
    solved = f", solved at once by {hard.solved} of {hard.answers}" if hard.answers > 1 else ""
    return f"-# This puzzle: {hard.rating:.0f}{solved}. You: {mine.rating:.0f}."


async def _streak(r: Reader, ctx: UiContext, found: Tried) -> str:
    run = (await streaks.of_puzzles(r, found.person, day_of(ctx.app.now()))).run
    return f"-# You've solved puzzles {run} days in a row." if run > 1 else ""


def _answer_tap(found: Tried, tried: Attempt) -> tuple[items.Tap, ...]:
    if tried.verdict != "failed" or found.hinted:
        return ()
    return (items.button("Show the answer", ShowAnswer(found.id, found.version)),)


def next_taps(found: Tried, tried: Attempt, puzzle: Puzzle) -> tuple[items.Tap, ...]:
    """Return the buttons for another puzzle, and after an attempt for one of the same kind."""
    another = items.button("Another puzzle", NextPuzzle(found.game))
    if tried.verdict == "open":
        return (another,)
    style = items.STRONG if tried.verdict == "solved" else items.QUIET
    return items.button("Another like this", NextPuzzle(found.game, puzzle.kind), style), another


KIND = ExerciseKind(asks=puzzling.asks, around=around, ended=puzzling.finish_attempt)
