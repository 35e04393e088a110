"""Surrounding as in Go: groups, liberties, what a step captures. DP-28 to DP-31."""

from __future__ import annotations

from games.decoy.rules.board import ALL, BESIDE, BIT, NEAR, squares_in, with_beside, with_near

SAFE = "safe"
LIBERTIES = {SAFE: BESIDE, "orthogonal": BESIDE, "eight": NEAR}
_WITH_LIBERTIES = {SAFE: with_beside, "orthogonal": with_beside, "eight": with_near}


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

    The others' are removed first. DP-31."""
    if liberties == SAFE:
        return _captured_safely(movers, others)
    # Only groups next to the target can have lost a liberty.
    around, free = LIBERTIES[liberties][target], ALL & ~(movers | others)
    taken = 0
    if around & others:
        taken = surrounded(others, around & others, free, liberties)
    if around & free and liberties == "orthogonal":
        return taken, 0
    return taken, surrounded(movers, around & movers | BIT[target], free | taken, liberties)


def blocked(enemies: int, liberties: str) -> int:
    """The squares that are no liberties because of these enemies: their own, and those beside them when only
    safe ones count."""
    return with_beside(enemies) if liberties == SAFE else enemies


def _captured_safely(movers: int, others: int) -> tuple[int, int]:
    """The same where a square beside an enemy is no liberty: a step can then take one from any group."""
    if not with_beside(with_beside(movers)) & others:
        return 0, 0
    taken = _stifled(others, movers)
    return taken, _stifled(movers, others ^ taken)


def _stifled(side: int, enemies: int) -> int:
    """The pieces of a side whose groups have no empty neighbor that no enemy stands beside."""
    return surrounded(side, side, ALL & ~side & ~blocked(enemies, SAFE), SAFE)
