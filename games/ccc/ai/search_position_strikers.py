"""What a side's strikers and Pyramids can do, as far as they alone and the enemy's Flag decide it."""

from __future__ import annotations

import msgspec

from games.ccc.ai.codes import FLAT_STACK, LONE_PYRAMID, PYRAMID_STACK, TORUS, codes
from games.ccc.ai.search_position import BOARD, LANE, LONE, STRIKERS, WITH_PYRAMIDS, SearchPosition
from games.ccc.ai.search_position_steps import Slides, Steps, squares_in

Blow = tuple[int, int]
"""A Strength and the squares that are struck with it, as bits."""


class Strikers(msgspec.Struct, frozen=True, gc=False):
    """A side's Toruses, Pyramids and Structures, all squares being bits.

    Attributes:
        hunters: The squares of the Toruses and Structures.
        hunted: The squares of everything with a Pyramid.
        blows: What Structures can strike with, whatever is in the way.
        struck: The squares that these blows strike.
        lone: The Strength and the lines of each lone Pyramid.
        toruses: The squares, as numbers, of the Toruses that may act.
        pyramids: The square, the Strength, and the lines or else the steps of each piece in `hunted`.
    """

    hunters: int
    hunted: int
    blows: list[Blow]
    struck: int
    lone: list[tuple[int, Slides]]
    toruses: list[int]
    pyramids: list[tuple[int, int, Slides | None, int]]


def describe_strikers(tables: Steps, position: SearchPosition, seat: int) -> Strikers:
    """Return what a seat's strikers can do in a position."""
    known, board, flag = codes(), position.board, position.flags[1 - seat]
    sets = position.sets >> LANE * seat
    strikers, hunted = sets >> STRIKERS & BOARD, sets >> WITH_PYRAMIDS & BOARD
    hunters = strikers ^ sets >> LONE & BOARD
    if flag >= 0:
        strikers &= tables.free[flag] | hunted
    blows, lone, toruses = list[Blow](), list[tuple[int, Slides]](), list[int]()
    for square in squares_in(strikers):
        kind, strength = known.kind[board[square]], known.strength[board[square]]
        if kind == LONE_PYRAMID:
            lone.append((strength, tables.slides[square]))
        elif kind == TORUS:
            toruses.append(square)
        elif kind == FLAT_STACK:
            blows += tables.blows[square][strength]
        else:
            blows.append((strength, (tables.bits if kind == PYRAMID_STACK else tables.diagonals)[square]))
    pyramids = [
        (
            1 << square,
            known.strength[board[square]],
            None if known.kind[board[square]] == PYRAMID_STACK else tables.slides[square],
            tables.bits[square],
        )
        for square in squares_in(hunted)
    ]
    struck = 0
    for _, squares in blows:
        struck |= squares
    return Strikers(hunters, hunted, blows, struck, lone, toruses, pyramids)
