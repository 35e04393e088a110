"""Analyses that people ask for: each is made once for a match, and shown to all who may look at it."""

from __future__ import annotations

from msgspec import Struct, ValidationError, json

from bot.core import fair_help
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.limits import Limits
from bot.core.match_state import MatchState
from bot.core.seats import User, check_visible, meet, seated
from bot.play.records.folding import states
from games.core.teaching.analysis import VERSION, Analysis
from storage.engine.handle import Reader, Writer
from storage.rows import Message, ScheduledJob
from storage.tables import analyses, outbox, scheduled_jobs
from storage.tables.analyses import Kept

ANALYZE = "analyze"
"""That a match is to be analyzed: whichever process has time takes it."""
AGAIN_SECONDS = 3600
"""After this time whoever has time is called again."""
_RUNS = "This match isn't over yet. You can analyze it once it is."
_VOID = "This match doesn't count, so nothing hidden is shown, and it can't be analyzed."
_SEALED = "This was the first leg. You can analyze it once the second leg is over."
_NEVER = "I can't analyze {} yet. /replay shows you the match turn by turn."


def may_be_analyzed(state: MatchState) -> bool:
    """Whether everything in a match may be told, and there's somebody who can judge it."""
    return state.is_open_to_all and state.game.analyst is not None


class Look(Struct, frozen=True):
    """What has been found about a match; `is_done`: all of it."""

    state: MatchState
    found: Analysis
    is_done: bool


def check(state: MatchState, person: int, guild: int | None) -> None:
    """Unknown for those who did not play and are not on the server where it was played; UserError for a match
    that can't be analyzed, or not yet."""
    check_visible(state, person, guild)
    if not state.is_open_to_all:
        raise UserError(_SEALED if state.sealed else _VOID if state.is_void else _RUNS)
    if state.game.analyst is None:
        raise UserError(_NEVER.format(state.game.title), command="replay")


async def looked(app: AppContext, match_id: str, person: int, guild: int | None) -> Look | None:
    """The analysis of a match as far as it has come; None: there is none. Errors of `check`, and UserError
    where the match came by a rated board."""
    state = await app.match_state(match_id)
    check(state, person, guild)
    await fair_help.check(app, person, state.game, states(state))
    async with app.database.read() as r:
        kept = await current(r, match_id)
    return None if kept is None else Look(state, read(kept), kept.done_at is not None)


async def asked(app: AppContext, limits: Limits, match_id: str, person: User, guild: int | None) -> Look:
    """The same, and where it isn't done it's being made, and the person is told when it is. UserError also
    where they have asked for too many; one that others have asked for is free."""
    look = await looked(app, match_id, person.id, guild)
    if look is not None and look.is_done:
        return look
    if look is not None:
        await _ask(app, match_id, person)
        return look
    async with limits.act("analyses", person.id):
        await _ask(app, match_id, person)
    return Look(await app.match_state(match_id), Analysis(), is_done=False)


async def _ask(app: AppContext, match_id: str, person: User) -> None:
    """Whoever asks first brings it about; where it has been done in between, that's told."""
    now = app.now()
    async with app.database.write(f"analysis:{match_id}") as w:
        await meet(w, person, now)
        if await current(w, match_id) is None:
            await analyses.begin(w, match_id, VERSION, now)
        await analyses.ask(w, match_id, person.id, now)
        if await scheduled_jobs.get(w, ANALYZE, match_id) is None:
            await call(w, match_id, now)
    app.aside.wake()


async def call(w: Writer, match_id: str, now: int) -> None:
    """Somebody is to go on with it."""
    await scheduled_jobs.set(w, ScheduledJob(kind=ANALYZE, subject=match_id, due_at=now + AGAIN_SECONDS))


async def called_again(app: AppContext, match_id: str) -> None:
    """The job that is due when nobody has taken it for long."""
    async with app.database.write() as w:
        await call(w, match_id, app.now())
    app.aside.wake()


async def current(r: Reader, match_id: str) -> Kept | None:
    """What is kept of a match; None where that's nothing, or another version would say something else."""
    kept = await analyses.get(r, match_id)
    return kept if kept is not None and kept.version == VERSION else None


def read(kept: Kept) -> Analysis:
    """What has been found; nothing where it can't be read any more."""
    try:
        return json.decode(kept.found, type=Analysis)
    except ValidationError:
        return Analysis()


def written(found: Analysis) -> str:
    """What `read` reads."""
    return json.encode(found).decode()


SHARED = "shared"
"""An analysis for everybody, where its match was played: a kind of message of the outbox."""
_NOT_DONE = "This analysis isn't done yet. You can share it once it is."
_PRIVATE = "This match was played in private, so its analysis stays with you two. You can save it as text."
_WHERE = "Use /analysis in the channel where you want to share it, and tap “Share” there."
_ALREADY = "You've already shared it where it was played."


def check_sharing(look: Look | None, person: int) -> MatchState:
    """The match; UserError for those who don't play in it, and before it's done."""
    if look is None or not look.is_done:
        raise UserError(_NOT_DONE)
    seated(look.state, person)
    return look.state


def may_share_here(state: MatchState, guild: int | None) -> bool:
    """Whether it can be posted where somebody is: on the server where the match was played, or anywhere if
    they've played the bot. `guild`: the server where they are."""
    return guild is not None and (state.match.guild == guild or len(state.people()) == 1)


async def share(app: AppContext, limits: Limits, state: MatchState, person: int) -> None:
    """Post it where the match was played; UserError where that was in private, or for a second time."""
    if state.match.guild is None:
        raise UserError(_PRIVATE) if len(state.people()) > 1 else UserError(_WHERE, command="analysis")
    message = _message(state.match.id, person, app.now())
    async with app.database.read() as r:
        if await outbox.has(r, message.nonce):
            raise UserError(_ALREADY)
    async with limits.act("analyses shared", person), app.database.write() as w:
        await outbox.add(w, [message])
    app.wake()


def _message(match_id: str, person: int, now: int) -> Message:
    return Message(
        lane=f"match:{match_id}",
        kind=SHARED,
        payload={"match": match_id, "by": person},
        nonce=f"{SHARED}:{match_id}:{person}",
        created_at=now,
        due_at=now,
        match_id=match_id,
    )
