"""What a match of decoy is at any moment: immutable values."""

from __future__ import annotations

import msgspec

from games.core.chance import Chance, check_seed
from games.core.game import Reason, Result
from games.decoy.rules.memory import NOTHING, Memory
from games.decoy.rules.notes import Notes, Seen
from games.decoy.rules.options import Options
from games.decoy.rules.pieces import Pieces
from games.decoy.rules.sight import Bumps, bumped

SEAT_NAMES = ("Cyan", "Magenta")
POINTS = 3
"""Movement points of a turn."""

SET_UP, MOVEMENT, ATTACK, OVER = "s", "m", "a", "-"


class DecoyReason(Reason):
    """Why a match of decoy ended; `assassination` also when Commander and Decoys fell at once."""

    ASSASSINATION = "assassination"
    ATTRITION = "attrition"
    QUIET = "quiet"
    PLIES = "plies"
    TIEBREAK = "tiebreak"


class Side(msgspec.Struct, frozen=True, gc=False):
    """A seat's living pieces, the squares they stand on and those they see as sets, the seat's notes about
    enemy pieces in view, what it saw of the enemy's latest turn, in order, the square of the piece that it
    moved last, if that still stands, and what it remembers of enemies out of view."""

    pieces: Pieces
    squares: int
    sight: int
    notes: Notes
    seen: tuple[Seen, ...] = ()
    moved: int | None = None
    memory: Memory = NOTHING


class Blast(msgspec.Struct, frozen=True, gc=False):
    """An attack, as everybody is told of it: in which ply, by which seat, on which square, and its effect."""

    ply: int
    seat: int
    target: int
    destroyed: bool


NOBODY = Side((), 0, 0, ())


class State(msgspec.Struct, frozen=True, gc=False):
    """The whole truth. `ply` 0 is the set-up; `mover` has the turn (in the set-up: will have the first);
    `since`: plies since the last removal; `removed`: something was removed in this ply; `blasts`: the attacks
    of this ply and the one before."""

    options: Options
    sides: tuple[Side, Side]
    mover: int
    phase: str
    points: int
    ply: int
    since: int
    removed: bool
    bumps: Bumps
    outcome: Result | None = None
    blasts: tuple[Blast, ...] = ()


def new_state(options: Options, seed: bytes) -> State:
    """The empty board, before both sides have set up. DP-4."""
    mover = ("cyan", "magenta").index(options.first) if options.first != "seeded" else _drawn(seed)
    check_seed(seed)
    return State(options, (NOBODY, NOBODY), mover, SET_UP, 0, 0, 0, False, ())


def _drawn(seed: bytes) -> int:
    mover, _ = Chance(check_seed(seed)).draw(2)
    return mover


def to_act(state: State) -> tuple[int, ...]:
    """The seats that are to act; both while both layouts are missing."""
    if state.phase == SET_UP:
        return tuple(seat for seat in (0, 1) if not state.sides[seat].pieces)
    return () if state.phase == OVER else (state.mover,)


def in_sight(state: State, seat: int) -> int:
    """The squares of the enemy pieces that a seat sees."""
    theirs = state.sides[1 - seat].squares
    seen = theirs & state.sides[seat].sight
    return seen | theirs & bumped(state.bumps, seat) if state.bumps else seen
