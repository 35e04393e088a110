"""Pieces as small integers, and tables of what happens when they meet, for the levels that look ahead.

0 is an empty square; White's pieces come first, then Black's in the same order.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from games.ccc.ai.evaluation import exchange
from games.ccc.rules import pieces
from games.ccc.rules.pieces import FULL, MOST_FLATS, Piece, build_piece, special

_KINDS = ("", "F", "FS", "C", "T", "N", "P", "CP", "PS")
FLAT, FLAT_STACK, CUBE, TORUS, FLAG, LONE_PYRAMID, CONSTRUCTED, PYRAMID_STACK = range(1, 9)
"""Kinds of pieces as numbers; 0 is an empty square."""

_SPECIALS = (pieces.CUBE, pieces.TORUS, pieces.FLAG)


def _pieces_of(seat: int) -> list[Piece]:
    """Return every possible piece and Structure of a seat."""
    left = [[(size, n) for n in range(full, 0, -1)] for size, full in enumerate(FULL)]
    found = [special(seat, kind) for kind in _SPECIALS]
    for flats in range(MOST_FLATS + 1):
        for large, middle, small in product([None, *left[2]], [None, *left[1]], [None, *left[0]]):
            pyramids = tuple(pyramid for pyramid in (large, middle, small) if pyramid)
            piece = build_piece(seat, flats, pyramids)
            if piece is not None:
                found.append(piece)
    return found


class Codes:
    """The numbered pieces, with tables about them. Its caches never change an answer."""

    def __init__(self) -> None:
        self.pieces: list[Piece | None] = [None, *_pieces_of(0), *_pieces_of(1)]
        self.half = len(self.pieces) // 2
        """The highest code of White's pieces."""
        self.range_of = (1, self.half), (self.half + 1, 2 * self.half)
        """The first and the last code of each seat."""
        self.of = {piece: number for number, piece in enumerate(self.pieces)}
        known = [piece for piece in self.pieces if piece is not None]
        self.kind = [0, *(_KINDS.index(piece.kind) for piece in known)]
        self.flats = [0, *(piece.flats for piece in known)]
        self.height = [0, *(piece.height for piece in known)]
        self.strength = [0, *(piece.strength for piece in known)]
        self.pyramids = [0, *(len(piece.pyramids) for piece in known)]
        self.life = [0, *(sum(left for _, left in piece.pyramids) for piece in known)]
        self.cube, self.torus, self.flag, self.flat = (
            tuple(self.of[piece] for piece in both)
            for both in (
                *(tuple(special(seat, kind) for seat in (0, 1)) for kind in _SPECIALS),
                tuple(build_piece(seat, 1, ()) for seat in (0, 1)),
            )
        )
        self.flat_stack = [
            [0, *(self.of[build_piece(seat, n, ())] for n in range(1, MOST_FLATS + 1))] for seat in (0, 1)
        ]
        self._merged: dict[int, int] = {}
        self._fights: dict[tuple[int, int, int, int], tuple[int, int, int, float]] = {}
        self._dropped: dict[int, tuple[int, int]] = {}
        self._lifted: dict[int, tuple[int, int]] = {}

    def merge(self, below: int, above: int) -> int:
        """Return the code of one piece stacked onto another of its side, or 0 where that isn't allowed."""
        key = below << 11 | above
        found = self._merged.get(key)
        if found is None:
            one, other = self.pieces[below], self.pieces[above]
            found = self._merged[key] = self.of[pieces.merge_pieces(one, other) if one and other else None]
        return found

    def fight(self, attacker: int, defender: int, white: int, black: int) -> tuple[int, int, int, float]:
        """Return what an attack leads to.

        Args:
            attacker: The code of the attacking piece.
            defender: The code of the attacked piece.
            white: The Strength in White's Torus pool.
            black: The Strength in Black's Torus pool.

        Returns:
            The code left on the square, both pools, and the attacker's gain in Flats.

        Raises:
            ValueError: One of the codes is an empty square.
        """
        key = (attacker, defender, white, black)
        found = self._fights.get(key)
        if found is None:
            one, other = self.pieces[attacker], self.pieces[defender]
            if one is None or other is None:
                raise ValueError("a fight needs two pieces")
            survivor, pools = pieces.fight(one, other, (white, black))
            gain = exchange(one, other, (white, black))
            found = self._fights[key] = (self.of[survivor], *pools, gain)
        return found

    def lift(self, code: int, count: int) -> tuple[int, int]:
        """Return the codes of the top `count` parts of a Structure and of the rest, 0 if nothing stays."""
        key = code << 4 | count
        found = self._lifted.get(key)
        if found is None:
            held, stays = pieces.lift_parts(self._piece(code), count)
            found = self._lifted[key] = (self.of[held], self.of[stays])
        return found

    def drop(self, code: int, count: int) -> tuple[int, int]:
        """Return the codes of the lowest `count` parts held and of what's still held, 0 if nothing."""
        key = code << 4 | count
        found = self._dropped.get(key)
        if found is None:
            group, left = pieces.drop_parts(self._piece(code), count)
            found = self._dropped[key] = (self.of[group], self.of[left])
        return found

    def _piece(self, code: int) -> Piece:
        piece = self.pieces[code]
        if piece is None:
            raise ValueError("an empty square")
        return piece


@cache
def codes() -> Codes:
    """Return the shared table of pieces."""
    return Codes()
