"""Positions, and the start of a match. CCC-1 to CCC-7."""

from __future__ import annotations

from functools import cached_property, lru_cache

import msgspec

from games.ccc.rules.geometry import WIDTH, Geometry, geometry
from games.ccc.rules.options import RANDOM, SPECIALS, Options
from games.ccc.rules.pieces import FLAG, FULL, POOL, SIZES, Piece, Pools, build_piece, special
from games.core.chance import Chance, check_seed

Board = tuple[Piece | None, ...]
Flags = tuple[int | None, int | None]
"""The square of each seat's Flag, None while it is off the board."""


class Position(msgspec.Struct, frozen=True, gc=False):
    """A position of a match.

    Attributes:
        board: The pieces by square.
        side: The seat to move.
        pools: The Strength left in each seat's Toruses.
        moved: Whether each seat moved its Flag on its last turn.
        quiet: The number of plies since the last hop or attack, not counting attacks on Flags.
        ply: The number of the ply to be played, from 1.
        flags: The square of each seat's Flag.
    """

    board: Board
    side: int
    pools: Pools
    moved: tuple[bool, bool]
    quiet: int
    ply: int
    flags: Flags


class Setting(msgspec.Struct, frozen=True, dict=True):
    """The constants of a match: its options and the starting squares of the Flags."""

    options: Options
    homes: tuple[int, int]

    @cached_property
    def geometry(self) -> Geometry:
        """The board that the options ask for."""
        return geometry(self.options.ranks)


def basic(seat: int, letter: str) -> Piece:
    """Return an unhurt basic piece by its letter; raise ValueError unless it is F, C, T, N, S, M or L."""
    if letter in SIZES:
        size = SIZES.index(letter)
        piece = build_piece(seat, 0, ((size, FULL[size]),))
    else:
        piece = build_piece(seat, 1, ()) if letter == "F" else special(seat, letter)
    if piece is None:
        raise ValueError(f"no piece {letter}")
    return piece


def flags_on(board: Board) -> Flags:
    """Return the squares of both Flags on a board."""
    found: list[int | None] = [None, None]
    for square, piece in enumerate(board):
        if piece is not None and piece.kind == FLAG:
            found[piece.seat] = square
    return found[0], found[1]


def opening(options: Options, seed: bytes) -> tuple[Setting, Position]:
    """Return the start from a layout, with random draws in the order of docs/engine.md, section 2."""
    chance = Chance(check_seed(seed))
    side, chance = chance.draw(2) if options.first == "seeded" else (int(options.first == "black"), chance)
    white, chance = _row(options, chance)
    black = {"mirror": white, "rotate": white[::-1]}.get(options.symmetry, "")
    if options.symmetry == "independent":
        black, chance = _row(options, chance)
    board = _board(options, white, black)
    homes = (board.index(special(0, FLAG)), board.index(special(1, FLAG)))
    position = Position(board, side, (POOL, POOL), (False, False), 0, 1, homes)
    return Setting(options, homes), position


def _row(options: Options, chance: Chance) -> tuple[str, Chance]:
    if options.layout != RANDOM:
        return options.layout, chance
    shuffled, chance = chance.shuffle(tuple(SPECIALS))
    return "".join(shuffled), chance


@lru_cache(maxsize=64)
def _board(options: Options, white: str, black: str) -> Board:
    empty: list[Piece | None] = [None] * WIDTH
    rows = [empty] * options.ranks
    for number, row in enumerate(options.row_order):
        rows[number] = [basic(0, letter) for letter in (white if row == "S" else "F" * WIDTH)]
        rows[-1 - number] = [basic(1, letter) for letter in (black if row == "S" else "F" * WIDTH)]
    return tuple(piece for row in rows for piece in row)
