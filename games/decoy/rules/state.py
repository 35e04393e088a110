"""The full state of a match, as immutable values."""

from __future__ import annotations

import msgspec

from games.core.chance import Chance, check_seed
from games.core.game import Reason, Result
from games.decoy.rules.knowledge import IGNORANCE, Knowing, Knowledge
from games.decoy.rules.notes import Seen
from games.decoy.rules.options import Options
from games.decoy.rules.pieces import Pieces
from games.decoy.rules.sight import Bumps, find_bumped

SEAT_NAMES = ("Cyan", "Magenta")
POINTS = 3
"""The movement points of a turn."""

SET_UP, MOVEMENT, ATTACK, OVER = "s", "m", "a", "-"


class DecoyReason(Reason):
    """Why a match ended; `assassination` also if Commander and last Decoy fell at the same moment."""

    ASSASSINATION = "assassination"
    ATTRITION = "attrition"
    QUIET = "quiet"
    PLIES = "plies"
    TIEBREAK = "tiebreak"


class Side(Knowing, msgspec.Struct, frozen=True, gc=False):
    """One seat's pieces and knowledge.

    Attributes:
        pieces: The living pieces.
        squares: The squares on which they stand, as a set.
        sight: The squares they see, as a set.
        knowledge: What the seat knows of the enemy.
        seen: What the seat saw of the enemy's latest turn, in order.
        moved: The square of the piece that the seat moved last, if it still stands.
    """

    pieces: Pieces
    squares: int
    sight: int
    knowledge: Knowledge = IGNORANCE
    seen: tuple[Seen, ...] = ()
    moved: int | None = None


class Blast(msgspec.Struct, frozen=True, gc=False):
    """An attack as all viewers are told of it: its ply, seat, target square, and effect."""

    ply: int
    seat: int
    target: int
    destroyed: bool


NOBODY = Side((), 0, 0)


class State(msgspec.Struct, frozen=True, gc=False):
    """The complete state of a match, including both sides' secrets.

    Attributes:
        mover: The seat to act; in the setup, the seat that will go first.
        ply: The number of the turn; 0 is the setup.
        since: The plies since a piece was last removed.
        removed: Whether a piece was removed in this ply.
        blasts: The attacks of this ply and the one before.
    """

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
    """Return the state before the setup, with an empty board. DP-4."""
    mover = ("cyan", "magenta").index(options.first) if options.first != "seeded" else _draw_mover(seed)
    check_seed(seed)
    return State(options, (NOBODY, NOBODY), mover, SET_UP, 0, 0, 0, False, ())


def _draw_mover(seed: bytes) -> int:
    mover, _ = Chance(check_seed(seed)).draw(2)
    return mover


def to_act(state: State) -> tuple[int, ...]:
    """Return the seats that are to act; in the setup, those without a layout."""
    if state.phase == SET_UP:
        return tuple(seat for seat in (0, 1) if not state.sides[seat].pieces)
    return () if state.phase == OVER else (state.mover,)


def in_sight(state: State, seat: int) -> int:
    """Return the squares of the enemy pieces that a seat sees, as a set."""
    theirs, seen = state.sides[1 - seat].squares, state.sides[seat].sight
    return theirs & (seen | find_bumped(state.bumps, seat) if state.bumps else seen)
