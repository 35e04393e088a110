"""The pieces surrounded in a placement, and those that the enemy could surround next. DP-28."""

from __future__ import annotations

from collections.abc import Iterator

from games.decoy.ai.reaches import Squares, reach
from games.decoy.rules.board import ALL, BIT, squares_in
from games.decoy.rules.surrounding import LIBERTIES, find_blocked, find_surrounded, group

_FEW = 2
"""The most liberties that one arriving piece usually takes from a group."""

Exposed = tuple[Squares, Squares]
"""A group that one more enemy may surround, and the empty squares beside it."""


class Surrounds:
    """Surrounding in one situation, with the enemies on fixed squares."""

    def __init__(self, enemies: Squares, liberties: str) -> None:
        self._enemies, self._liberties = enemies, liberties
        self._groups = tuple(self._groups_of(enemies))
        self._contact = self._beyond(self._beyond(enemies))

    def find_taken(self, own: Squares) -> Squares:
        """Return the enemies that are surrounded when the player's pieces are on `own`."""
        cover = find_blocked(own, self._liberties)
        return sum(group for group, beside in self._groups if not beside & ~cover)

    def find_lost(self, own: Squares, enemies: Squares) -> Squares:
        """Return the player's pieces that these enemies then surround."""
        if not own & self._contact:
            return 0
        return find_surrounded(
            own, own, ALL & ~own & ~find_blocked(enemies, self._liberties), self._liberties
        )

    def find_exposed(self, own: Squares, enemies: Squares) -> tuple[Exposed, ...]:
        """Return the player's groups near the enemy that have few liberties left."""
        near, few = own & self._contact, list[Exposed]()
        if not near:
            return ()
        cover = find_blocked(enemies, self._liberties)
        for pieces, beside in self._groups_of(own, near):
            if (beside & ~cover).bit_count() <= _FEW:
                few.append((pieces, beside & ~enemies))
        return tuple(few)

    def finishing(self, exposed: Exposed, others: Squares) -> Squares:
        """Return the squares on which one more enemy surrounds a group while the others stay."""
        _, beside = exposed
        found = ALL
        for square in squares_in(beside & ~find_blocked(others, self._liberties)):
            found &= find_blocked(BIT[square], self._liberties)
        return found

    def _groups_of(self, side: Squares, touched: Squares = ALL) -> Iterator[Exposed]:
        left = side & touched
        while left:
            pieces = group((left & -left).bit_length() - 1, side)
            left &= ~pieces
            yield pieces, self._beyond(pieces) & ~side

    def _beyond(self, squares: Squares) -> Squares:
        """Return a set of squares together with all that count as beside them."""
        found = squares
        for square in squares_in(squares):
            found |= LIBERTIES[self._liberties][square]
        return found


class Reaches:
    """The squares that pieces can reach in one turn, computed once for each set of obstacles."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, int, Squares], Squares] = {}

    def __call__(self, square: int, kind: int, free: Squares) -> Squares:
        """Return the squares that a piece can reach when it may step on `free` squares."""
        key = square, kind, free
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = reach(square, kind, free)[-1]
        return found
