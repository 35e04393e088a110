"""The story of a match: the pieces that each side has left, and what became of the others."""

from __future__ import annotations

from games.core.screen.story import Event, Gauge
from games.decoy.rules.board import NAMES, SIDE
from games.decoy.rules.pieces import (
    COMMANDER,
    DECOY,
    KINDS,
    Pieces,
    damage_of,
    has_attacked,
    kind_of,
    square_of,
)
from games.decoy.rules.state import SEAT_NAMES
from games.decoy.rules.view import View


def gauge(view: View) -> Gauge | None:
    """Return the number of living pieces of each side, or None until both have set up."""
    if not view.ply:
        return None
    return Gauge("Pieces", ((SEAT_NAMES[0], view.counts[0]), (SEAT_NAMES[1], view.counts[1])))


def event(before: View, after: View) -> Event | None:
    """Return the event of an action: pieces removed, or a Commander hit; otherwise None."""
    if before.truth is None or after.truth is None or not before.ply:
        return None
    gone = tuple(_find_gone(before.truth[seat], after.truth[seat]) for seat in (0, 1))
    if not any(gone):
        return _hit(before.truth, after.truth)
    attacker = _attacker(before.truth, after.truth)
    text = _describe_surrounded(gone) if attacker is None else _describe_taken(attacker, gone)
    lost = tuple((seat, KINDS[kind_of(piece)].name) for seat in (0, 1) for piece in gone[seat])
    return Event(text, lost, _turns(gone, after.truth))


def _find_gone(before: Pieces, after: Pieces) -> Pieces:
    """Return the removed pieces; a piece that moved is matched with the nearest of its kind."""
    squares = {square_of(piece) for piece in before}, {square_of(piece) for piece in after}
    missing = [piece for piece in before if square_of(piece) not in squares[1]]
    for moved in (piece for piece in after if square_of(piece) not in squares[0]):
        alike = [piece for piece in missing if kind_of(piece) == kind_of(moved)]
        missing.remove(min(alike, key=lambda piece: _distance(piece, moved)))
    return tuple(missing)


def _distance(first: int, other: int) -> int:
    (row, column), (to_row, to_column) = (divmod(square_of(piece), SIDE) for piece in (first, other))
    return max(abs(row - to_row), abs(column - to_column))


def _attacker(before: tuple[Pieces, Pieces], after: tuple[Pieces, Pieces]) -> tuple[int, int] | None:
    """Return the seat and the piece that attacked in this action, or None."""
    for seat in (0, 1):
        fresh = {square_of(piece) for piece in before[seat] if not has_attacked(piece)}
        for piece in after[seat]:
            if has_attacked(piece) and square_of(piece) in fresh:
                return seat, piece
    return None


def _describe_taken(attacker: tuple[int, int], gone: tuple[Pieces, ...]) -> str:
    seat, piece = attacker
    victims = " and ".join(_describe_piece(victim) for victim in gone[1 - seat])
    return f"{SEAT_NAMES[seat]}'s {KINDS[kind_of(piece)].name} destroys {SEAT_NAMES[1 - seat]}'s {victims}."


def _describe_surrounded(gone: tuple[Pieces, ...]) -> str:
    said = (
        f"{SEAT_NAMES[seat]}'s {', '.join(map(_describe_piece, pieces))}"
        for seat, pieces in enumerate(gone)
        if pieces
    )
    return f"Surrounded: {'; '.join(said)}."


def _describe_piece(piece: int) -> str:
    return f"{KINDS[kind_of(piece)].name} on {NAMES[square_of(piece)]}"


def _hit(before: tuple[Pieces, Pieces], after: tuple[Pieces, Pieces]) -> Event | None:
    """Return the event of a Commander that was hit and survived, or None."""
    for seat in (0, 1):
        was, now = _commander(before[seat]), _commander(after[seat])
        if was is not None and now is not None and damage_of(now) > damage_of(was):
            full = KINDS[COMMANDER].power
            left = f"{full - damage_of(now)} of {full} left"
            return Event(f"{SEAT_NAMES[seat]}'s {_describe_piece(now)} is hit: {left}.")
    return None


def _commander(pieces: Pieces) -> int | None:
    return next((piece for piece in pieces if kind_of(piece) == COMMANDER), None)


def _turns(gone: tuple[Pieces, ...], after: tuple[Pieces, Pieces]) -> bool:
    """Return whether more than a single Decoy was lost, or a side is down to its last one."""
    return any(
        len(gone[seat]) > 1
        or any(kind_of(piece) != DECOY for piece in gone[seat])
        or (gone[seat] and sum(kind_of(piece) == DECOY for piece in after[seat]) <= 1)
        for seat in (0, 1)
    )
