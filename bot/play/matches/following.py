"""What follows from a commit: who is woken, and what happens by itself."""

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
"""A conditional move is played."""


async def after_commit(app: AppContext, match_id: str) -> None:
    """Wake whoever has something to do now."""
    wake(app, await app.match_state(match_id))


def answers_due(app: AppContext, state: MatchState) -> tuple[ScheduledJob, ...]:
    """That an AI is to act, if it is."""
    if state.bot_to_act() is None:
        return ()
    due_at, payload = app.now() + ANSWER_SECONDS, {"person": next(iter(state.people()), 0)}
    return (ScheduledJob(kind=ANSWER, subject=state.match.id, due_at=due_at, payload=payload),)


def answers_taken(app: AppContext, state: MatchState) -> tuple[Also, ...]:
    """Whoever makes it an AI's turn plays it, if there's room: it's taken in the same transaction."""
    if state.bot_to_act() is None or not app.may_answer(state.match.id):
        return ()
    host, until = app.database.host, app.now() + ANSWER_SECONDS

    async def take(w: Writer) -> None:
        await scheduled_jobs.take(w, ANSWER, state.match.id, host, until)

    return (take,)


async def conditional_moves(r: Reader, app: AppContext, after: MatchState) -> tuple[ScheduledJob, ...]:
    """That the side to act now has conditional moves, which are played at once."""
    seats = [seat for seat in after.to_act if after.game.perfect_information and not after.is_bot(seat)]
    if after.result is not None or not turn_has_passed(after) or not seats:
        return ()
    found = await conditions.get(r, after.match.id, seats[0])
    if found is None:
        return ()
    return (ScheduledJob(kind=REPLY, subject=after.match.id, due_at=app.now(), payload={"seat": seats[0]}),)


async def call_bot(app: AppContext, match_id: str) -> None:
    """Call the AI that is to act in a match, if one is, and once more when it does not answer."""
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
    """Wake the loops, and the AI if it is to act."""
    app.wake()
    if state.bot_to_act() is not None:
        app.bots.put_nowait(state.match.id)
