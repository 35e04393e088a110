"""The puzzle of the day: one for each server that wants it, posted at noon, solved in private."""

from __future__ import annotations

from datetime import UTC, datetime

from msgspec import Struct

from bot.core.app_context import AppContext
from bot.core.clock_pauses import DAY
from bot.core.errors import UserError
from bot.core.seats import require_game
from bot.core.server_settings import ServerSettings, from_row
from bot.learning.puzzles import puzzling
from bot.learning.puzzles.puzzling import NOON_SECONDS, analyst_of, day_of, read_shipped
from bot.learning.puzzles.puzzling import puzzling as games_with_puzzles
from storage.engine.handle import Reader, Writer
from storage.rows import DueJob, Message, ScheduledJob
from storage.tables import exercises, guilds, outbox, puzzles, scheduled_jobs
from storage.tables.exercises import Tried
from storage.tables.puzzles import Daily, DailySolver

DAILY = "daily"
"""The name of the puzzle of the day as an exercise kind, message kind and job kind."""
EASIEST, HARDEST = 900, 1800
"""Lowest and highest rating of a puzzle of the day, within everyone's reach."""
MOST_NAMED = 20


class Yesterday(Struct, frozen=True):
    """The puzzle of the day before, its solvers in order, and whether anyone has failed it."""

    daily: Daily
    solvers: tuple[DailySolver, ...]
    failed: bool


def date_of(day: int) -> str:
    """Return a day's date, such as “November 24”."""
    moment = datetime.fromtimestamp(day * DAY, UTC)
    return f"{moment:%B} {moment.day}"


def name_of(guild: int, day: int) -> str:
    """Return the name of the exercise for a server's puzzle of a day."""
    return f"{guild}-{day}"


async def daily_of(r: Reader, name: str) -> Daily:
    """Return the puzzle of a day by its exercise's name; raise UserError if there is none."""
    guild, _, day = name.partition("-")
    found = await puzzles.daily(r, int(guild), int(day)) if guild.isdigit() and day.isdigit() else None
    if found is None:
        raise UserError("This puzzle is no longer here. Use /puzzle for another one.", command="puzzle")
    return found


# --- posting ----------------------------------------------------------------------------------------------


async def schedule(app: AppContext) -> None:
    """Schedule the job for the next noon at the bot's start, unless one is scheduled already."""
    async with app.database.write(f"job:{DAILY}") as w:
        if await scheduled_jobs.get(w, DAILY, "") is None:
            await scheduled_jobs.set(w, _at_noon(day_of(app.now()) + 1))
    app.jobs.wake()


def _at_noon(day: int) -> ScheduledJob:
    return ScheduledJob(kind=DAILY, subject="", due_at=day * DAY + NOON_SECONDS)


async def dawn(app: AppContext, due: DueJob) -> None:
    """Choose a puzzle for each server that wants one, queue its post, and schedule the next noon."""
    day = day_of(app.now())
    async with app.database.read() as r:
        wanted = await guilds.all_settings(r)
    for guild, data in wanted.items():
        settings = from_row(data)
        if settings.daily is not None:
            await _add(app, guild, day, settings)
    async with app.database.write() as w:
        await scheduled_jobs.set(w, _at_noon(day + 1))
    app.wake()


async def _add(app: AppContext, guild: int, day: int, settings: ServerSettings) -> None:
    async with app.database.write(f"guild:{guild}") as w:
        chosen = await _choose(w, guild, day, settings)
        if chosen is not None and await puzzles.add_daily(w, chosen):
            now = app.now()
            message = Message(
                lane=f"{DAILY}:{guild}",
                kind=DAILY,
                payload={"guild": guild, "day": day},
                nonce=f"{DAILY}:{guild}:{day}",
                created_at=now,
                due_at=now,
            )
            await outbox.add(w, [message])


async def _choose(r: Reader, guild: int, day: int, settings: ServerSettings) -> Daily | None:
    """Return the server's puzzle for a day, the same in every process; None if there is none.

    Its games take turns, and each begins with an easy puzzle. After that, a puzzle that the server hasn't
    had comes first, then the one it had longest ago.
    """
    games = [game.key for game in games_with_puzzles() if not settings.games or game.key in settings.games]
    if not games:
        return None
    game_key = games[day % len(games)]
    had = [past.puzzle for past in await puzzles.dailies_of(r, guild) if past.game == game_key]
    if not had:
        return Daily(guild=guild, day=day, game=game_key, puzzle=analyst_of(require_game(game_key)).opener)
    fair = [puzzle.id for puzzle in read_shipped(game_key).values() if EASIEST <= puzzle.rating <= HARDEST]
    fresh = [name for name in fair if name not in had]
    name = fresh[(guild ^ day * 2654435761) % len(fresh)] if fresh else had[-1]
    return Daily(guild=guild, day=day, game=game_key, puzzle=name)


async def yesterday_of(r: Reader, guild: int, day: int) -> Yesterday | None:
    """Return the puzzle of the day before and its solvers, or None if there was none."""
    found = await puzzles.daily(r, guild, day - 1)
    if found is None:
        return None
    solvers = tuple(await puzzles.daily_solvers(r, guild, day - 1))
    failed = await exercises.has_failed(r, DAILY, found.game, name_of(guild, found.day))
    return Yesterday(found, solvers, failed)


# --- solving ----------------------------------------------------------------------------------------------


def is_on(daily: Daily, now: int) -> bool:
    """Return whether a puzzle's day lasts, during which its solution stays secret."""
    return daily.day >= day_of(now)


async def finish_attempt(w: Writer, app: AppContext, was: Tried, now: Tried) -> None:
    """Rate the answer to a puzzle of the day as that to any other puzzle, and list a timely solver."""
    daily = await daily_of(w, was.name)
    await puzzling.count(w, app, was, now, daily.puzzle)
    if now.solved_at is not None and was.solved_at is None and is_on(daily, app.now()):
        solver = DailySolver(
            guild=daily.guild, day=daily.day, person=was.person, at=app.now(), failed=was.failed
        )
        await puzzles.add_daily_solver(w, solver)
