"""The most damage a side can do to one square in a turn. DP-9, DP-21, DP-23."""

from __future__ import annotations

from collections.abc import Iterator

from games.decoy.rules.board import BIT, NEAR, distance, squares_in
from games.decoy.rules.pieces import KINDS, REACHED, Pieces, kind_of, square_of, step_piece


def most_damage(strikers: Pieces, free: int, target: int, points: int) -> int:
    """Return the most health that rested pieces can take from a piece on a square in one turn.

    They share the points, step on `free` squares only, attack once each, and don't leap over one another.
    """
    near = [piece for piece in strikers if _comes_near(piece, target)]
    best = 0
    for piece in near:
        others = tuple(other for other in near if other != piece)
        for square, cost in _ways(piece, free, target, points):
            left = (free | BIT[square_of(piece)]) & ~BIT[square]
            more = most_damage(others, left, target, points - cost)
            best = max(best, KINDS[kind_of(piece)].power + more)
    return best


def _comes_near(piece: int, target: int) -> bool:
    return distance(square_of(piece), target) <= KINDS[kind_of(piece)].reach + 1


def _ways(piece: int, free: int, target: int, points: int) -> Iterator[tuple[int, int]]:
    """Yield the squares beside the target that a piece can reach, each with its cost in points."""
    edge, known = [piece], BIT[square_of(piece)]
    for cost in range(points + 1):
        yield from ((square_of(moved), cost) for moved in edge if NEAR[target] & BIT[square_of(moved)])
        following = []
        for moved in edge:
            for square in squares_in(REACHED[moved] & free & ~known):
                known |= BIT[square]
                following.append(step_piece(moved, square))
        edge = following
