"""The army, and a piece as one number.

A piece is `square << 9 | kind << 6 | damage << 3 | steps << 1 | attacked`: where it stands, its place in
`KINDS`, the health it has lost, and what it has done in the turn under way. Numbers sort by square and can
be looked up in tables, which is what the speed of the engine rests on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from games.decoy.rules.board import DIAGONAL, ORTHOGONAL, Direction, towards

Pieces = tuple[int, ...]
"""The living pieces of a side, in the order of their squares."""

Value = TypeVar("Value")


class Kind(msgspec.Struct, frozen=True):
    """A kind of piece: how many there are, its steps a turn and their directions, its power (which is also
    its full health), and how far it sees. Source: the army table of the rules."""

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


def fresh(square: int, kind: int) -> int:
    """An unhurt piece that has done nothing yet."""
    return square << _SQUARE | kind << _KIND


def square_of(piece: int) -> int:
    return piece >> _SQUARE


def kind_of(piece: int) -> int:
    return piece >> _KIND & 7


def damage_of(piece: int) -> int:
    return piece >> _DAMAGE & 7


def steps_of(piece: int) -> int:
    """How many steps it has made in the turn under way."""
    return piece >> 1 & 3


def has_attacked(piece: int) -> bool:
    """Whether it has attacked in the turn under way."""
    return bool(piece & _ATTACKED)


def first_on(square: int) -> int:
    """The lowest number a piece on this square can have."""
    return square << _SQUARE


def stepped(piece: int, target: int) -> int:
    """The piece after one step to a square."""
    return piece + (target - (piece >> _SQUARE) << _SQUARE) + _STEP


def halted(piece: int) -> int:
    """The piece after a step that an unseen enemy stopped. DP-15."""
    return piece + _STEP


def after_attack(piece: int) -> int:
    return piece | _ATTACKED


def hurt(piece: int, points: int) -> int | None:
    """The piece after losing points of health; None when it is destroyed. DP-23."""
    if damage_of(piece) + points >= KINDS[kind_of(piece)].power:
        return None
    return piece + (points << _DAMAGE)


def healed(piece: int) -> int:
    """The piece with one point of health regained, never above full. DP-7."""
    return piece - (1 << _DAMAGE) if damage_of(piece) else piece


def rested(piece: int) -> int:
    """The piece with nothing done in its turn."""
    return piece & ~_DONE_THIS_TURN


class Table(dict[int, Value]):
    """A function of a number, computed once for each number."""

    def __init__(self, make: Callable[[int], Value]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, number: int) -> Value:
        value = self[number] = self._make(number)
        return value


REACHED: Table[int] = Table(lambda piece: _reached(piece))
"""Piece → the set of squares to which its next step could lead; empty when its steps are used up."""


HEALED: Table[int] = Table(healed)
RENEWED: Table[int] = Table(lambda piece: healed(rested(piece)))
"""Piece → the same at the start of its side's next turn."""


def _reached(piece: int) -> int:
    kind = KINDS[kind_of(piece)]
    return towards(square_of(piece), kind.directions) if steps_of(piece) < kind.reach else 0
