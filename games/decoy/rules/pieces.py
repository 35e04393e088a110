"""The army, and a piece encoded as one integer.

A piece is `square << 9 | kind << 6 | damage << 3 | steps << 1 | attacked`: its square, its index in `KINDS`,
the health it has lost, and its steps and attack in the current turn. These integers sort by square and serve
as keys of lookup tables, on which the engine's speed depends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from games.decoy.rules.board import DIAGONAL, ORTHOGONAL, Direction, towards

Pieces = tuple[int, ...]
"""The living pieces of a side, in the order of their squares."""

Value = TypeVar("Value")


class Kind(msgspec.Struct, frozen=True):
    """A kind of piece. Source: the army table of the rules.

    `reach` is its steps a turn, `power` is also its full health, and `vision` is its range of sight.
    """

    name: str
    letter: str
    glyph: str
    count: int
    reach: int
    directions: tuple[Direction, ...]
    power: int
    vision: int


KINDS: tuple[Kind, ...] = (
    Kind("Commander", "C", "★", 1, 1, ORTHOGONAL + DIAGONAL, 5, 3),
    Kind("Scout", "S", "+", 2, 3, ORTHOGONAL, 2, 4),
    Kind("Guardian", "G", "✦", 2, 2, ORTHOGONAL + DIAGONAL, 4, 2),
    Kind("Infiltrator", "I", "×", 2, 3, DIAGONAL, 3, 2),
    Kind("Decoy", "D", "☆", 5, 1, ORTHOGONAL + DIAGONAL, 1, 1),
)
COMMANDER, SCOUT, GUARDIAN, INFILTRATOR, DECOY = range(5)
KIND_OF_LETTER: dict[str, int] = {kind.letter: number for number, kind in enumerate(KINDS)}
ARMY = sum(kind.count for kind in KINDS)

_SQUARE, _KIND, _DAMAGE, _STEP, _ATTACKED = 9, 6, 3, 2, 1
_DONE_THIS_TURN = 7
CHANGES = 6
"""The number of a piece's last bits: its damage, its steps and its attack. They are 0 in a fresh piece."""
CHANGED = (1 << CHANGES) - 1


def fresh(square: int, kind: int) -> int:
    """Return an unhurt piece that has done nothing in this turn."""
    return square << _SQUARE | kind << _KIND


def square_of(piece: int) -> int:
    """Return the square of a piece."""
    return piece >> _SQUARE


def kind_of(piece: int) -> int:
    """Return the kind of a piece, as an index into `KINDS`."""
    return piece >> _KIND & 7


def damage_of(piece: int) -> int:
    """Return the health that a piece has lost."""
    return piece >> _DAMAGE & 7


def steps_of(piece: int) -> int:
    """Return the number of steps that a piece has taken in the current turn."""
    return piece >> 1 & 3


def has_attacked(piece: int) -> bool:
    """Return whether a piece has attacked in the current turn."""
    return bool(piece & _ATTACKED)


def first_on(square: int) -> int:
    """Return the lowest integer that a piece on this square can have."""
    return square << _SQUARE


def step_piece(piece: int, target: int) -> int:
    """Return the piece after one step to a square."""
    return piece + (target - (piece >> _SQUARE) << _SQUARE) + _STEP


def halt_piece(piece: int) -> int:
    """Return the piece after a step that an unseen enemy stopped, which counts as a step. DP-15."""
    return piece + _STEP


def after_attack(piece: int) -> int:
    """Return the piece, marked as having attacked in this turn."""
    return piece | _ATTACKED


def hurt_piece(piece: int, points: int) -> int | None:
    """Return the piece after losing points of health, or None if it is destroyed. DP-23."""
    if damage_of(piece) + points >= KINDS[kind_of(piece)].power:
        return None
    return piece + (points << _DAMAGE)


def heal_piece(piece: int) -> int:
    """Return the piece with one lost point of health regained. DP-7."""
    return piece - (1 << _DAMAGE) if damage_of(piece) else piece


def rest_piece(piece: int) -> int:
    """Return the piece with its steps and its attack of the turn cleared."""
    return piece & ~_DONE_THIS_TURN


class Table(dict[int, Value]):
    """A dictionary that computes the value of a missing integer key with a function and keeps it."""

    def __init__(self, make: Callable[[int], Value]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, number: int) -> Value:
        value = self[number] = self._make(number)
        return value


REACHED: Table[int] = Table(lambda piece: _find_reached(piece))
"""For each piece, the set of squares to which its next step could lead; empty if no steps are left."""


HEALED: Table[int] = Table(heal_piece)
RENEWED: Table[int] = Table(lambda piece: heal_piece(rest_piece(piece)))
"""For each piece, the piece healed and rested for its side's next turn."""


def _find_reached(piece: int) -> int:
    kind = KINDS[kind_of(piece)]
    return towards(square_of(piece), kind.directions) if steps_of(piece) < kind.reach else 0
