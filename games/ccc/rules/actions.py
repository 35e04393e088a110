"""The actions of a turn, as data. See docs/rulings/ccc.md, “Notation”."""

from __future__ import annotations

from functools import cache

import msgspec

from games.ccc.rules.geometry import MOST_RANKS, WIDTH


class Move(msgspec.Struct, frozen=True, gc=False):
    """A move onto an empty square."""

    source: int
    target: int


class Merge(msgspec.Struct, frozen=True, gc=False):
    """A stacking move onto a piece of the same side."""

    source: int
    target: int


class Attack(msgspec.Struct, frozen=True, gc=False):
    """An attack on an enemy piece, by moving onto its square."""

    source: int
    target: int


class Hop(msgspec.Struct, frozen=True, gc=False):
    """A chain of hops of a Flat over enemy Flats, by the squares it lands on in turn."""

    source: int
    landings: tuple[int, ...]


class Line(msgspec.Struct, frozen=True, gc=False):
    """A collapse in one direction. CCC-51, CCC-61.

    Attributes:
        count: The number of parts lifted from the top.
        source: The square of the Structure.
        direction: The index in `DIRECTIONS`.
        drops: How many parts drop on each square of the line.
    """

    count: int
    source: int
    direction: int
    drops: tuple[int, ...]


class Path(msgspec.Struct, frozen=True, gc=False):
    """A collapse of a Pyramid Stack, square by square. CCC-65.

    Attributes:
        count: The number of parts lifted from the top.
        source: The square of the Structure.
        steps: The direction and the number of parts dropped of each step.
    """

    count: int
    source: int
    steps: tuple[tuple[int, int], ...]


class Swap(msgspec.Struct, frozen=True, gc=False):
    """An exchange of places between two lone Pyramids of one side, the lower square first. CCC-48."""

    one: int
    other: int


class FlagMove(msgspec.Struct, frozen=True, gc=False):
    """A move of the Nice Flag to any empty square, with a compliment."""

    target: int
    text: str


class FlagReturn(msgspec.Struct, frozen=True, gc=False):
    """The return of a destroyed Nice Flag to its starting square, with a compliment on the game. CCC-40."""

    text: str


class Pass(msgspec.Struct, frozen=True, gc=False):
    """A pass, for a side that can do nothing else. CCC-12."""


Action = Move | Merge | Attack | Hop | Line | Path | Swap | FlagMove | FlagReturn | Pass
PASS = Pass()


@cache
def ways_from(source: int) -> tuple[tuple[Move, ...], tuple[Merge, ...], tuple[Attack, ...]]:
    """Return the moves, merges and attacks from a square, each by target; all positions share them."""
    targets = range(WIDTH * MOST_RANKS)
    return (
        tuple(Move(source, target) for target in targets),
        tuple(Merge(source, target) for target in targets),
        tuple(Attack(source, target) for target in targets),
    )


@cache
def flag_moves(text: str) -> tuple[FlagMove, ...]:
    """Return the Flag's moves with a compliment, by target; only for the few texts that are offered."""
    return tuple(FlagMove(target, text) for target in range(WIDTH * MOST_RANKS))
