"""Somebody's go at an exercise: opened, tried, begun again. What it asks comes from its kind."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from msgspec import structs

from bot.core import fair_help
from bot.core.app_context import AppContext
from bot.core.errors import Stale, UserError
from bot.core.seats import User, known_game, meet
from games import GameError
from games.core.teaching.attempts import Attempt, attempt
from games.core.vocabulary.tasks import Exercise, Onward
from storage.engine.handle import Reader, Writer
from storage.tables import exercises
from storage.tables.exercises import Tried

MOST_LINES = 100
"""Lines that a study keeps."""
_NOT_YOURS = "This board is someone else's. Use /learn to open your own."

Asks = Callable[[AppContext, Reader, Tried], Awaitable[Exercise]]
"""What an exercise asks."""
Ended = Callable[[Writer, AppContext, Tried, Tried], Awaitable[None]]
"""What follows when a try has ended: how it was before, and after it. In the same transaction, which has
`person:ID` and `exercises:GAME` for itself."""


async def opened(app: AppContext, person: User, kind: str, game_key: str, name: str) -> Tried:
    """Somebody's go, as it was left; a new one begins where they have none."""
    known_game(game_key)
    async with app.database.write(f"person:{person.id}") as w:
        await meet(w, person, app.now())
        return await exercises.open(w, person.id, kind, game_key, name, app.now())


async def mine(app: AppContext, id: int, person: int) -> Tried:
    """A go of this person's; UserError for everybody else's."""
    async with app.database.read() as r:
        found = await exercises.get(r, id)
    if found is None or found.person != person:
        raise UserError(_NOT_YOURS, command="learn")
    known_game(found.game)
    return found


async def asked(app: AppContext, asks: Asks, found: Tried) -> Exercise:
    """Return what it asks; UserError where it begins on a rated board, or has come to one."""
    async with app.database.read() as r:
        exercise = await asks(app, r, found)
    states = (exercise.state, attempted(found, exercise).state)
    await fair_help.check(app, found.person, known_game(found.game), states)
    return exercise


async def acted(app: AppContext, was: Tried, text: str, exercise: Exercise, ended: Ended) -> Tried:
    """One more action, or an answer. UserError where it can't be played or leads to a rated board; Stale
    where the board has moved on."""
    tried, game = (*was.tried, text), known_game(was.game)
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
    return await _changed(app, was, now, ended if verdict != "open" else None)


def with_line(lines: tuple[tuple[str, ...], ...], line: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The lines of a study with one more; one that goes on from another takes its place. Of more than can be
    kept the oldest is forgotten."""
    if any(one[: len(line)] == line for one in lines):
        return lines
    return (*(one for one in lines if line[: len(one)] != one), line)[-MOST_LINES:]


async def taken_back(app: AppContext, was: Tried) -> Tried:
    """The last action of a study is taken back; Stale as above."""
    return await _changed(app, was, structs.replace(was, tried=was.tried[:-1], changed_at=app.now()))


async def begun_again(app: AppContext, was: Tried) -> Tried:
    """The board as it was at the beginning; Stale as above."""
    return await _changed(app, was, structs.replace(was, tried=(), changed_at=app.now()))


async def hinted(app: AppContext, was: Tried) -> Tried:
    """The hint is shown from now on; Stale as above."""
    return await _changed(app, was, structs.replace(was, hinted=True, changed_at=app.now()))


async def _changed(app: AppContext, was: Tried, now: Tried, ended: Ended | None = None) -> Tried:
    now = structs.replace(now, version=was.version + 1)
    async with app.database.write(f"person:{was.person}", f"exercises:{was.game}") as w:
        if not await exercises.change(w, was, now):
            raise Stale
        if ended is not None:
            await ended(w, app, was, now)
    return now


def attempted(found: Tried, exercise: Exercise) -> Attempt:
    """How far it has come. Where the game has changed meanwhile and no longer takes it, it has failed."""
    try:
        return attempt(known_game(found.game), exercise, found.tried)
    except GameError:
        return Attempt(exercise.state, (), "failed")
