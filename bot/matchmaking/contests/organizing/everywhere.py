"""The ladders of everybody: one of each game that two people can play. Nobody organizes them; each is made
when somebody first looks at it."""

from __future__ import annotations

import msgspec

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.server_settings import ServerSettings, settings_of
from bot.core.server_settings import presets_of as presets_on
from bot.core.time_controls import DEFAULT
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.log.event_store import CONTEST, happened
from bot.matchmaking.contests.log.events import Begun
from bot.matchmaking.contests.log.terms import Terms
from bot.matchmaking.contests.organizing.drafting import playable, presets_of
from games import GAMES, AnyGame
from storage.engine.handle import Reader
from storage.rows import ScheduledJob
from storage.tables import contests, scheduled_jobs
from storage.tables.contests import ContestRow

MOST = 5000
"""People on one of them."""
_BEFORE = "everywhere-"
KEEPS_TO_ITSELF = "Members of this server can only play here, not everywhere."


def id_of(game_key: str) -> str:
    """What the ladder of a game is called by: there can't be two."""
    return f"{_BEFORE}{game_key}"


def game_of(contest_id: str) -> AnyGame | None:
    """Of which game it's the ladder; None: it's another contest."""
    return next((game for game in playable() if id_of(game.key) == contest_id), None)


def terms_of(game: AnyGame) -> Terms:
    """As it's usually played, rated where that can be."""
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
    """Make it, unless it's there; nothing for any other contest."""
    game = game_of(contest_id)
    if game is None:
        return
    async with app.database.read() as r:
        is_there = await contests.get(r, contest_id) is not None
    if not is_there:
        await _make(app, contest_id, game)


async def _make(app: AppContext, contest_id: str, game: AnyGame) -> None:
    """Of two who want it at once, one makes it."""
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
            await happened(w, contest_id, Contest(terms), [Begun(at=app.now(), order=())])
            await scheduled_jobs.set(w, ScheduledJob(kind=CONTEST, subject=contest_id, due_at=app.now()))
    app.jobs.wake()


async def seen_on(app: AppContext, guild: int | None) -> list[str]:
    """Those that can be joined from a server, or (None) from a DM; UserError on a server that keeps to
    itself."""
    async with app.database.read() as r:
        settings = await checked(r, guild)
    found = [id_of(game.key) for game in playable() if _is_played(settings, game)]
    for contest_id in found:
        await make(app, contest_id)
    return found


async def checked(r: Reader, guild: int | None) -> ServerSettings:
    """A server's settings; UserError where its members play no one elsewhere."""
    settings = await settings_of(r, guild)
    if settings.lobby == "here":
        raise UserError(KEEPS_TO_ITSELF, command="compete")
    return settings


def _is_played(settings: ServerSettings, game: AnyGame) -> bool:
    """Whether a server allows such matches."""
    terms, (_, preset) = terms_of(game), presets_of(game)[0]
    presets = presets_on(settings, game.key)
    wanted = ((settings.games, game.key), (settings.times, terms.pace), (presets, preset.name))
    return all(not allowed or one in allowed for allowed, one in wanted)


async def is_hidden(app: AppContext, guild: int | None) -> bool:
    """Whether a server keeps to itself."""
    async with app.database.read() as r:
        return (await settings_of(r, guild)).lobby == "here"


async def ladder_for(r: Reader, game_key: str, guild: int | None) -> str | None:
    """The ladder of a game for somebody on a server, or (None) in a DM: the server's own, or else that of
    everybody; None: there's none."""
    own = [] if guild is None else await contests.open_of(r, guild, "ladder")
    found = next((row.id for row in own if row.game == game_key), None)
    if found is not None or game_of(id_of(game_key)) is None:
        return found
    is_open = _is_played(settings := await settings_of(r, guild), GAMES[game_key])
    return id_of(game_key) if is_open and settings.lobby == "everywhere" else None
