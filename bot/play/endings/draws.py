"""Ends that people bring about: a draw they agree on, an abort, a moderator's cancelling. GEN-6."""

from __future__ import annotations

import msgspec

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.errors import Stale, UserError
from bot.core.match_state import MatchState
from bot.core.seats import not_paused, seated, still_open
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
    """The offer that stands as far as this seat knows; a bot makes and takes none."""
    if state.match.reason is not None or state.is_bot(1 - seat):
        return None
    async with app.database.read() as r:
        return await standing_in(r, state, seat)


async def standing_in(r: Reader, state: MatchState, seat: int) -> Offer | None:
    """The same, within a reading or writing that is under way."""
    offer = await offers.open_of(r, state.match.id)
    return offer if offer is not None and stands(state, offer, seat) else None


def stands(state: MatchState, offer: Offer, seat: int) -> bool:
    """A move that everybody knows of makes an offer void, and so does the end of the turn.

    An unseen action of the side that was asked is a no, too, but that side alone may know of it. An unseen
    one of the side that offers changes nothing: the other side must not notice."""
    if state.match.reason is not None or (offer.turn, offer.told) != how_far(state):
        return False
    return seat == offer.seat or state.choices_by(seat) == offer.answered


def how_far(state: MatchState) -> tuple[int | None, int]:
    """How far the match is, as everybody knows it."""
    return state.turn_number, sum(1 for step in state.steps if step.told[None])


_GONE = "This offer is no longer open."


async def offer_draw(app: AppContext, match_id: str, person: int) -> MatchState:
    """The person offers a draw, once in a turn; the other one is told in private."""
    async with app.database.write(f"match:{match_id}") as w:
        state = await app.match_state_in(w, match_id)
        seat = seated(state, person)
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
    """Keep a new offer, in the place of one that does not stand any more, and tell the other side."""
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
    """Close an offer that does not stand for this seat; the other side's may still stand for that side."""
    before = await offers.open_of(w, state.match.id)
    if before is None:
        return
    if before.seat != seat and stands(state, before, before.seat):
        # Said aloud, so that an offer of one's own does not tell of the unseen move by which one declined.
        await _say_no(w, app, state, before)
    else:
        await offers.close(w, before, "void", app.now())


async def _say_no(w: Writer, app: AppContext, state: MatchState, offer: Offer) -> None:
    now = app.now()
    await offers.close(w, offer, "declined", now)
    text = f"{_who(state, 1 - offer.seat)} declines your draw offer in {_which(state)}."
    await outbox.add(w, [_note(state, offer.seat, text, f"declined:{offer.match_id}:{offer.number}", now)])


async def withdraw(app: AppContext, match_id: str, person: int, number: int) -> MatchState:
    """Whoever made an offer takes it back."""
    async with app.database.write(f"match:{match_id}") as w:
        state, _, offer = await _found(w, app, match_id, person, number, mine=True)
        await offers.close(w, offer, "withdrawn", app.now())
    return state


async def decline(app: AppContext, match_id: str, person: int, number: int) -> MatchState:
    """Whoever was asked says no; the other side is told."""
    async with app.database.write(f"match:{match_id}") as w:
        state, _, offer = await _found(w, app, match_id, person, number, mine=False)
        await _say_no(w, app, state, offer)
    app.wake()
    return state


async def offered(app: AppContext, match_id: str, person: int, number: int) -> tuple[MatchState, Offer]:
    """The match and the offer that waits for this person's answer."""
    async with app.database.read() as r:
        state, _, offer = await _found(r, app, match_id, person, number, mine=False)
    return state, offer


async def agree(app: AppContext, match_id: str, person: int, number: int) -> MatchState:
    """Whoever was asked says yes: the match is drawn. GEN-6."""
    drawn = Ending(None, MatchReason.AGREED.value)
    while True:
        async with app.database.read() as r:
            state, seat, offer = await _found(r, app, match_id, person, number, mine=False)
        not_paused(state)
        try:
            return await ending.end(app, state, drawn, seat, _Accepting(offer))
        except Stale:
            continue


class _Accepting(msgspec.Struct, frozen=True):
    """Writes the end of a match only together with the offer that is accepted."""

    offer: Offer

    async def __call__(self, database: Database, ply: Ply) -> bool:
        return await offers.accept(database, self.offer, ply)


async def _found(
    r: Reader, app: AppContext, match_id: str, person: int, number: int, *, mine: bool
) -> tuple[MatchState, int, Offer]:
    """The match, the person's seat, and the offer of this number that the person made, or was made."""
    state = await app.match_state_in(r, match_id)
    seat = seated(state, person)
    still_open(state)
    offer = await standing_in(r, state, seat)
    if offer is None or offer.number != number or mine != (offer.seat == seat):
        raise UserError(_GONE)
    return state, seat, offer


def _note(state: MatchState, seat: int, text: str, nonce: str, now: int) -> Message:
    """One sentence in private for a seat, from which its match can be opened."""
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
