"""What follows a commit: wake the background loops, call the AI, and play conditional moves."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.core.jobs import ANSWER, ANSWER_SECONDS
from bot.core.match_state import MatchState, turn_has_passed
from storage.engine.handle import Reader, Writer
from storage.rows import ScheduledJob
from storage.tables import conditions, scheduled_jobs
from storage.tables.ply import Also

NEXT_LEG = "next-leg"
REPLY = "reply"
"""The kind of job that plays a conditional move."""


async def after_commit(app: AppContext, match_id: str) -> None:
    """Wake the background loops, and the AI if it's to act in the match."""
    wake(app, await app.match_state(match_id))


def answers_due(app: AppContext, state: MatchState) -> tuple[ScheduledJob, ...]:
    """Return the job by which the AI acts; none unless it's the AI's turn."""
    if state.bot_to_act() is None:
        return ()
    due_at, payload = app.now() + ANSWER_SECONDS, {"person": next(iter(state.people()), 0)}
    return (ScheduledJob(kind=ANSWER, subject=state.match.id, due_at=due_at, payload=payload),)


def answers_taken(app: AppContext, state: MatchState) -> tuple[Also, ...]:
    """Return a write for the committing transaction that claims the AI's turn for this process.

    Empty unless it's the AI's turn and this process has room for it.
    """
    if state.bot_to_act() is None or not app.may_answer(state.match.id):
        return ()
    host, until = app.database.host, app.now() + ANSWER_SECONDS

    async def take(w: Writer) -> None:
        await scheduled_jobs.take(w, ANSWER, state.match.id, host, until)

    return (take,)


async def conditional_moves(r: Reader, app: AppContext, after: MatchState) -> tuple[ScheduledJob, ...]:
    """Return the job that plays conditional moves at once; none unless the side to act has some."""
    seats = [seat for seat in after.to_act if after.game.perfect_information and not after.is_bot(seat)]
    if after.result is not None or not turn_has_passed(after) or not seats:
        return ()
    found = await conditions.get(r, after.match.id, seats[0])
    if found is None:
        return ()
    return (ScheduledJob(kind=REPLY, subject=after.match.id, due_at=app.now(), payload={"seat": seats[0]}),)


async def call_bot(app: AppContext, match_id: str) -> None:
    """Call the AI if it's to act in a match, and schedule another call in case it doesn't answer."""
    state = await app.match_state(match_id)
    answers, taken = answers_due(app, state), answers_taken(app, state)
    async with app.database.write() as w:
        for answer in answers:
            await scheduled_jobs.set(w, answer)
        for take in taken:
            await take(w)
    if answers:
        app.bots.put_nowait(match_id)


def wake(app: AppContext, state: MatchState) -> None:
    """Wake the background loops, and the AI if it's to act."""
    app.wake()
    if state.bot_to_act() is not None:
        app.bots.put_nowait(state.match.id)
