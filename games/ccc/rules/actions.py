"""Everything that can be done in a turn. docs/rulings/ccc.md, “Notation”."""

from __future__ import annotations

import msgspec


class Move(msgspec.Struct, frozen=True, gc=False):
    """Onto an empty square."""

    source: int
    target: int


class Merge(msgspec.Struct, frozen=True, gc=False):
    """Onto an own piece."""

    source: int
    target: int


class Attack(msgspec.Struct, frozen=True, gc=False):
    """Onto an enemy piece."""

    source: int
    target: int


class Hop(msgspec.Struct, frozen=True, gc=False):
    """A Flat over enemy Flats, landing on these squares one after another."""

    source: int
    landings: tuple[int, ...]


class Line(msgspec.Struct, frozen=True, gc=False):
    """A collapse in one direction: of the `count` top parts so many drop on each square. CCC-51, CCC-61."""

    count: int
    source: int
    direction: int
    drops: tuple[int, ...]


class Path(msgspec.Struct, frozen=True, gc=False):
    """A collapse of a Pyramid Stack, square by square: (direction, parts dropped there). CCC-65."""

    count: int
    source: int
    steps: tuple[tuple[int, int], ...]


class Swap(msgspec.Struct, frozen=True, gc=False):
    """Two own lone Pyramids change places; the lower square first. CCC-48."""

    one: int
    other: int


class FlagMove(msgspec.Struct, frozen=True, gc=False):
    """The Nice Flag goes anywhere, with a compliment."""

    target: int
    text: str


class FlagReturn(msgspec.Struct, frozen=True, gc=False):
    """The Nice Flag is put back at home, with a compliment on the whole game. CCC-40."""

    text: str


class Pass(msgspec.Struct, frozen=True, gc=False):
    """Nothing can be done. CCC-12."""


Action = Move | Merge | Attack | Hop | Line | Path | Swap | FlagMove | FlagReturn | Pass
PASS = Pass()
