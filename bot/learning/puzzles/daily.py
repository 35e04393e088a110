"""The puzzle of the day: one for each server that wants it, told at noon, solved in private."""

from __future__ import annotations

from datetime import UTC, datetime

from msgspec import Struct

from bot.core.app_context import AppContext
from bot.core.clock_pauses import DAY
from bot.core.errors import UserError
from bot.core.server_settings import ServerSettings, from_row
from bot.learning.puzzles import puzzling
from bot.learning.puzzles.puzzling import puzzling as games_with_puzzles
from bot.learning.puzzles.puzzling import shipped
from storage.engine.handle import Reader, Writer
from storage.rows import DueJob, Message, ScheduledJob
from storage.tables import guilds, outbox, puzzles, scheduled_jobs
from storage.tables.exercises import Tried
from storage.tables.puzzles import Daily, DailySolver

DAILY = "daily"
"""The kind of its exercises, its messages and its job."""
NOON_SECONDS = 12 * 3600
EASIEST, HARDEST = 900, 1800
"""What everybody can have a go at."""
MOST_NAMED = 20


class Yesterday(Struct, frozen=True):
    """The puzzle of the day before, and who solved it, in order."""

    daily: Daily
    solvers: tuple[DailySolver, ...]


def day_of(now: int) -> int:
    """The number of the day whose puzzle is on at a moment: each begins at noon, UTC."""
    return (now - NOON_SECONDS) // DAY


def date_of(day: int) -> str:
    """“November 24”."""
    moment = datetime.fromtimestamp(day * DAY, UTC)
    return f"{moment:%B} {moment.day}"


def name_of(guild: int, day: int) -> str:
    """The name of the exercise by which a server's puzzle is solved."""
    return f"{guild}-{day}"


async def daily_of(r: Reader, name: str) -> Daily:
    """The puzzle of a day by that name; UserError where there's none."""
    guild, _, day = name.partition("-")
    found = await puzzles.daily(r, int(guild), int(day)) if guild.isdigit() and day.isdigit() else None
    if found is None:
        raise UserError("This puzzle is no longer here. Use /puzzle for another one.", command="puzzle")
    return found


# --- told -------------------------------------------------------------------------------------------------


async def schedule(app: AppContext) -> None:
    """At the start: the next noon, unless one is waited for already."""
    async with app.database.write(f"job:{DAILY}") as w:
        if await scheduled_jobs.get(w, DAILY, "") is None:
            await scheduled_jobs.set(w, _at_noon(day_of(app.now()) + 1))
    app.jobs.wake()


def _at_noon(day: int) -> ScheduledJob:
    return ScheduledJob(kind=DAILY, subject="", due_at=day * DAY + NOON_SECONDS)


async def dawn(app: AppContext, due: DueJob) -> None:
    """A new day: each server that wants a puzzle gets one."""
    day = day_of(app.now())
    if app.now() < day * DAY + NOON_SECONDS:
        # It was set by a clock that was wrong.
        async with app.database.write() as w:
            await scheduled_jobs.set(w, _at_noon(day))
        return
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
        chosen = await _chosen(w, guild, day, settings)
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


async def _chosen(r: Reader, guild: int, day: int, settings: ServerSettings) -> Daily | None:
    """A puzzle that the server hasn't had, of its games in turn; once all were had, the one had longest
    ago. The same for a server and a day, whoever asks."""
    games = [one.key for one in games_with_puzzles() if not settings.games or one.key in settings.games]
    if not games:
        return None
    game_key = games[day % len(games)]
    had = [one.puzzle for one in await puzzles.dailies_of(r, guild) if one.game == game_key]
    fair = [one.id for one in shipped(game_key).values() if EASIEST <= one.rating <= HARDEST]
    fresh = [name for name in fair if name not in had]
    name = fresh[(guild ^ day * 2654435761) % len(fresh)] if fresh else had[-1] if had else None
    return None if name is None else Daily(guild=guild, day=day, game=game_key, puzzle=name)


async def yesterday_of(r: Reader, guild: int, day: int) -> Yesterday | None:
    """What there was the day before."""
    found = await puzzles.daily(r, guild, day - 1)
    if found is None:
        return None
    return Yesterday(found, tuple(await puzzles.daily_solvers(r, guild, day - 1)))


# --- solved -----------------------------------------------------------------------------------------------


def is_on(daily: Daily, now: int) -> bool:
    """Whether it's still the day of a puzzle: nobody is told its solution."""
    return daily.day >= day_of(now)


async def ended(w: Writer, app: AppContext, was: Tried, now: Tried) -> None:
    """A puzzle of the day was answered: it counts as any other one, and its solvers are listed."""
    daily = await daily_of(w, was.name)
    await puzzling.count(w, app, was, now, daily.puzzle)
    if now.solved_at is not None and was.solved_at is None and is_on(daily, app.now()):
        solver = DailySolver(
            guild=daily.guild, day=daily.day, person=was.person, at=app.now(), failed=was.failed
        )
        await puzzles.add_daily_solver(w, solver)


class Streak(Struct, frozen=True):
    """On how many `days` somebody has solved a puzzle, and how many of those were in a row until now."""

    days: int
    run: int


async def streak_of(r: Reader, person: int, today: int) -> Streak:
    """Somebody's. A day that's missed doesn't end a run, so that nobody has to be here; two do."""
    days = await puzzles.solved_days(r, person)
    run, expected = 0, today
    for day in days:
        if expected - day > 1:
            break
        run, expected = run + 1, day - 1
    return Streak(len(days), run)
