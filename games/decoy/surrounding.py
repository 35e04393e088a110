"""Surrounding as in Go: groups, liberties, what a step captures. DP-28 to DP-31."""

from __future__ import annotations

from games.decoy.board import ALL, BESIDE, BIT, NEAR, squares_in, with_beside, with_near

LIBERTIES = {"orthogonal": BESIDE, "eight": NEAR}
_WITH_LIBERTIES = {"orthogonal": with_beside, "eight": with_near}


def group(square: int, side: int) -> int:
    """The orthogonally connected pieces of a side around a square, as a set."""
    found = BIT[square]
    while (grown := with_beside(found) & side) != found:
        found = grown
    return found


def surrounded(side: int, touched: int, free: int, liberties: str) -> int:
    """The pieces of a side whose groups have no free neighbour, among the groups of `touched` pieces."""
    lost, neighbours = 0, LIBERTIES[liberties]
    for square in squares_in(touched):
        if not neighbours[square] & free and not lost & BIT[square]:
            whole = group(square, side)
            if not _WITH_LIBERTIES[liberties](whole) & free:
                lost |= whole
    return lost


def captured(movers: int, others: int, target: int, liberties: str) -> tuple[int, int]:
    """What a step to `target` removes: (pieces of the others, own pieces), both sides as after the step.

    Only groups next to the target can have lost a liberty. The others' are removed first. DP-31."""
    around, free = LIBERTIES[liberties][target], ALL & ~(movers | others)
    taken = 0
    if around & others:
        taken = surrounded(others, around & others, free, liberties)
    if around & free and liberties == "orthogonal":
        return taken, 0
    return taken, surrounded(movers, around & movers | BIT[target], free | taken, liberties)
