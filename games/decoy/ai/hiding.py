"""Likely squares of pieces in the fog, by how far strong levels advance each kind. From a View alone."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from math import exp

from games.core.search.adding import add_up
from games.decoy.rules.board import ALL, BIT, SIDE, advance, distance, squares_in
from games.decoy.rules.memory import Ghost
from games.decoy.rules.notes import likely
from games.decoy.rules.pieces import COMMANDER, DECOY, KINDS, Pieces, fresh
from games.decoy.rules.view import View

_LATELY = 6
"""The plies for which a piece that went out of sight is searched for near where it was last seen."""
_DOUBT = 0.25
"""The chance that it is somewhere else nevertheless."""


def likely_so_far(view: View, kind: int, square: int) -> float:
    """Return the likelihood of a kind being this far forward now, relative to its other squares."""
    return _rows(kind, view.ply)[advance(square, 1 if view.who == 0 else 0)]


@cache
def _rows(kind: int, ply: int) -> tuple[float, ...]:
    """Return, for each row from the back row on, the weight of a piece being on one of its squares.

    Fitted to where pieces out of sight were in 60 matches between strong levels.
    """
    if kind == DECOY:
        middle, width = 0.0, 0.35 + max(0, ply - 20) / 14
    elif kind == COMMANDER:
        middle, width = max(0.0, (ply - 24) / 8), 0.6 + ply / 20
    else:
        middle, width = min(7.0, 1.7 + ply / 14), 0.7 + ply / 24
    weights = [max(1e-3, exp(-abs(row - middle) / width)) for row in range(SIDE)]
    return tuple(weight / add_up(weights) for weight in weights)


class Hiding:
    """The free squares out of a viewer's sight, without those `taken`."""

    def __init__(self, view: View, taken: int) -> None:
        self._view = view
        self._free = ALL & ~(view.sight | view.squares | taken)

    def hide_pieces(self, kinds: Sequence[int], rng: random.Random) -> Pieces:
        """Place pieces of these kinds, first near recent ghosts, then anywhere their kind is likely."""
        left, found = list(kinds), list[int]()
        for ghost in reversed(self._view.memory.ghosts):
            kind = self._recognize(ghost, left, rng)
            squares = 0 if kind is None else self._free & self._around(ghost, kind)
            if kind is not None and squares:
                left.remove(kind)
                found.append(self._place_piece(kind, list(squares_in(squares)), rng))
        return (*found, *(self._place_piece(kind, list(squares_in(self._free)), rng) for kind in left))

    def _recognize(self, ghost: Ghost, left: list[int], rng: random.Random) -> int | None:
        """Return the kind of a piece assumed to be still near its ghost, or None."""
        possible = [kind for kind in left if kind in likely(ghost.note)]
        if ghost.still or not possible or self._view.ply - ghost.ply > _LATELY or rng.random() < _DOUBT:
            return None
        return rng.choice(possible)

    def _around(self, ghost: Ghost, kind: int) -> int:
        far = max(1, KINDS[kind].reach * ((self._view.ply - ghost.ply + 1) // 2))
        return sum(BIT[s] for s in squares_in(self._free) if distance(s, ghost.note.square) <= far)

    def _place_piece(self, kind: int, squares: list[int], rng: random.Random) -> int:
        """Return a piece on a random one of these squares, and mark the square as taken."""
        weights = [likely_so_far(self._view, kind, square) for square in squares]
        square = rng.choices(squares, weights)[0]
        self._free &= ~BIT[square]
        return fresh(square, kind)
