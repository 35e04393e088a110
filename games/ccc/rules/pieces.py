"""Pieces and Structures, what may stand on what, and how an Attack weakens them. CCC-14 to CCC-20, CCC-46."""

from __future__ import annotations

from functools import cache, lru_cache

import msgspec

FLAT, FLAT_STACK, CUBE, TORUS, FLAG = "F", "FS", "C", "T", "N"
PYRAMID, CONSTRUCTED, PYRAMID_STACK = "P", "CP", "PS"
MOST_FLATS = 5
CUBE_REACH = 5
POOL = 10
"""The Strength that both Toruses of a colour share. CCC-32."""

SIZES = "SML"
FULL = (2, 4, 6)
"""The Strength of a whole Small, Medium and Large Pyramid."""

Pyramid = tuple[int, int]
"""(size 0..2, Strength left)."""
Pools = tuple[int, int]


class Piece(msgspec.Struct, frozen=True):
    """What stands on a square: `kind`, and for Flats and Pyramids how many and which, bottom to top."""

    seat: int
    kind: str
    flats: int = 0
    pyramids: tuple[Pyramid, ...] = ()

    @property
    def height(self) -> int:
        """How many basic pieces it is made of."""
        return self.flats + len(self.pyramids) or 1

    @property
    def strength(self) -> int:
        """Its own Strength; a Torus has that of its pool, a Cube has no end of it."""
        return self.flats + sum(left for _, left in self.pyramids) or 1


@cache
def special(seat: int, kind: str) -> Piece:
    """A Cube, a Torus or a Flag."""
    return Piece(seat, kind)


@cache
def built(seat: int, flats: int, pyramids: tuple[Pyramid, ...]) -> Piece | None:
    """Flats with Pyramids on top, as the piece or Structure that they are; None for nothing."""
    if not flats and not pyramids:
        return None
    if not pyramids:
        return Piece(seat, FLAT if flats == 1 else FLAT_STACK, flats)
    if flats:
        return Piece(seat, PYRAMID_STACK, flats, pyramids)
    return Piece(seat, PYRAMID if len(pyramids) == 1 else CONSTRUCTED, 0, pyramids)


@cache
def merged(below: Piece, above: Piece) -> Piece | None:
    """An own piece put onto another one; None where that is not allowed. CCC-45, CCC-46."""
    if below.kind in (CUBE, TORUS, FLAG) or above.kind in (CUBE, TORUS, FLAG):
        return None
    if above.flats:
        if below.pyramids or below.flats + above.flats > MOST_FLATS:
            return None
        return built(below.seat, below.flats + above.flats, above.pyramids)
    if below.pyramids and above.pyramids[0][0] >= below.pyramids[-1][0]:
        return None
    return built(below.seat, below.flats, below.pyramids + above.pyramids)


@cache
def lifted(piece: Piece, count: int) -> tuple[Piece, Piece | None]:
    """The top `count` parts of a Structure, and what stays. CCC-50, CCC-60, CCC-64."""
    pyramids = min(count, len(piece.pyramids))
    stay = len(piece.pyramids) - pyramids
    held = built(piece.seat, count - pyramids, piece.pyramids[stay:])
    if held is None:
        raise ValueError("at least one part is lifted")
    return held, built(piece.seat, piece.flats - (count - pyramids), piece.pyramids[:stay])


@cache
def dropped(held: Piece, count: int) -> tuple[Piece, Piece | None]:
    """The lowest `count` parts of what is held, and what is still held: the bottom leaves first."""
    flats = min(count, held.flats)
    group = built(held.seat, flats, held.pyramids[: count - flats])
    if group is None:
        raise ValueError("at least one part is dropped")
    return group, built(held.seat, held.flats - flats, held.pyramids[count - flats :])


def weakened_from_below(piece: Piece, points: int) -> Piece | None:
    """An attacker after losing Strength: the bottom goes first. CCC-16."""
    flats = min(points, piece.flats)
    points -= flats
    pyramids = list(piece.pyramids)
    while points and pyramids:
        size, left = pyramids[0]
        lost = min(points, left)
        points -= lost
        pyramids[:1] = [(size, left - lost)] if left > lost else []
    return built(piece.seat, piece.flats - flats, tuple(pyramids))


def weakened_from_above(piece: Piece, points: int) -> Piece | None:
    """A defender after losing Strength: the top goes first. CCC-16."""
    pyramids = list(piece.pyramids)
    while points and pyramids:
        size, left = pyramids[-1]
        lost = min(points, left)
        points -= lost
        pyramids[-1:] = [(size, left - lost)] if left > lost else []
    return built(piece.seat, piece.flats - min(points, piece.flats), tuple(pyramids))


@lru_cache(maxsize=65536)
def fight(attacker: Piece, defender: Piece, pools: Pools) -> tuple[Piece | None, Pools]:
    """Who stands on the square after an Attack, and the pools. CCC-14 to CCC-19, CCC-32, CCC-33."""
    strengths = [_strength(attacker, pools), _strength(defender, pools)]
    if defender.kind == CUBE:
        return defender, _drained(pools, attacker, strengths[0])
    lost = min(strengths)
    pools = _drained(_drained(pools, attacker, lost), defender, lost)
    if strengths[0] > lost:
        survivor = attacker if attacker.kind == TORUS else weakened_from_below(attacker, lost)
        return survivor, pools
    if strengths[1] > lost:
        survivor = defender if defender.kind == TORUS else weakened_from_above(defender, lost)
        return survivor, pools
    return None, pools


def _strength(piece: Piece, pools: Pools) -> int:
    return pools[piece.seat] if piece.kind == TORUS else piece.strength


def _drained(pools: Pools, piece: Piece, points: int) -> Pools:
    """The pools when a piece loses points: only a Torus takes them from its pool."""
    if piece.kind != TORUS:
        return pools
    left = pools[piece.seat] - points
    return (left, pools[1]) if piece.seat == 0 else (pools[0], left)
