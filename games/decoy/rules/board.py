"""The 10×10 board, with sets of squares as bitboards. DP-1.

A square is a number 0..99, row × 10 + column. A set of squares is an integer with one bit for each square, as
in chess engines.
"""

from __future__ import annotations

from games.core.vocabulary.bits import members

SIDE = 10
FILES = "abcdefghij"
ROWS = "0123456789"
NAMES: tuple[str, ...] = tuple(file + row for row in ROWS for file in FILES)
SQUARE_OF: dict[str, int] = {name: square for square, name in enumerate(NAMES)}
BIT: tuple[int, ...] = tuple(1 << square for square in range(SIDE * SIDE))
ALL = (1 << SIDE * SIDE) - 1

_LEFTMOST = sum(1 << row * SIDE for row in range(SIDE))
_NOT_LEFTMOST = ALL & ~_LEFTMOST
_NOT_RIGHTMOST = ALL & ~(_LEFTMOST << SIDE - 1)

Direction = tuple[int, int]
"""A direction as (rows, columns), each -1, 0 or 1."""

ORTHOGONAL: tuple[Direction, ...] = ((-1, 0), (0, -1), (0, 1), (1, 0))
DIAGONAL: tuple[Direction, ...] = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def towards(square: int, directions: tuple[Direction, ...]) -> int:
    """Return the set of squares one step away from a square in the given directions."""
    row, column = divmod(square, SIDE)
    return sum(
        BIT[(row + down) * SIDE + column + right]
        for down, right in directions
        if 0 <= row + down < SIDE and 0 <= column + right < SIDE
    )


BESIDE: tuple[int, ...] = tuple(towards(square, ORTHOGONAL) for square in range(SIDE * SIDE))
"""For each square, the set of its orthogonal neighbors."""

NEAR: tuple[int, ...] = tuple(towards(square, ORTHOGONAL + DIAGONAL) for square in range(SIDE * SIDE))
"""For each square, the set of its orthogonal and diagonal neighbors."""


squares_in = members
"""The function that yields the squares of a set in ascending order."""


def names_in(squares: int) -> tuple[str, ...]:
    """Return the names of the squares of a set, in ascending order."""
    return tuple(NAMES[square] for square in squares_in(squares))


def with_beside(squares: int) -> int:
    """Return a set of squares together with all their orthogonal neighbors."""
    across = (squares & _NOT_RIGHTMOST) << 1 | (squares & _NOT_LEFTMOST) >> 1
    return (squares | across | squares << SIDE | squares >> SIDE) & ALL


def with_near(squares: int) -> int:
    """Return a set of squares together with all their orthogonal and diagonal neighbors."""
    rows = squares | (squares & _NOT_RIGHTMOST) << 1 | (squares & _NOT_LEFTMOST) >> 1
    return (rows | rows << SIDE | rows >> SIDE) & ALL


def distance(square: int, other: int) -> int:
    """Return the distance between two squares in king's steps."""
    (row, column), (to_row, to_column) = divmod(square, SIDE), divmod(other, SIDE)
    return max(abs(to_row - row), abs(to_column - column))


def advance(square: int, seat: int) -> int:
    """Return how many rows a square lies in front of a seat's back row, 0 to 9."""
    row = square // SIDE
    return row if seat == 0 else SIDE - 1 - row
