"""A player's progress in an exercise: opened, attempted, restarted. Its kind supplies the task."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from msgspec import structs

from bot.core import fair_help
from bot.core.app_context import AppContext
from bot.core.errors import Stale, UserError
from bot.core.seats import User, meet, require_game
from games import GameError
from games.core.teaching.attempts import Attempt, attempt
from games.core.vocabulary.tasks import Exercise, Onward
from storage.engine.handle import Reader, Writer
from storage.tables import exercises
from storage.tables.exercises import Tried

MOST_LINES = 100
"""Most lines that a study keeps."""
_NOT_YOURS = "This board is someone else's. Open one of your own with /learn or /puzzle."

Asks = Callable[[AppContext, Reader, Tried], Awaitable[Exercise]]
"""A function that returns the exercise that a player's progress belongs to."""
Ended = Callable[[Writer, AppContext, Tried, Tried], Awaitable[None]]
"""A function called with the progress before and after an attempt that has ended.

It runs in the transaction of the change, which holds the locks `person:ID` and `exercises:GAME`.
"""


async def open_progress(app: AppContext, person: User, kind: str, game_key: str, name: str) -> Tried:
    """Return the person's progress in an exercise as they left it, or create it."""
    require_game(game_key)
    async with app.database.write(f"person:{person.id}") as w:
        await meet(w, person, app.now())
        return await exercises.open(w, person.id, kind, game_key, name, app.now())


async def mine(app: AppContext, id: int, person: int) -> Tried:
    """Return the person's progress by its id; raise UserError if it isn't theirs."""
    async with app.database.read() as r:
        found = await exercises.get(r, id)
    if found is None or found.person != person:
        raise UserError(_NOT_YOURS, command="learn")
    require_game(found.game)
    return found


async def load_exercise(app: AppContext, asks: Asks, found: Tried) -> Exercise:
    """Return the exercise, or raise UserError if its first or current position is on a rated board."""
    async with app.database.read() as r:
        exercise = await asks(app, r, found)
    states = (exercise.state, evaluate_attempt(found, exercise).state)
    await fair_help.check(app, found.person, require_game(found.game), states)
    return exercise


async def play_action(app: AppContext, was: Tried, text: str, exercise: Exercise, ended: Ended) -> Tried:
    """Play one more action, or answer the question, and return the new progress.

    Raises:
        UserError: The action can't be played or leads to a position on a rated board.
        Stale: The board has changed meanwhile.
    """
    tried, game = (*was.tried, text), require_game(was.game)
    try:
        reached = attempt(game, exercise, tried)
    except GameError as error:
        raise UserError(str(error)) from None
    await fair_help.check(app, was.person, game, (reached.state,), refusal=fair_help.NO_ANSWER)
    verdict = reached.verdict
    solved_at = was.solved_at or (app.now() if verdict == "solved" else None)
    failed = was.failed + (verdict == "failed")
    now = structs.replace(was, tried=tried, failed=failed, solved_at=solved_at, changed_at=app.now())
    if isinstance(exercise.task, Onward) and exercise.task.both:
        now = structs.replace(now, lines=with_line(was.lines, tried))
    return await _change(app, was, now, ended if verdict != "open" else None)


def with_line(lines: tuple[tuple[str, ...], ...], line: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return the lines of a study with one more, which replaces a line that it continues.

    A line that is already included changes nothing. Beyond MOST_LINES the oldest line is dropped.
    """
    if any(known[: len(line)] == line for known in lines):
        return lines
    return (*(known for known in lines if line[: len(known)] != known), line)[-MOST_LINES:]


async def take_back(app: AppContext, was: Tried) -> Tried:
    """Take back the last action of a study; raise Stale if the board has changed meanwhile."""
    return await _change(app, was, structs.replace(was, tried=was.tried[:-1], changed_at=app.now()))


async def restart(app: AppContext, was: Tried) -> Tried:
    """Return the board to its first position; raise Stale if it has changed meanwhile."""
    return await _change(app, was, structs.replace(was, tried=(), changed_at=app.now()))


async def show_hint(app: AppContext, was: Tried) -> Tried:
    """Show the hint from now on; raise Stale if the board has changed meanwhile."""
    return await _change(app, was, structs.replace(was, hinted=True, changed_at=app.now()))


async def _change(app: AppContext, was: Tried, now: Tried, ended: Ended | None = None) -> Tried:
    now = structs.replace(now, version=was.version + 1)
    async with app.database.write(f"person:{was.person}", f"exercises:{was.game}") as w:
        if not await exercises.change(w, was, now):
            raise Stale
        if ended is not None:
            await ended(w, app, was, now)
    return now


def evaluate_attempt(found: Tried, exercise: Exercise) -> Attempt:
    """Return the attempt so far, which has failed if the game has changed and rejects its actions."""
    try:
        return attempt(require_game(found.game), exercise, found.tried)
    except GameError:
        return Attempt(exercise.state, (), "failed")
