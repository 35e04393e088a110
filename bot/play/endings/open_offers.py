"""Offers that stay open until someone moves: draws, and requests to take a move back. GEN-6, GEN-9."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.core.seats import require_seat, still_open
from storage.engine.database import Database
from storage.engine.handle import Reader, Writer
from storage.rows import Message
from storage.tables import offers, outbox
from storage.tables.offers import Kind, Offer
from storage.tables.ply import Ply


class _Words(msgspec.Struct, frozen=True):
    """What players are told about a kind of offer."""

    made: str
    declined: str
    gone: str
    mine: str
    theirs: str
    twice: str


_WORDS: Mapping[Kind, _Words] = MappingProxyType({
    "draw": _Words(
        made="{} offers a draw in {}. The offer stays open until someone moves.",
        declined="{} declines your draw offer in {}.",
        gone="This offer is no longer open.",
        mine="You've already offered a draw. It's up to your opponent to answer.",
        theirs="Your opponent has already offered a draw. You can accept it.",
        twice="You've already offered a draw this turn. You can offer one again next turn.",
    ),
    "takeback": _Words(
        made="{} asks to take a move back in {}. You can allow it until someone moves.",
        declined="{} doesn't want you to take your move back in {}.",
        gone="This request is no longer open.",
        mine="You've already asked to take your move back. It's up to your opponent to answer.",
        theirs="Your opponent asks to take a move back. Answer that first.",
        twice="You've already asked to take this move back. You can ask again about your next one.",
    ),
})  # fmt: skip


async def standing(app: AppContext, state: MatchState, seat: int, kind: Kind = "draw") -> Offer | None:
    """Return the open offer of a kind as far as this seat knows, or None."""
    if not state.match.has_offer:
        return None
    async with app.database.read() as r:
        offer = await standing_in(r, state, seat)
    return offer if offer is not None and offer.kind == kind else None


async def standing_in(r: Reader, state: MatchState, seat: int) -> Offer | None:
    """Return the open offer as far as this seat knows, within the caller's transaction, or None."""
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
    """Return the turn number and the number of steps that everyone was told of."""
    return state.turn_number, sum(1 for step in state.steps if step.told[None])


async def why_not_now(r: Reader, state: MatchState, seat: int) -> str | None:
    """Return why a seat can't make an offer while another one is open, or None if none is."""
    offer = await standing_in(r, state, seat)
    if offer is None:
        return None
    words = _WORDS[offer.kind]
    return words.mine if offer.seat == seat else words.theirs


async def add(w: Writer, app: AppContext, state: MatchState, seat: int, kind: Kind) -> None:
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
        kind=kind,
    )
    number = await offers.add(w, offer)
    if number is None:
        raise UserError(_WORDS[kind].twice)
    text = _WORDS[kind].made.format(_who(state, seat), _which(state))
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
    text = _WORDS[offer.kind].declined.format(_who(state, 1 - offer.seat), _which(state))
    await outbox.add(w, [_note(state, offer.seat, text, f"declined:{offer.match_id}:{offer.number}", now)])


async def withdraw(app: AppContext, match_id: str, person: int, number: int) -> MatchState:
    """Withdraw the person's own offer."""
    async with app.database.write(f"match:{match_id}") as w:
        state, _, offer = await find_open(w, app, match_id, person, number, mine=True)
        await offers.close(w, offer, "withdrawn", app.now())
    return state


async def decline(app: AppContext, match_id: str, person: int, number: int) -> MatchState:
    """Decline the opponent's offer, and tell the opponent."""
    async with app.database.write(f"match:{match_id}") as w:
        state, _, offer = await find_open(w, app, match_id, person, number, mine=False)
        await _say_no(w, app, state, offer)
    app.wake()
    return state


class Accepting(msgspec.Struct, frozen=True):
    """A transaction step that writes a ply only together with accepting the offer."""

    offer: Offer

    async def __call__(self, database: Database, ply: Ply) -> bool:
        """Write the ply and accept the offer, or do neither and return False."""
        return await offers.accept(database, self.offer, ply)


async def find_open(
    r: Reader,
    app: AppContext,
    match_id: str,
    person: int,
    number: int,
    *,
    mine: bool,
    kind: Kind | None = None,
) -> tuple[MatchState, int, Offer]:
    """Return the match, the person's seat, and the open offer of this number.

    `mine` says whether the person made the offer or received it, and `kind` what it must be (None: anything);
    UserError if there's no such offer.
    """
    state = await app.match_state_in(r, match_id)
    seat = require_seat(state, person)
    still_open(state)
    offer = await standing_in(r, state, seat)
    fits = offer is not None and kind in (None, offer.kind)
    if offer is None or not fits or offer.number != number or mine != (offer.seat == seat):
        raise UserError(_WORDS[kind or "draw"].gone)
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
