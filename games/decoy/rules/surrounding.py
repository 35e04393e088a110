"""Surrounding as in Go: groups, liberties, and the pieces that a step captures. DP-28 to DP-31."""

from __future__ import annotations

from games.decoy.rules.board import ALL, BESIDE, BIT, NEAR, squares_in, with_beside, with_near

SAFE = "safe"
LIBERTIES = {SAFE: BESIDE, "orthogonal": BESIDE, "eight": NEAR}
_WITH_LIBERTIES = {SAFE: with_beside, "orthogonal": with_beside, "eight": with_near}


def group(square: int, side: int) -> int:
    """Return the group of a side's orthogonally connected pieces around a square, as a set."""
    found = BIT[square]
    while (grown := with_beside(found) & side) != found:
        found = grown
    return found


def find_surrounded(side: int, touched: int, free: int, liberties: str) -> int:
    """Return the pieces of a side whose groups have no liberty among the `free` squares.

    Only the groups of `touched` pieces are checked.
    """
    lost, neighbours = 0, LIBERTIES[liberties]
    for square in squares_in(touched):
        if not neighbours[square] & free and not lost & BIT[square]:
            whole = group(square, side)
            if not _WITH_LIBERTIES[liberties](whole) & free:
                lost |= whole
    return lost


def find_captured(movers: int, others: int, target: int, liberties: str) -> tuple[int, int]:
    """Return the pieces that a step removes: the opponent's, and the mover's own. DP-31.

    `movers` and `others` are the two sides' squares after the step to `target`. The opponent's pieces are
    removed first.
    """
    if liberties == SAFE:
        return _find_safely_captured(movers, others)
    # Only groups next to the target can have lost a liberty.
    around = LIBERTIES[liberties][target]
    safe = around & ~(movers | others) and liberties == "orthogonal"
    if safe and not around & others:
        return 0, 0
    free = ALL & ~(movers | others)
    taken = find_surrounded(others, around & others, free, liberties)
    if safe:
        return taken, 0
    return taken, find_surrounded(movers, around & movers | BIT[target], free | taken, liberties)


def find_blocked(enemies: int, liberties: str) -> int:
    """Return the squares that are no liberties because of these enemies.

    They are the enemies' own squares, and with `safe` liberties those orthogonally beside them too.
    """
    return with_beside(enemies) if liberties == SAFE else enemies


def _find_safely_captured(movers: int, others: int) -> tuple[int, int]:
    """Return the captures under `safe` liberties, where a step can take a liberty from any group."""
    if not with_beside(with_beside(movers)) & others:
        return 0, 0
    taken = _find_stifled(others, movers)
    return taken, _find_stifled(movers, others ^ taken)


def _find_stifled(side: int, enemies: int) -> int:
    """Return the pieces of a side whose groups have no empty neighbor without an enemy beside it."""
    return find_surrounded(side, side, ALL & ~side & ~find_blocked(enemies, SAFE), SAFE)
