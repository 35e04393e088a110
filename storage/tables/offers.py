"""Draw offers and requests for takebacks.

At most one is open per match; there's at most one of a kind per seat and turn.
"""

from typing import Literal

import msgspec

from storage.engine.database import Database
from storage.engine.handle import Reader, Writer
from storage.rows import dump, load
from storage.tables.ply import Ply, alone_for, write_ply

Kind = Literal["draw", "takeback"]


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """An offer or request of a seat in a turn; `number` counts from 1 in the match, 0 before it's stored.

    At the offer, `told` actions had been revealed to everyone, and the opponent had acted `answered` times.
    """

    match_id: str
    number: int = 0
    seat: int
    turn: int
    told: int
    answered: int
    made_at: int
    kind: Kind = "draw"


async def add(w: Writer, offer: Offer) -> int | None:
    """Store an open offer; return its number, or None if the seat has made one of its kind in this turn."""
    number: int | None = await w.queries.offers.add(w, **dump(offer))
    return number


async def open_of(r: Reader, match_id: str) -> Offer | None:
    """Return the open offer of a match, or None; the caller decides whether it still stands."""
    row = await r.queries.offers.open_of(r, match_id=match_id)
    return row and load(Offer, row)


async def is_made(r: Reader, match_id: str, seat: int, turn: int, kind: Kind) -> bool:
    """Return whether a seat has made an offer of this kind in this turn."""
    found = await r.queries.offers.is_made(r, match_id=match_id, seat=seat, turn=turn, kind=kind)
    return found is not None


async def close(w: Writer, offer: Offer, status: str, at: int) -> bool:
    """Close an offer as declined, withdrawn or void; return whether it was open."""
    return await w.queries.offers.close(w, **_closing(offer, status, at)) is not None


async def accept(database: Database, offer: Offer, ply: Ply) -> bool:
    """Write the ply that carries an offer out and close the offer, or do neither and return False."""
    return await database.transact(lambda w: _accept(w, offer, ply), *alone_for(ply))


async def _accept(w: Writer, offer: Offer, ply: Ply) -> bool:
    found = await w.queries.offers.open_number(w, match_id=offer.match_id)
    if found != offer.number or not await write_ply(w, ply):
        return False
    return await close(w, offer, "accepted", ply.at)


def _closing(offer: Offer, status: str, at: int) -> dict[str, object]:
    return {"match_id": offer.match_id, "number": offer.number, "status": status, "at": at}
