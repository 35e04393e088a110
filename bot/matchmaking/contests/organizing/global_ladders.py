"""The ladders of all servers: one per game for two, without organizers, each made when first looked at."""

from __future__ import annotations

import msgspec

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.server_settings import ServerSettings, settings_of
from bot.core.server_settings import presets_of as presets_on
from bot.core.time_controls import DEFAULT
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.log.event_store import CONTEST, append_events
from bot.matchmaking.contests.log.events import Begun
from bot.matchmaking.contests.log.terms import Terms
from bot.matchmaking.contests.organizing.drafting import playable, presets_of
from games import GAMES, AnyGame
from storage.engine.handle import Reader
from storage.rows import ScheduledJob
from storage.tables import contests, scheduled_jobs
from storage.tables.contests import ContestRow

MOST = 5000
"""The most people on such a ladder."""
_BEFORE = "everywhere-"
KEEPS_TO_ITSELF = "Members of this server can only play here, not everywhere. /compete shows what's on here."


def id_of(game_key: str) -> str:
    """Return the id of a game's ladder; it's fixed, so there can't be two."""
    return f"{_BEFORE}{game_key}"


def game_of(contest_id: str) -> AnyGame | None:
    """Return the game of a ladder by its id; None for any other contest."""
    return next((game for game in playable() if id_of(game.key) == contest_id), None)


def terms_of(game: AnyGame) -> Terms:
    """Return the terms of a game's ladder, as the game is usually played, rated where possible."""
    _, preset = presets_of(game)[0]
    return Terms(
        kind="ladder",
        name=f"{game.title}, everywhere",
        game=game.key,
        options=preset.options,
        pace=DEFAULT,
        most=MOST,
    )


async def make(app: AppContext, contest_id: str) -> None:
    """Make the ladder with this id unless it exists; do nothing for any other contest."""
    game = game_of(contest_id)
    if game is None:
        return
    async with app.database.read() as r:
        is_there = await contests.get(r, contest_id) is not None
    if not is_there:
        await _make(app, contest_id, game)


async def _make(app: AppContext, contest_id: str, game: AnyGame) -> None:
    """Make a ladder; of two processes that want it at once, only one does."""
    terms = terms_of(game)
    row = ContestRow(
        id=contest_id,
        guild=None,
        organizer=None,
        kind=terms.kind,
        game=game.key,
        terms=msgspec.to_builtins(terms),
        secret=app.randomness.nonce(),
        created_at=app.now(),
    )
    async with app.database.write(f"contest:{contest_id}") as w:
        if await contests.get(w, contest_id) is None:
            await contests.add(w, row)
            await append_events(w, contest_id, Contest(terms), [Begun(at=app.now(), order=())])
            await scheduled_jobs.set(w, ScheduledJob(kind=CONTEST, subject=contest_id, due_at=app.now()))
    app.jobs.wake()


async def list_ladders(app: AppContext, guild: int | None) -> list[str]:
    """Return the ids of the ladders that can be joined from a server, or (None) from a DM.

    The missing ones are made. Raise UserError on a server whose members only play each other.
    """
    async with app.database.read() as r:
        settings = await check_server(r, guild)
    found = [id_of(game.key) for game in playable() if _is_played(settings, game)]
    for contest_id in found:
        await make(app, contest_id)
    return found


async def check_server(r: Reader, guild: int | None) -> ServerSettings:
    """Return a server's settings; raise UserError if its members only play each other."""
    settings = await settings_of(r, guild)
    if settings.lobby == "here":
        raise UserError(KEEPS_TO_ITSELF, command="compete")
    return settings


def _is_played(settings: ServerSettings, game: AnyGame) -> bool:
    """Return whether a server's settings allow the matches of a game's ladder."""
    terms, (_, preset) = terms_of(game), presets_of(game)[0]
    presets = presets_on(settings, game.key)
    wanted = ((settings.games, game.key), (settings.times, terms.pace), (presets, preset.name))
    return all(not allowed or value in allowed for allowed, value in wanted)


async def is_hidden(app: AppContext, guild: int | None) -> bool:
    """Return whether a server's members only play each other."""
    async with app.database.read() as r:
        return (await settings_of(r, guild)).lobby == "here"


async def ladder_for(r: Reader, game_key: str, guild: int | None) -> str | None:
    """Return a game's ladder for a server or (None) a DM: its own, else that of all servers, else None."""
    own = [] if guild is None else await contests.open_of(r, guild, "ladder")
    found = next((row.id for row in own if row.game == game_key), None)
    if found is not None or game_of(id_of(game_key)) is None:
        return found
    is_open = _is_played(settings := await settings_of(r, guild), GAMES[game_key])
    return id_of(game_key) if is_open and settings.lobby == "everywhere" else None
