"""The texts and buttons around the board of the puzzle of the day."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.core.seats import require_game
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.interactions.exercise_kind import Around, ExerciseKind
from bot.learning.puzzles import daily, streaks
from bot.learning.puzzles.puzzling import analyst_of, day_of, puzzle_of
from bot.learning.puzzles.ui import board
from games.core.teaching.attempts import Attempt
from games.core.vocabulary.tasks import Exercise
from storage.engine.handle import Reader
from storage.tables.exercises import Tried

_LATER = "Try again as often as you like. The answer comes with tomorrow's puzzle."


async def asks(app: AppContext, r: Reader, found: Tried) -> Exercise:
    """Return the exercise of a puzzle of the day."""
    one = await daily.daily_of(r, found.name)
    return analyst_of(require_game(one.game)).exercise(await puzzle_of(r, one.game, one.puzzle))


async def around(ctx: UiContext, found: Tried, tried: Attempt) -> Around:
    """Return what surrounds the board, without the solution while the puzzle's day lasts."""
    now = ctx.app.now()
    async with ctx.app.database.read() as r:
        one = await daily.daily_of(r, found.name)
        puzzle = await puzzle_of(r, one.game, one.puzzle)
        streak = await streaks.of_dailies(r, found.person, day_of(now))
    is_on, solved = daily.is_on(one, now), tried.verdict == "solved"
    told = await board.tell_outcome(found, puzzle, tried, with_answer=not is_on)
    more = _streak(streak) if solved else _LATER if is_on and tried.verdict == "failed" else ""
    heading = f"Puzzle of {daily.date_of(one.day)} · {board.heading(one.game, puzzle)}"
    taps = board.next_taps(found, tried, puzzle) if solved or not is_on else ()
    lines = "\n".join(filter(None, (told.words, more)))
    return Around(heading, board.who(one.game, puzzle), lines, taps=taps, picture=told.picture)


def _streak(streak: streaks.Streak) -> str:
    if streak.days < 2:
        return "It's your first puzzle of the day."
    in_a_row = f", {streak.run} of them in a row" if 1 < streak.run < streak.days else ""
    return f"You've solved {streak.days} puzzles of the day{in_a_row}."


KIND = ExerciseKind(asks=asks, around=around, ended=daily.finish_attempt, anybody=False)
