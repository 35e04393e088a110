"""Positions of CCC for the levels that look ahead: codes for pieces, and incrementally updated sums.

A move is a tuple of integers: a head (pools and marks), then the square and the new piece for each square
that changes. So all kinds of actions are carried out alike.
"""

from __future__ import annotations

import random
from functools import cache

from games.ccc.ai.codes import CONSTRUCTED, FLAT, FLAT_STACK, LONE_PYRAMID, PYRAMID_STACK, TORUS, codes
from games.ccc.ai.evaluation import BUILT, FLAG_WORTH, FLAT_WORTH, PYRAMID_WORTH, STACKED
from games.ccc.rules.geometry import MOST_RANKS, WIDTH
from games.ccc.rules.position import Position

Move = tuple[int, ...]
ATTACKS, MOVES_FLAG, TOUCHES_FLAG = 256, 512, 1024
"""Marks in a move's head, above both pools: an attack or a hop; the Flag moved; a Flag's square changed."""

LANE = WIDTH * MOST_RANKS
BOARD = (1 << LANE) - 1
ALL, FLATS, STRIKERS, WITH_PYRAMIDS, LONE = (2 * LANE * number for number in range(5))
"""Shifts of the sets of squares that are packed into one number; Black's are `LANE` bits higher.

Strikers are Toruses, Pyramids and all Structures.
"""
PYRAMIDAL = (LONE_PYRAMID, CONSTRUCTED, PYRAMID_STACK)
"""Kinds of pieces with Pyramids."""
STRIKING = (TORUS, FLAT_STACK, *PYRAMIDAL)
"""Kinds of strikers."""

_ADVANCE = 0.04
_SPENT = 0.15
_KEYS = 20_261_122
KEY_BITS = 62
"""The bits of a position's key that tell all pieces; as many above tell White's strikers, then Black's."""


class Tables:
    """What each piece contributes to a position, by code; `keys`, `sets` and `worth` also by square.

    `worth` is in Flats, to White; `sums` packs Pyramid Strength, number of Pyramids and number of Flats.
    """

    def __init__(self, ranks: int) -> None:
        known, rng = codes(), random.Random(_KEYS)
        squares = range(ranks * WIDTH)
        self.keys: list[list[int]] = [[0 for _ in squares]]
        self.sets: list[list[int]] = [[0 for _ in squares]]
        self.worth: list[list[float]] = [[0.0 for _ in squares]]
        self.sums = [0]
        for code in range(1, len(known.pieces)):
            seat = int(code > known.half)
            places = 1 | (known.kind[code] in STRIKING) << KEY_BITS * (1 + seat)
            self.keys.append([rng.getrandbits(KEY_BITS) * places for _ in squares])
            sign = 1 - 2 * seat
            self.sets.append(_sets(known.kind[code], seat, len(squares)))
            self.worth.append([sign * _worth(code, _rank(square, seat, ranks), ranks) for square in squares])
            self.sums.append(
                (known.life[code] | known.pyramids[code] << 5 | known.flats[code] << 16) << 8 * seat
            )


@cache
def _sets(kind: int, seat: int, squares: int) -> list[int]:
    """Return for each square the bits of a piece there, in all sets that it belongs to."""
    found = (
        1 << ALL
        | (kind == FLAT) << FLATS
        | (kind in STRIKING) << STRIKERS
        | (kind in PYRAMIDAL) << WITH_PYRAMIDS
        | (kind == LONE_PYRAMID) << LONE
    )
    return [found << LANE * seat + square for square in range(squares)]


def _rank(square: int, seat: int, ranks: int) -> int:
    rank = square // WIDTH
    return rank if seat == 0 else ranks - 1 - rank


def _worth(code: int, rank: int, ranks: int) -> float:
    known = codes()
    worth = FLAT_WORTH * known.flats[code] + PYRAMID_WORTH * known.pyramids[code]
    if known.kind[code] == FLAT_STACK:
        worth += STACKED * (known.flats[code] - 1)
    elif known.kind[code] in (CONSTRUCTED, PYRAMID_STACK):
        worth += BUILT * (known.height[code] - 1)
    elif known.kind[code] == 5:
        worth += FLAG_WORTH
    if known.kind[code] == 1:
        worth += _ADVANCE * rank if rank < ranks - 2 else -_SPENT * (rank + 3 - ranks)
    return worth


@cache
def tables(ranks: int) -> Tables:
    """Return the tables of the board with this many ranks."""
    return Tables(ranks)


class SearchPosition:
    """A position in the search.

    Attributes:
        moved: Bits of the seats that moved their Flag on their last turn.
        flags: The squares of the Flags, -1 for a destroyed one.
        sums: Pyramid Strength (5 bits) and number of Pyramids (3 bits) of White, then of Black; above them
            each side's number of Flats, 8 bits each.
        sets: The squares of some kinds of pieces, see `ALL`.
        worth: What all pieces are worth to White where they stand, in Flats, without Strength and pools.
        first: Whether it is the very first ply, on which Flags can't move.
    """

    __slots__ = (
        "board",
        "first",
        "flags",
        "key",
        "moved",
        "pools",
        "quiet",
        "sets",
        "side",
        "sums",
        "worth",
    )

    board: list[int]
    side: int
    pools: tuple[int, int]
    moved: int
    flags: tuple[int, int]
    quiet: int
    key: int
    sums: int
    sets: int
    worth: float
    first: bool


def search_position(position: Position, ranks: int) -> SearchPosition:
    """Return a position in the form that the search uses."""
    known, table = codes(), tables(ranks)
    found = SearchPosition()
    found.board = [known.of[piece] for piece in position.board]
    found.side, found.pools, found.quiet = position.side, position.pools, position.quiet
    found.moved = position.moved[0] | position.moved[1] << 1
    white, black = position.flags
    found.flags = (-1 if white is None else white, -1 if black is None else black)
    found.key = found.sums = found.sets = 0
    found.first = position.ply == 1
    found.worth = 0.0
    for square, code in enumerate(found.board):
        found.key ^= table.keys[code][square]
        found.sets ^= table.sets[code][square]
        found.sums += table.sums[code]
        found.worth += table.worth[code][square]
    return found


def after(table: Tables, before: SearchPosition, move: Move) -> SearchPosition:
    """Return the position after a move."""
    found = SearchPosition()
    board = found.board = before.board[:]
    keys, worths, sums, masks = table.keys, table.worth, table.sums, table.sets
    key, worth, total, sets = before.key, before.worth, before.sums, before.sets
    changes = iter(move)
    head = next(changes)
    for square in changes:
        new, old = next(changes), board[square]
        board[square] = new
        key ^= keys[new][square] ^ keys[old][square]
        sets ^= masks[new][square] ^ masks[old][square]
        worth += worths[new][square] - worths[old][square]
        total += sums[new] - sums[old]
    side = before.side
    found.first = False
    found.key, found.worth, found.sums, found.sets, found.side = key, worth, total, sets, 1 - side
    found.pools = (head & 15, head >> 4 & 15)
    found.quiet = 0 if head & ATTACKS else before.quiet + 1
    moved = before.moved
    if head & MOVES_FLAG:
        found.moved = moved | 1 << side
    else:
        found.moved = moved & ~(1 << side) if moved else 0
    if head & TOUCHES_FLAG:
        found.flags = _flags(board)
    else:
        found.flags = before.flags
    return found


def _flags(board: list[int]) -> tuple[int, int]:
    white, black = codes().flag
    return (
        board.index(white) if white in board else -1,
        board.index(black) if black in board else -1,
    )


def pass_turn(before: SearchPosition) -> SearchPosition:
    """Return the same position with the opponent to move."""
    found = SearchPosition()
    for name in ("board", "key", "pools", "sums", "sets", "worth", "flags"):
        setattr(found, name, getattr(before, name))
    found.moved = before.moved & ~(1 << before.side)
    found.side, found.quiet, found.first = 1 - before.side, before.quiet, False
    return found
