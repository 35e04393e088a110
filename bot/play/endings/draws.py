"""Draw offers: make, withdraw, decline and accept them. GEN-6."""

from __future__ import annotations

import msgspec

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.errors import Stale, UserError
from bot.core.match_state import MatchState
from bot.core.seats import not_paused, require_seat, still_open
from bot.play.endings.aborting import why_no_offer
from bot.play.matches import ending
from games import MatchReason
from storage.engine.database import Database
from storage.engine.handle import Reader, Writer
from storage.rows import Message
from storage.tables import offers, outbox
from storage.tables.offers import Offer
from storage.tables.ply import Ending, Ply


async def standing(app: AppContext, state: MatchState, seat: int) -> Offer | None:
    """Return the open draw offer as far as this seat knows, or None; none exist against a bot."""
    if state.match.reason is not None or state.is_bot(1 - seat):
        return None
    async with app.database.read() as r:
        return await standing_in(r, state, seat)


async def standing_in(r: Reader, state: MatchState, seat: int) -> Offer | None:
    """Return the open draw offer as far as this seat knows, within the caller's transaction, or None."""
    offer = await offers.open_of(r, state.match.id)
    return offer if offer is not None and stands(state, offer, seat) else None


def stands(state: MatchState, offer: Offer, seat: int) -> bool:
    """Return whether an offer is still open as far as this seat knows.

    A public move or the end of the turn voids an offer. A hidden action of the opponent who was asked counts
    as a refusal, but only that opponent may know. A hidden action of the offering player changes nothing: the
    opponent must not notice it.
    """
    if state.match.reason is not None or (offer.turn, offer.told) != how_far(state):
        return False
    return seat == offer.seat or state.choices_by(seat) == offer.answered


def how_far(state: MatchState) -> tuple[int | None, int]:
    """Return how far the match has come as everyone knows it: turn number, number of public steps."""
    return state.turn_number, sum(1 for step in state.steps if step.told[None])


_GONE = "This offer is no longer open."


async def offer_draw(app: AppContext, match_id: str, person: int) -> MatchState:
    """Offer a draw, at most once in a turn, and tell the opponent in private; UserError if not allowed."""
    async with app.database.write(f"match:{match_id}") as w:
        state = await app.match_state_in(w, match_id)
        seat = require_seat(state, person)
        still_open(state)
        not_paused(state)
        refusal = why_no_offer(state, seat) or await _why_not_now(w, state, seat)
        if refusal is not None:
            raise UserError(refusal, command="resign")
        await _add(w, app, state, seat)
    app.wake()
    return state


async def _why_not_now(w: Writer, state: MatchState, seat: int) -> str | None:
    offer = await standing_in(w, state, seat)
    if offer is None:
        return None
    if offer.seat == seat:
        return "You've already offered a draw. It's up to your opponent to answer."
    return "Your opponent has already offered a draw. You can accept it."


async def _add(w: Writer, app: AppContext, state: MatchState, seat: int) -> None:
    """Save a new offer in place of one that is no longer open, and tell the opponent."""
    now, asked = app.now(), 1 - seat
    await _clear(w, app, state, seat)
    turn, told = how_far(state)
    offer = Offer(
        match_id=state.match.id,
        seat=seat,
        turn=turn or 0,
        told=told,
        answered=state.choices_by(asked),
        made_at=now,
    )
    number = await offers.add(w, offer)
    if number is None:
        raise UserError("You've already offered a draw this turn. You can offer one again next turn.")
    text = f"{_who(state, seat)} offers a draw in {_which(state)}. The offer stays open until someone moves."
    await outbox.add(w, [_note(state, asked, text, f"offer:{state.match.id}:{number}", now)])


async def _clear(w: Writer, app: AppContext, state: MatchState, seat: int) -> None:
    """Close an offer that isn't open for this seat; it may still be open for the opponent who made it."""
    before = await offers.open_of(w, state.match.id)
    if before is None:
        return
    if before.seat != seat and stands(state, before, before.seat):
        # The refusal is announced, so that a counteroffer doesn't reveal the hidden action that declined it.
        await _say_no(w, app, state, before)
    else:
        await offers.close(w, before, "void", app.now())


async def _say_no(w: Writer, app: AppContext, state: MatchState, offer: Offer) -> None:
    now = app.now()
    await offers.close(w, offer, "declined", now)
    text = f"{_who(state, 1 - offer.seat)} declines your draw offer in {_which(state)}."
    await outbox.add(w, [_note(state, offer.seat, text, f"declined:{offer.match_id}:{offer.number}", now)])


async def withdraw(app: AppContext, match_id: str, person: int, number: int) -> MatchState:
    """Withdraw the person's own draw offer."""
    async with app.database.write(f"match:{match_id}") as w:
        state, _, offer = await _find_open_offer(w, app, match_id, person, number, mine=True)
        await offers.close(w, offer, "withdrawn", app.now())
    return state


async def decline(app: AppContext, match_id: str, person: int, number: int) -> MatchState:
    """Decline the opponent's draw offer, and tell the opponent."""
    async with app.database.write(f"match:{match_id}") as w:
        state, _, offer = await _find_open_offer(w, app, match_id, person, number, mine=False)
        await _say_no(w, app, state, offer)
    app.wake()
    return state


async def find_offer(app: AppContext, match_id: str, person: int, number: int) -> tuple[MatchState, Offer]:
    """Return the match and the draw offer that waits for this person's answer; UserError if it isn't open."""
    async with app.database.read() as r:
        state, _, offer = await _find_open_offer(r, app, match_id, person, number, mine=False)
    return state, offer


async def agree(app: AppContext, match_id: str, person: int, number: int) -> MatchState:
    """Accept the opponent's draw offer: the match is drawn. GEN-6."""
    drawn = Ending(None, MatchReason.AGREED.value)
    while True:
        async with app.database.read() as r:
            state, seat, offer = await _find_open_offer(r, app, match_id, person, number, mine=False)
        not_paused(state)
        try:
            return await ending.end(app, state, drawn, seat, _Accepting(offer))
        except Stale:
            continue


class _Accepting(msgspec.Struct, frozen=True):
    """A transaction step that writes the end of a match only together with accepting the offer."""

    offer: Offer

    async def __call__(self, database: Database, ply: Ply) -> bool:
        return await offers.accept(database, self.offer, ply)


async def _find_open_offer(
    r: Reader, app: AppContext, match_id: str, person: int, number: int, *, mine: bool
) -> tuple[MatchState, int, Offer]:
    """Return the match, the person's seat, and the open offer of this number.

    `mine` says whether the person made the offer or received it; UserError if there's no such offer.
    """
    state = await app.match_state_in(r, match_id)
    seat = require_seat(state, person)
    still_open(state)
    offer = await standing_in(r, state, seat)
    if offer is None or offer.number != number or mine != (offer.seat == seat):
        raise UserError(_GONE)
    return state, seat, offer


def _note(state: MatchState, seat: int, text: str, nonce: str, now: int) -> Message:
    """Return a DM for a seat, with a button that opens the match."""
    person, match_id = state.seat_row(seat).person, state.match.id
    if person is None:
        raise ValueError("an AI is told nothing")
    note = notices.note(person, text, nonce, now)
    return msgspec.structs.replace(note, match_id=match_id, payload={**note.payload, "match": match_id})


def _who(state: MatchState, seat: int) -> str:
    return f"<@{state.seat_row(seat).person}>"


def _which(state: MatchState) -> str:
    place = f" in <#{state.match.thread}>" if state.match.thread else ""
    return f"{state.title}{place}"
