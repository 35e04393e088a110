"""Where everything may step, slide and hop, as tables by square."""

from __future__ import annotations

from functools import cache

from games.ccc.geometry import (
    DIAGONAL,
    EVERY,
    FLAT_DIAGONALS,
    FLAT_STEPS,
    ORTHOGONAL,
    geometry,
)

_CUBE_REACH = 5


class Steps:
    """Where a Flat of each seat may step, strike diagonally, and hop first (over, onto), by square."""

    def __init__(self, ranks: int) -> None:
        rays = geometry(ranks).rays
        self.rays = rays
        self.straight = [
            [tuple(ray[d][0] for d in FLAT_STEPS[seat] if ray[d]) for ray in rays] for seat in (0, 1)
        ]
        self.slanting = [
            [tuple(ray[d][0] for d in FLAT_DIAGONALS[seat] if ray[d]) for ray in rays] for seat in (0, 1)
        ]
        self.first = [
            [
                tuple(ray[d][:2] for d in FLAT_STEPS[seat] + FLAT_DIAGONALS[seat] if len(ray[d]) > 1)
                for ray in rays
            ]
            for seat in (0, 1)
        ]
        self.then = [tuple(ray[d][:2] for d in EVERY if len(ray[d]) > 1) for ray in rays]
        self.crossing = [tuple(ray[d] for d in ORTHOGONAL if ray[d]) for ray in rays]
        self.diagonal = [tuple(ray[d] for d in DIAGONAL if ray[d]) for ray in rays]
        self.leaps = [tuple(ray[d][:_CUBE_REACH] for d in EVERY if ray[d]) for ray in rays]
        self.near = geometry(ranks).near
        self.corners = [tuple(ray[d][0] for d in DIAGONAL if ray[d]) for ray in rays]
        self.cross = [tuple(ray[d][0] for d in ORTHOGONAL if ray[d]) for ray in rays]
        self.bits = geometry(ranks).near_bits


@cache
def steps(ranks: int) -> Steps:
    """The tables of the board with so many ranks."""
    return Steps(ranks)
