"""A moderator has a match stand still for a while: nobody acts in it, and no clock of it runs."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bot.clocks import halting
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.core.seats import still_open
from bot.matches import following
from bot.moderation.here import match_here_in
from bot.outbox import notices
from storage import guilds, matches, outbox, scheduled_jobs
from storage.rows import Message

_PAUSED = "A moderator has paused {}. No one can move, and no clock runs until it continues."
_RESUMED = "{} continues. Every clock has the time it had left."


async def pause(app: AppContext, match_id: str, guild: int, moderator: int) -> MatchState:
    """It stands still from now on; both players are told. UserError where it does already, or is over."""
    async with app.database.write(f"guild:{guild}", f"match:{match_id}") as w:
        state = await match_here_in(w, app, match_id, guild)
        still_open(state)
        now = app.now()
        if not await matches.pause(w, match_id, now):
            raise UserError("This match is already paused.")
        await halting.halt(w, app, state)
        await guilds.add_line(w, guild, now, moderator, f"Paused {state.title}.", None)
        await outbox.add(w, _told(state, _PAUSED, f"paused:{now}", now))
    app.wake()
    return await app.match_state(match_id)


async def resume(app: AppContext, match_id: str, guild: int, moderator: int) -> MatchState:
    """It goes on; both players are told. UserError where it does already, or is over."""
    async with app.database.write(f"guild:{guild}", f"match:{match_id}") as w:
        state = await match_here_in(w, app, match_id, guild)
        still_open(state)
        now = app.now()
        if not await matches.resume(w, match_id):
            raise UserError("This match isn't paused.")
        state = await app.match_state_in(w, match_id)
        await halting.go_on(w, app, state)
        # What was due while nobody could act.
        for job in (*following.answers_due(app, state), *await following.conditional_moves(w, app, state)):
            await scheduled_jobs.set(w, job)
        await guilds.add_line(w, guild, now, moderator, f"Resumed {state.title}.", None)
        await outbox.add(w, _told(state, _RESUMED, f"resumed:{now}", now))
    await following.after_commit(app, match_id)
    return await app.match_state(match_id)


def _told(state: MatchState, text: str, occasion: str, now: int) -> Iterator[Message]:
    """The same to both players, and to everybody the board as it is now. Who has done it isn't said."""
    match_id = state.match.id
    for person in state.people():
        note = notices.note(person, text.format(state.title), f"{occasion}:{match_id}:{person}", now)
        yield msgspec.structs.replace(note, match_id=match_id, payload={**note.payload, "match": match_id})
    board = notices.board(match_id, state.length, now)
    yield msgspec.structs.replace(board, nonce=f"{board.nonce}:{occasion}")
    yield from notices.homes(state.match, now)
