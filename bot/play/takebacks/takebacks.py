"""Takebacks: at once against the bot, and when the opponent allows it between people. GEN-9."""

from __future__ import annotations

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.errors import Stale, UserError
from bot.core.jobs import ANSWER
from bot.core.match_state import (
    MatchState,
    apply_actions,
    numbers_in_force,
    turn_has_passed,
    write_takeback,
)
from bot.core.seats import not_paused, require_seat, still_open
from bot.play.clocks import clocks
from bot.play.endings import open_offers
from bot.play.matches.ending import Commit
from bot.play.matches.follow_up import REPLY, after_commit
from storage.engine.handle import Reader, Writer
from storage.rows import Action
from storage.tables import conditions, contests, offers
from storage.tables.ply import Also, Ply, commit_ply

_OF_A_CONTEST = "This match is part of a contest, so no move can be taken back."
_RATED = "This match is rated, so no move can be taken back."
_NOTHING = "You can take a move back until your opponent has moved, and you haven't moved since then."
_NOTHING_YET = "You haven't moved yet, so there's nothing to take back."


def find_target(state: MatchState, seat: int) -> int | None:
    """Return the number of the action after which a match would continue if a seat took its last choice back.

    None if the seat has chosen nothing yet, or if a person has chosen an action since then.
    """
    for number in reversed(numbers_in_force(state.steps)):
        step = state.steps[number - 1]
        if step.forced or step.automatic:
            continue
        if step.seat == seat:
            return number - 1
        if not state.is_bot(step.seat):
            return None
    return None


def why_never(state: MatchState) -> str | None:
    """Return why no move of a match can ever be taken back, as far as its header tells, or None."""
    if not state.game.perfect_information:
        title = state.game.title
        return f"No move can be taken back in {title}: what you've seen since can't be hidden again."
    return _RATED if state.match.rated else None


async def why_not(r: Reader, state: MatchState, seat: int) -> str | None:
    """Return why a seat can't take its last move back, or ask for that; None if it can."""
    if (refusal := why_never(state)) is not None:
        return refusal
    if find_target(state, seat) is None:
        return _NOTHING if state.has_chosen(seat) else _NOTHING_YET
    return _OF_A_CONTEST if await contests.of_match(r, state.match.id) else None


async def may_take_back(app: AppContext, state: MatchState, seat: int) -> bool:
    """Return whether a seat can take its last move back now, or ask for that for the first time."""
    is_under_way = state.match.reason is None and state.match.paused_at is None
    if not is_under_way or why_never(state) is not None or find_target(state, seat) is None:
        return False
    async with app.database.read() as r:
        return not (
            await why_not(r, state, seat)
            or await open_offers.why_not_now(r, state, seat)
            or await offers.is_made(r, state.match.id, seat, state.turn_number or 0, "takeback")
        )


async def take_back(app: AppContext, match_id: str, person: int, length: int) -> MatchState:
    """Take the person's last move back against the bot; ask a person to allow it.

    Raises Stale if the match isn't as long as `length` anymore, and UserError if it isn't allowed.
    """
    async with app.database.write(f"match:{match_id}") as w:
        state = await app.match_state_in(w, match_id)
        seat = require_seat(state, person)
        still_open(state)
        not_paused(state)
        refusal = await why_not(w, state, seat) or await open_offers.why_not_now(w, state, seat)
        if refusal is not None:
            raise UserError(refusal)
        if state.length != length:
            raise Stale
        if not state.is_bot(1 - seat):
            await open_offers.add(w, app, state, seat, "takeback")
    app.wake()
    if not state.is_bot(1 - seat):
        return await app.match_state(match_id)
    return await _go_back(app, state, seat, seat)


async def allow(app: AppContext, match_id: str, person: int, number: int) -> MatchState:
    """Allow the opponent to take their last move back: the match continues from before it."""
    while True:
        async with app.database.read() as r:
            state, seat, offer = await open_offers.find_open(
                r, app, match_id, person, number, mine=False, kind="takeback"
            )
        not_paused(state)
        try:
            return await _go_back(app, state, offer.seat, seat, open_offers.Accepting(offer))
        except Stale:
            continue


async def _go_back(
    app: AppContext, state: MatchState, seat: int, actor: int, commit: Commit = commit_ply
) -> MatchState:
    """Append a seat's takeback, and all that follows from it; the seat `actor` sees it and isn't told.

    Raises Stale if the match has moved on, or if `commit` refuses.
    """
    target, now, match_id = find_target(state, seat), app.now(), state.match.id
    if target is None:
        raise Stale
    row = Action(state.length + 1, seat, write_takeback(target), now)
    after = apply_actions(state, [row])
    ply = Ply(
        match_id=match_id,
        number=row.number,
        at=now,
        actions=((seat, row.text),),
        clear=(ANSWER, REPLY),
        supersede=(notices.PING, notices.BOARD),
        messages=notices.after_action(after, actor, None, now),
        also=(*((clocks.starting(app, after),) if turn_has_passed(after) else ()), _forget_plans(match_id)),
    )
    if not await commit(app.database, ply):
        raise Stale
    await after_commit(app, match_id)
    return await app.match_state(match_id)


def _forget_plans(match_id: str) -> Also:
    """Return the transaction step that deletes both players' conditional moves."""

    async def write(w: Writer) -> None:
        for seat in (0, 1):
            await conditions.drop(w, match_id, seat)

    return write
