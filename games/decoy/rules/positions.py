"""Hand-made positions for the pictures of the rules and for lessons."""

from __future__ import annotations

from functools import reduce
from operator import or_

import msgspec

from games.decoy.rules.board import BIT, SQUARE_OF
from games.decoy.rules.knowledge import know
from games.decoy.rules.memory import ANYBODY, Fallen, Ghost, Memory
from games.decoy.rules.notes import Notes, Seen
from games.decoy.rules.options import read_options
from games.decoy.rules.pieces import ARMY, KIND_OF_LETTER, Pieces, fresh, hurt_piece, square_of
from games.decoy.rules.sight import sight
from games.decoy.rules.state import MOVEMENT, POINTS, Side, State


def position(
    cyan: str,
    magenta: str,
    *,
    phase: str = MOVEMENT,
    points: int = POINTS,
    notes: Notes = (),
    seen: tuple[Seen, ...] = (),
    ghosts: tuple[Ghost, ...] = (),
    mover: int = 0,
    ply: int = 15,
) -> State:
    """Return a position with default options and Cyan's `notes`, `seen` and `ghosts`.

    The pieces are text for `pieces_in`. If Magenta is to act, the position's ply is `ply` + 1.
    """
    theirs, ours = _side(magenta), _side(cyan)
    known = know(notes, Memory(ghosts, _build_fallen(theirs.pieces, ply)))
    mine = msgspec.structs.replace(ours, knowledge=known, seen=seen)
    theirs = msgspec.structs.replace(theirs, knowledge=know((), Memory((), _build_fallen(ours.pieces, ply))))
    sides = (mine, theirs)
    return State(read_options({}), sides, mover, phase, points, ply + mover, ply - 1, False, ())


def _build_fallen(pieces: Pieces, ply: int) -> tuple[Fallen, ...]:
    return (Fallen(ply - 1, None, ANYBODY),) * (ARMY - len(pieces))


def _side(text: str) -> Side:
    pieces = pieces_in(text)
    squares = reduce(or_, (BIT[square_of(piece)] for piece in pieces))
    return Side(pieces, squares, sight(pieces, "square"))


def pieces_in(text: str) -> Pieces:
    """Read pieces written `Sc2`, or `Sc2:1` for a piece that has lost 1 health."""
    return tuple(sorted(_piece(word) for word in text.split()))


def _piece(word: str) -> int:
    whole = fresh(SQUARE_OF[word[1:3]], KIND_OF_LETTER[word[0]])
    return hurt_piece(whole, int(word[4:] or 0)) or whole
