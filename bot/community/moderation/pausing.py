"""Pauses of matches. During a pause no player acts, and no clock runs."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bot.community.moderation.server_matches import match_here_in
from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.jobs import Job
from bot.core.match_state import MatchState
from bot.core.seats import still_open
from bot.core.server_settings import settings_of
from bot.matchmaking.contests.organizing import stakes
from bot.play.clocks import changing
from bot.play.matches import follow_up
from bot.play.wording import matches as words
from storage.engine.handle import Reader, Writer
from storage.rows import DueJob, Message, ScheduledJob
from storage.tables import guilds, matches, outbox, reports, scheduled_jobs

_PAUSED = (
    "{by} has paused your match {against} until <t:{until}:f>. No one can move, and no clock runs. "
    "You can ask for an earlier end with `/report`."
)
_RESUMED = "Your match {against} continues. Every clock has the time it had left."


def of_pause(state: MatchState, by: str, until: int, now: int) -> Iterator[Message]:
    """Yield the messages that say who has paused a match and until when."""
    return _build_messages(state, _PAUSED, f"paused:{now}", now, by=by, until=until)


def of_end(state: MatchState, now: int) -> Iterator[Message]:
    """Yield the messages that say that a match continues."""
    return _build_messages(state, _RESUMED, f"resumed:{now}", now)


def _build_messages(
    state: MatchState, text: str, occasion: str, now: int, **values: str | int
) -> Iterator[Message]:
    """Yield a sentence to both players, the current public board, and updates of their home messages."""
    match_id = state.match.id
    for row in state.match.seats:
        if row.person is not None:
            said = text.format(against=words.against(state, row.seat), **values)
            note = notices.note(row.person, said, f"{occasion}:{match_id}:{row.person}", now)
            yield msgspec.structs.replace(
                note, match_id=match_id, payload={**note.payload, "match": match_id}
            )
    board = notices.board(match_id, state.length, now)
    yield msgspec.structs.replace(board, nonce=f"{board.nonce}:{occasion}")
    yield from notices.homes(state.match, now)


PAUSE_ENDS = "pause ends"
"""The kind of the job that ends a pause."""
DAY = 86_400
MAX_DAYS = 14
"""Days for which a match can be paused, all its pauses together."""
_USED_UP = f"This match has been paused for {MAX_DAYS} days in all, so it can't be paused again."


async def give_end(w: Writer, app: AppContext, state: MatchState) -> None:
    """Give an end to the pause of a match that has none, and tell both players."""
    until = await latest(w, state, app.now())
    await matches.end_pause_at(w, state.match.id, until)
    await scheduled_jobs.set(w, end_job(state.match.id, until))
    await outbox.add(w, of_pause(state, "A moderator", until, app.now()))


async def latest(r: Reader, state: MatchState, now: int) -> int:
    """Return when a pause that begins now ends; raise UserError if the match has no time for pauses left."""
    left = MAX_DAYS * DAY - state.match.paused_for
    if left <= 0:
        raise UserError(_USED_UP)
    days = (await settings_of(r, state.match.guild)).pause_days
    return now + min(left, days * DAY)


def end_job(match_id: str, until: int) -> ScheduledJob:
    """Return the job that ends a pause."""
    return ScheduledJob(kind=PAUSE_ENDS, subject=match_id, due_at=until)


async def pause(app: AppContext, match_id: str, guild: int, moderator: int) -> MatchState:
    """Pause a match and tell both players who did it and until when.

    Raises UserError if the match is paused already, is over, has no time for pauses left, or if the moderator
    plays in it or could gain by it in a contest.
    """
    async with app.database.write(f"guild:{guild}", f"match:{match_id}") as w:
        state = await match_here_in(w, app, match_id, guild)
        still_open(state)
        await stakes.check_match(w, app, "pause", state, moderator)
        now = app.now()
        until = await latest(w, state, now)
        if not await matches.pause(w, match_id, now, moderator, until):
            raise UserError("This match is already paused.")
        await scheduled_jobs.set(w, end_job(match_id, until))
        await changing.halt(w, app, state)
        await guilds.add_line(w, guild, now, moderator, f"Paused {state.title}.", None)
        await outbox.add(w, of_pause(state, f"<@{moderator}>", until, now))
    app.wake()
    return await app.match_state(match_id)


async def follow(w: Writer, app: AppContext, state: MatchState, moderator: int | None) -> None:
    """Schedule what was due during a pause, close requests to end it, and queue the news.

    Args:
        w: The transaction, which holds the match's lock.
        app: The application context.
        state: The match, which isn't paused anymore.
        moderator: The moderator who ended its pause; None if it ended by itself.
    """
    now, match = app.now(), state.match
    for job in (*follow_up.answers_due(app, state), *await follow_up.conditional_moves(w, app, state)):
        await scheduled_jobs.set(w, job)
    await reports.close_about_pause(w, match.id, moderator, now)
    if moderator is not None and match.guild is not None:
        await guilds.add_line(w, match.guild, now, moderator, f"Resumed {state.title}.", None)
    await outbox.add(w, of_end(state, now))


async def resume(app: AppContext, match_id: str, guild: int, moderator: int) -> MatchState:
    """Let a match continue and tell both players.

    Raises UserError if it isn't paused, is over, or if the moderator plays in it or could gain by it in a
    contest.
    """
    async with app.database.write(f"guild:{guild}", f"match:{match_id}") as w:
        state = await match_here_in(w, app, match_id, guild)
        still_open(state)
        await stakes.check_match(w, app, "resume", state, moderator)
        if state.match.paused_at is None:
            raise UserError("This match isn't paused.")
        await scheduled_jobs.clear(w, PAUSE_ENDS, match_id, app.now())
        await _resume(w, app, match_id, moderator)
    await follow_up.after_commit(app, match_id)
    return await app.match_state(match_id)


async def end(app: AppContext, due: DueJob) -> None:
    """Resume a match whose pause is over. Give an end to a pause of an older version, which has none."""
    async with app.database.write(f"match:{due.subject}") as w:
        if not await scheduled_jobs.mark_done(w, due, app.now()):
            return
        state = await app.match_state_in(w, due.subject)
        if state.match.paused_at is None or state.match.reason is not None:
            return
        if state.match.paused_until is None:
            await give_end(w, app, state)
        else:
            await _resume(w, app, due.subject, None)
    await follow_up.after_commit(app, due.subject)


async def _resume(w: Writer, app: AppContext, match_id: str, moderator: int | None) -> None:
    await matches.resume(w, match_id, app.now())
    state = await app.match_state_in(w, match_id)
    await changing.go_on(w, app, state)
    await follow(w, app, state, moderator)


JOBS = {PAUSE_ENDS: Job(end, timed=True)}
