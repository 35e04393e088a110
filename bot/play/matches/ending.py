"""Ending a match: by resignation, by the clock, or by agreement."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.errors import Stale
from bot.core.jobs import ANSWER
from bot.core.match_state import MatchState
from bot.core.seats import require_seat, still_open
from bot.play.clocks import clocks, heartbeats
from bot.play.clocks.clocks import LONGEST_SILENCE_SECONDS, TURN
from bot.play.clocks.silences import clock_in, log
from bot.play.dealing.hidden_info import is_bound
from bot.play.wording import matches as words
from games import MatchReason
from games.core.game import Result
from storage.engine.database import Database
from storage.rows import DueJob, Message
from storage.tables import outbox, scheduled_jobs
from storage.tables.ply import Ending, Ply, commit_ply

Commit = Callable[[Database, Ply], Awaitable[bool]]
"""A function that writes a ply and what belongs to it; returns False, with nothing written, if it can't."""


async def resign(app: AppContext, match_id: str, person: int) -> MatchState:
    """Resign a match for a player; the opponent wins. UserError if they may not. GEN-6."""
    while True:
        state = await app.match_state(match_id)
        seat = require_seat(state, person)
        still_open(state)
        try:
            return await end(app, state, Ending(1 - seat, MatchReason.RESIGNED.value), seat)
        except Stale:
            continue


async def time_out(app: AppContext, deadline: DueJob) -> None:
    """End a match whose side to move has run out of time. GEN-7: abort it if nothing binds that side yet."""
    state = await app.match_state(deadline.subject)
    if await clocks.postpone(app, state, deadline):
        return
    async with app.database.read() as r:
        state = await app.match_state_in(r, deadline.subject)
        present = await scheduled_jobs.get(r, deadline.kind, deadline.subject)
    # A move or a look from here on isn't lost: either makes `end` stale, and a move changes the deadline.
    moved = present is None or present.due_at != deadline.due_at
    if moved or not state.to_act:
        return
    try:
        await _end_late(app, state)
    except Stale:
        await time_out(app, deadline)


async def _end_late(app: AppContext, state: MatchState) -> None:
    late, aborted = state.to_act[0], Ending(None, MatchReason.ABORTED.value)
    if len(state.to_act) > 1:
        await end(app, state, aborted, None)
    elif is_bound(state, late):
        await end(app, state, Ending(1 - late, MatchReason.TIME.value), None)
    else:
        await end(app, state, aborted, None, unbriefed=(late,))


async def end(
    app: AppContext,
    state: MatchState,
    ending: Ending,
    actor: int | None,
    commit: Commit = commit_ply,
    unbriefed: tuple[int, ...] = (),
) -> MatchState:
    """End a match now; `commit` writes the ply, and the seat `actor` gets no message about it.

    Raises Stale if the match has moved on, `commit` refuses, or a seat in `unbriefed` has looked.
    """
    now, match = app.now(), state.match
    messages: list[Message] = list(notices.results(state, actor, now))
    if match.guild is not None:
        messages.insert(0, _final_board(state, now))
    ply = Ply(
        match_id=match.id,
        number=state.length + 1,
        at=now,
        ending=_with_stats_group(state, ending),
        clear=(TURN, *clocks.BESIDE, ANSWER),
        supersede=(notices.PING, notices.BOARD),
        messages=tuple(messages),
        unbriefed=unbriefed,
        also=app.hooks.also_ended(match, ending, now),
    )
    if not await commit(app.database, ply):
        raise Stale
    app.metrics.match_ended(match.game)
    app.wake()
    return await app.match_state(match.id)


def _with_stats_group(state: MatchState, ending: Ending) -> Ending:
    game, result = state.game, Result(ending.winner, MatchReason(ending.reason))
    view = game.view(game.ended(state.game_state, result), None)
    return msgspec.structs.replace(ending, stats_group=game.stats_group(view))


def _final_board(state: MatchState, now: int) -> Message:
    message = notices.board(state.match.id, state.length, now)
    return msgspec.structs.replace(message, nonce=f"{message.nonce}:end")


_GIVEN_UP = "{}, {}: I couldn't reach <@{}> for 60 days, so the match is canceled. It doesn't count."


async def give_up(app: AppContext, deadline: DueJob) -> None:
    """End a match without a result after a clock was stopped for too long, unless it runs again."""
    state, seat = await app.match_state(deadline.subject), int(deadline.payload["seat"])
    async with app.database.read() as r:
        clock, rests = await clock_in(r, state), await heartbeats.of_match(r, app, state.match.guild)
    if clock is None or seat not in clock.silent or seat not in state.to_act:
        return
    moment = clocks.silence_ends(clock.silent[seat], rests)
    if await clocks.is_early(app, state.match.guild, deadline, moment):
        return
    log.info("%s ends: a clock was stopped for %d seconds", state.match.id, LONGEST_SILENCE_SECONDS)
    try:
        await end(app, state, Ending(None, MatchReason.CANCELLED.value), None)
    except Stale:
        log.info("%s continues after all", state.match.id)
        return
    text = _GIVEN_UP.format(state.title, words.players(state.match), deadline.payload["person"])
    id, people = state.match.id, state.people()
    told = [notices.note(person, text, f"unreached:{id}:{person}", app.now()) for person in people]
    async with app.database.write() as w:
        await outbox.add(w, told)
    app.wake()
