"""Ends that people bring about: a draw they agree on, an abort, a moderator's cancelling. GEN-6."""

from __future__ import annotations

import msgspec

from bot.core.host import Host
from bot.core.refused import Refused, Stale
from bot.core.seats import seated, still_open
from bot.core.table import Table
from bot.matches import ending
from bot.matches.dealing import dealt, has_seen
from bot.outbox import notices
from games import MatchReason
from storage import offers, outbox
from storage.database import Database
from storage.handle import Reader, Writer
from storage.offers import Offer
from storage.ply import Ending, Ply
from storage.rows import Message

_GONE = "This offer does not stand any more."


def has_begun(table: Table) -> bool:
    """Whether a person has acted."""
    return any(not table.is_bot(seat) for seat in table.actors)


def why_no_abort(table: Table, seat: int) -> str | None:
    """Why this seat cannot end the match without a result; None: it can. GEN-6.

    What the other side has looked at does not matter, so nothing here tells of it."""
    if table.match.leg > 1:
        return "This is a second leg, and leaving it loses it. You can resign it."
    if has_begun(table):
        return "This match has begun, so it cannot be aborted any more. You can resign it."
    if has_seen(table, seat):
        return f"You have seen {dealt(table, seat)}, so the match counts. You can resign it."
    return None


def why_it_counts(table: Table, seat: int) -> str:
    """Why there is no milder way out than resigning, where that is not plain to see."""
    if table.match.leg > 1:
        return "It is a second leg, and leaving it loses it."
    seen = has_seen(table, seat) and not has_begun(table)
    return f"You have seen {dealt(table, seat)}, so the match counts." if seen else ""


def why_no_offer(table: Table, seat: int) -> str | None:
    """Why this seat cannot offer a draw in this match; None: it can. GEN-6, CVD-33, DP-39."""
    match, game = table.match, table.game
    agreement = game.agreement(game.options(match.options))
    if table.is_bot(1 - seat):
        return "The bot does not bargain. Play on, or resign."
    if agreement == "never":
        return f"Nobody can agree on a draw in this kind of {game.title}. Play on, or resign."
    if agreement == "unrated" and match.rated:
        return f"In a rated match of {game.title} too much is hidden to agree on a draw. Play on, or resign."
    if has_begun(table):
        return None
    if why_no_abort(table, seat) is None:
        return "Nobody has played yet: you can abort this match instead, with ⋯ or the resign command."
    return "Nobody has played yet. A draw can be offered as soon as somebody has."


async def standing(host: Host, table: Table, seat: int) -> Offer | None:
    """The offer that stands as far as this seat knows."""
    async with host.database.read() as r:
        return await _standing(r, table, seat)


async def _standing(r: Reader, table: Table, seat: int) -> Offer | None:
    offer = await offers.open_of(r, table.match.id)
    return offer if offer is not None and _stands(table, offer, seat) else None


def _stands(table: Table, offer: Offer, seat: int) -> bool:
    """A move that everybody knows of makes an offer void, and so does the end of the turn.

    An unseen action of the side that was asked is a no, too, but that side alone may know of it. An unseen
    one of the side that offers changes nothing: the other side must not notice."""
    if table.match.reason is not None or (offer.turn, offer.told) != _moment(table):
        return False
    return seat == offer.seat or table.version(seat) == offer.answered


def _moment(table: Table) -> tuple[int | None, int]:
    """How far the match is, as everybody knows it."""
    return table.turns[-1], sum(1 for told in table.told if told[None])


async def offer_draw(host: Host, match_id: str, person: int) -> Table:
    """The person offers a draw, once in a turn; the other one is told in private."""
    async with host.database.write() as w:
        table = await host.table_in(w, match_id)
        seat = seated(table, person)
        still_open(table)
        refusal = why_no_offer(table, seat) or await _why_not_now(w, table, seat)
        if refusal is not None:
            raise Refused(refusal)
        await _add(w, host, table, seat)
    host.wake()
    return table


async def _why_not_now(w: Writer, table: Table, seat: int) -> str | None:
    offer = await _standing(w, table, seat)
    if offer is None:
        return None
    if offer.seat == seat:
        return "Your offer stands already. It is for the other side to answer."
    return "The other side offers a draw already: you can accept it."


async def _add(w: Writer, host: Host, table: Table, seat: int) -> None:
    """Keep a new offer, in the place of one that does not stand any more, and tell the other side."""
    now, asked = host.now(), 1 - seat
    await _clear(w, host, table, seat)
    turn, told = _moment(table)
    offer = Offer(
        match_id=table.match.id,
        seat=seat,
        turn=turn or 0,
        told=told,
        answered=table.version(asked),
        made_at=now,
    )
    number = await offers.add(w, offer)
    if number is None:
        raise Refused("You have offered a draw in this turn already. You can offer one again in the next.")
    text = f"{_who(table, seat)} offers a draw in {_which(table)}. It stands until somebody moves."
    await outbox.add(w, [_note(table, asked, text, f"offer:{table.match.id}:{number}", now)])


async def _clear(w: Writer, host: Host, table: Table, seat: int) -> None:
    """Close an offer that does not stand for this seat; the other side's may still stand for that side."""
    before = await offers.open_of(w, table.match.id)
    if before is None:
        return
    if before.seat != seat and _stands(table, before, before.seat):
        # Said aloud, so that an offer of one's own does not tell of the unseen move by which one declined.
        await _say_no(w, host, table, before)
    else:
        await offers.close(w, before, "void", host.now())


async def _say_no(w: Writer, host: Host, table: Table, offer: Offer) -> None:
    now = host.now()
    await offers.close(w, offer, "declined", now)
    text = f"{_who(table, 1 - offer.seat)} declines your offer of a draw in {_which(table)}."
    await outbox.add(w, [_note(table, offer.seat, text, f"declined:{offer.match_id}:{offer.number}", now)])


async def withdraw(host: Host, match_id: str, person: int, number: int) -> Table:
    """Whoever made an offer takes it back."""
    async with host.database.write() as w:
        table, _, offer = await _found(w, host, match_id, person, number, mine=True)
        await offers.close(w, offer, "withdrawn", host.now())
    return table


async def decline(host: Host, match_id: str, person: int, number: int) -> Table:
    """Whoever was asked says no; the other side is told."""
    async with host.database.write() as w:
        table, _, offer = await _found(w, host, match_id, person, number, mine=False)
        await _say_no(w, host, table, offer)
    host.wake()
    return table


async def offered(host: Host, match_id: str, person: int, number: int) -> tuple[Table, Offer]:
    """The match and the offer that waits for this person's answer."""
    async with host.database.read() as r:
        table, _, offer = await _found(r, host, match_id, person, number, mine=False)
    return table, offer


async def agree(host: Host, match_id: str, person: int, number: int) -> Table:
    """Whoever was asked says yes: the match is drawn. GEN-6."""
    drawn = Ending(None, MatchReason.AGREED.value)
    while True:
        async with host.database.read() as r:
            table, seat, offer = await _found(r, host, match_id, person, number, mine=False)
        try:
            return await ending.end(host, table, drawn, seat, _Accepting(offer))
        except Stale:
            continue


class _Accepting(msgspec.Struct, frozen=True):
    """Writes the end of a match only together with the offer that is accepted."""

    offer: Offer

    async def __call__(self, database: Database, ply: Ply) -> bool:
        return await offers.accept(database, self.offer, ply)


async def _found(
    r: Reader, host: Host, match_id: str, person: int, number: int, *, mine: bool
) -> tuple[Table, int, Offer]:
    """The match, the person's seat, and the offer of this number that the person made, or was made."""
    table = await host.table_in(r, match_id)
    seat = seated(table, person)
    still_open(table)
    offer = await _standing(r, table, seat)
    if offer is None or offer.number != number or mine != (offer.seat == seat):
        raise Refused(_GONE)
    return table, seat, offer


async def abort(host: Host, match_id: str, person: int) -> Table:
    """Before any person has acted, one who has seen nothing secret ends the match without a result."""
    while True:
        table = await host.table(match_id)
        seat = seated(table, person)
        still_open(table)
        refusal = why_no_abort(table, seat)
        if refusal is not None:
            raise Refused(refusal)
        aborted = Ending(None, MatchReason.ABORTED.value)
        try:
            return await ending.end(host, table, aborted, seat, unbriefed=(seat,))
        except Stale:
            continue


async def cancel(host: Host, match_id: str, guild: int, moderator: int | None = None) -> Table:
    """A moderator of this server ends a match of it without a result; everybody is told.

    Who may moderate is Discord's to say, and has been asked."""
    while True:
        table = await cancellable(host, match_id, guild, moderator)
        try:
            return await ending.end(host, table, Ending(None, MatchReason.CANCELLED.value), None)
        except Stale:
            continue


async def cancellable(host: Host, match_id: str, guild: int, moderator: int | None = None) -> Table:
    """An open match of this server; Refused for any other, and not even whether there is one is said.

    Nobody cancels a match of their own that counts, or a second leg: that would be a way out of a loss."""
    try:
        table = await host.table(match_id)
    except Refused:
        table = None
    if table is None or table.match.guild != guild:
        raise Refused("There is no such match on this server. Choose one from the list.")
    still_open(table)
    counts = table.match.rated or table.match.leg > 1
    if counts and moderator is not None and table.seat_of(moderator) is not None:
        raise Refused("You play in this match, and it counts. Ask another moderator, or resign it.")
    return table


def _note(table: Table, seat: int, text: str, nonce: str, now: int) -> Message:
    """One sentence in private for a seat, from which its match can be opened."""
    person, match_id = table.seat_row(seat).person, table.match.id
    if person is None:
        raise ValueError("an AI is told nothing")
    note = notices.note(person, text, nonce, now)
    return msgspec.structs.replace(note, match_id=match_id, payload={**note.payload, "match": match_id})


def _who(table: Table, seat: int) -> str:
    return f"<@{table.seat_row(seat).person}>"


def _which(table: Table) -> str:
    place = f" in <#{table.match.thread}>" if table.match.thread else ""
    return f"{table.game.title}{place}"
