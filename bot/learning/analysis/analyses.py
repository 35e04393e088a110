"""Analyses on request: each is made once per match, and shown to everyone who may view the match."""

from __future__ import annotations

from msgspec import Struct, ValidationError, json

from bot.core import fair_help
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.limits import Limits
from bot.core.match_state import MatchState, in_force
from bot.core.seats import User, check_visible, meet, require_seat
from bot.play.records.folding import states
from games.core.teaching.analysis import VERSION, Analysis
from storage.engine.handle import Reader, Writer
from storage.rows import Message, ScheduledJob
from storage.tables import analyses, outbox, scheduled_jobs
from storage.tables.analyses import Kept

ANALYZE = "analyze"
"""The kind of the job that analyzes a match; any process with a free worker takes it."""
AGAIN_SECONDS = 3600
"""Seconds until an unclaimed analysis is offered to all processes again."""
_RUNS = "This match isn't over yet. You can analyze it once it is."
_VOID = "This match doesn't count, so nothing hidden is shown, and it can't be analyzed."
_SEALED = "This was the first leg. You can analyze it once the second leg is over."
_NEVER = "I can't analyze {} yet. /replay shows you the match turn by turn."


def may_be_analyzed(state: MatchState) -> bool:
    """Return whether everything in a match may be revealed, and its game has an analyst."""
    return state.is_open_to_all and state.game.analyst is not None


class Look(Struct, frozen=True):
    """The results about a match so far; `is_done` tells whether they are complete."""

    state: MatchState
    found: Analysis
    is_done: bool


def check(state: MatchState, person: int, guild: int | None) -> None:
    """Check that a person may have the analysis of a match.

    Raises:
        Unknown: The person neither played in the match nor is on its server.
        UserError: The match can't be analyzed, or not yet.
    """
    check_visible(state, person, guild)
    if not state.is_open_to_all:
        raise UserError(_SEALED if state.sealed else _VOID if state.is_void else _RUNS)
    if state.game.analyst is None:
        raise UserError(_NEVER.format(state.game.title), command="replay")


async def find_analysis(app: AppContext, match_id: str, person: int, guild: int | None) -> Look | None:
    """Return the analysis of a match as far as it has come, or None if there is none.

    Raises:
        Unknown: The person neither played in the match nor is on its server.
        UserError: The match can't be analyzed (yet), or one of its positions is on the person's rated board.
    """
    state = in_force(await app.match_state(match_id))
    check(state, person, guild)
    await fair_help.check(app, person, state.game, states(state))
    async with app.database.read() as r:
        kept = await current(r, match_id)
    return None if kept is None else Look(state, read(kept), kept.done_at is not None)


async def request_analysis(
    app: AppContext, limits: Limits, match_id: str, person: User, guild: int | None
) -> Look:
    """Return the analysis of a match, and request it if it isn't done.

    The person is then notified when it's done. An analysis that others have requested doesn't count
    against the person's limit.

    Raises:
        Unknown: The person neither played in the match nor is on its server.
        UserError: The match can't be analyzed (yet), one of its positions is on the person's rated board, or
            the person has requested too many analyses.
    """
    look = await find_analysis(app, match_id, person.id, guild)
    if look is not None and look.is_done:
        return look
    if look is not None:
        await _ask(app, match_id, person)
        return look
    async with limits.act("analyses", person.id):
        await _ask(app, match_id, person)
    return Look(in_force(await app.match_state(match_id)), Analysis(), is_done=False)


async def _ask(app: AppContext, match_id: str, person: User) -> None:
    """Start the analysis unless another request already did, and record who is to be notified."""
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
    """Offer a match's analysis to all processes now, and again after AGAIN_SECONDS if none has claimed it."""
    await scheduled_jobs.set(w, ScheduledJob(kind=ANALYZE, subject=match_id, due_at=now + AGAIN_SECONDS))


async def call_again(app: AppContext, match_id: str) -> None:
    """Offer an analysis again, because its job came due without a process claiming it."""
    async with app.database.write() as w:
        await call(w, match_id, app.now())
    app.aside.wake()


async def current(r: Reader, match_id: str) -> Kept | None:
    """Return the stored analysis of a match, or None if there is none of the current VERSION."""
    kept = await analyses.get(r, match_id)
    return kept if kept is not None and kept.version == VERSION else None


def read(kept: Kept) -> Analysis:
    """Return the stored results; empty if they can't be read anymore."""
    try:
        return json.decode(kept.found, type=Analysis)
    except ValidationError:
        return Analysis()


def encode_results(found: Analysis) -> str:
    """Return results as the JSON text that `read` decodes."""
    return json.encode(found).decode()


SHARED = "shared"
"""The kind of the outbox message that posts an analysis for everyone where its match was played."""
_NOT_DONE = "This analysis isn't done yet. You can share it once it is."
_PRIVATE = "This match was played in private, so its analysis stays with you two. You can save it as text."
_WHERE = "Use /analysis in the channel where you want to share it, and tap “Share” there."
_ALREADY = "You've already shared it where it was played."


def check_sharing(look: Look | None, person: int) -> MatchState:
    """Return the match of an analysis to be shared.

    Raise UserError if the analysis isn't done or the person didn't play in the match.
    """
    if look is None or not look.is_done:
        raise UserError(_NOT_DONE)
    require_seat(look.state, person)
    return look.state


def may_share_here(state: MatchState, guild: int | None) -> bool:
    """Return whether an analysis may be posted where the person is.

    That is the server where the match was played, or any server if they played the bot. `guild` is the server
    where they are, or None.
    """
    return guild is not None and (state.match.guild == guild or len(state.people()) == 1)


async def share(app: AppContext, limits: Limits, state: MatchState, person: int) -> None:
    """Queue a post of the analysis where the match was played.

    Raise UserError if that was in private, or if the person has shared it before or shares too much.
    """
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
