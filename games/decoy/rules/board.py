"""The 10×10 board. A square is a number 0..99, row × 10 + column; a set of squares is a number whose bits
are squares, as in a chess engine's bitboards. DP-1."""

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
"""(rows, columns), each -1, 0 or 1."""

ORTHOGONAL: tuple[Direction, ...] = ((-1, 0), (0, -1), (0, 1), (1, 0))
DIAGONAL: tuple[Direction, ...] = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def towards(square: int, directions: tuple[Direction, ...]) -> int:
    """The set of squares one step away from a square in these directions."""
    row, column = divmod(square, SIDE)
    return sum(
        BIT[(row + down) * SIDE + column + right]
        for down, right in directions
        if 0 <= row + down < SIDE and 0 <= column + right < SIDE
    )


BESIDE: tuple[int, ...] = tuple(towards(square, ORTHOGONAL) for square in range(SIDE * SIDE))
"""The orthogonal neighbours of each square."""

NEAR: tuple[int, ...] = tuple(towards(square, ORTHOGONAL + DIAGONAL) for square in range(SIDE * SIDE))
"""The eight neighbours of each square."""


squares_in = members
"""The squares of a set, in ascending order."""


def names_in(squares: int) -> tuple[str, ...]:
    """The names of the squares of a set, in ascending order."""
    return tuple(NAMES[square] for square in squares_in(squares))


def with_beside(squares: int) -> int:
    """A set and the orthogonal neighbours of all its squares."""
    across = (squares & _NOT_RIGHTMOST) << 1 | (squares & _NOT_LEFTMOST) >> 1
    return (squares | across | squares << SIDE | squares >> SIDE) & ALL


def with_near(squares: int) -> int:
    """A set and the eight neighbours of all its squares."""
    rows = squares | (squares & _NOT_RIGHTMOST) << 1 | (squares & _NOT_LEFTMOST) >> 1
    return (rows | rows << SIDE | rows >> SIDE) & ALL


def distance(one: int, other: int) -> int:
    """How many king's steps lie between two squares."""
    (row, column), (to_row, to_column) = divmod(one, SIDE), divmod(other, SIDE)
    return max(abs(to_row - row), abs(to_column - column))


def advance(square: int, seat: int) -> int:
    """How many rows a square lies in front of a seat's back row."""
    row = square // SIDE
    return row if seat == 0 else SIDE - 1 - row
