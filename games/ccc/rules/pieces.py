"""Pieces and Structures, what may stack on what, and how attacks weaken them. CCC-14 to CCC-20, CCC-46."""

from __future__ import annotations

from functools import cache, lru_cache

import msgspec

FLAT, FLAT_STACK, CUBE, TORUS, FLAG = "F", "FS", "C", "T", "N"
PYRAMID, CONSTRUCTED, PYRAMID_STACK = "P", "CP", "PS"
STRUCTURES = (FLAT_STACK, CONSTRUCTED, PYRAMID_STACK)
MOST_FLATS = 5
POOL = 10
"""The Strength that both Toruses of a side share. CCC-32."""

SIZES = "SML"
FULL = (2, 4, 6)
"""The Strength of an unhurt Small, Medium and Large Pyramid."""

Pyramid = tuple[int, int]
"""The size of a Pyramid, from 0 to 2, and the Strength it has left."""
Pools = tuple[int, int]


class Piece(msgspec.Struct, frozen=True, cache_hash=True):
    """A piece or Structure on a square.

    Attributes:
        seat: Its side.
        kind: What it is, such as `FLAT_STACK`.
        flats: The number of its Flats.
        pyramids: Its Pyramids, bottom to top.
    """

    seat: int
    kind: str
    flats: int = 0
    pyramids: tuple[Pyramid, ...] = ()

    @property
    def height(self) -> int:
        """The number of basic pieces in it."""
        return self.flats + len(self.pyramids) or 1

    @property
    def strength(self) -> int:
        """Its own Strength; a Torus has that of its pool instead, and a Cube's is infinite."""
        return self.flats + sum(left for _, left in self.pyramids) or 1


@cache
def special(seat: int, kind: str) -> Piece:
    """Return a Cube, a Torus or a Flag."""
    return Piece(seat, kind)


@cache
def build_piece(seat: int, flats: int, pyramids: tuple[Pyramid, ...]) -> Piece | None:
    """Return the piece or Structure made of Flats with Pyramids on top, or None for nothing."""
    if not flats and not pyramids:
        return None
    if not pyramids:
        return Piece(seat, FLAT if flats == 1 else FLAT_STACK, flats)
    if flats:
        return Piece(seat, PYRAMID_STACK, flats, pyramids)
    return Piece(seat, PYRAMID if len(pyramids) == 1 else CONSTRUCTED, 0, pyramids)


@cache
def merge_pieces(below: Piece, above: Piece) -> Piece | None:
    """Return a piece stacked onto another of its side, or None if it may not go there. CCC-45, CCC-46."""
    if below.kind in (CUBE, TORUS, FLAG) or above.kind in (CUBE, TORUS, FLAG):
        return None
    if above.flats:
        if below.pyramids or below.flats + above.flats > MOST_FLATS:
            return None
        return build_piece(below.seat, below.flats + above.flats, above.pyramids)
    if below.pyramids and above.pyramids[0][0] >= below.pyramids[-1][0]:
        return None
    return build_piece(below.seat, below.flats, below.pyramids + above.pyramids)


@cache
def lift_parts(piece: Piece, count: int) -> tuple[Piece, Piece | None]:
    """Return the top `count` parts of a Structure and what stays, if anything. CCC-50, CCC-60, CCC-64.

    Raises:
        ValueError: The count is 0.
    """
    pyramids = min(count, len(piece.pyramids))
    stay = len(piece.pyramids) - pyramids
    held = build_piece(piece.seat, count - pyramids, piece.pyramids[stay:])
    if held is None:
        raise ValueError("at least one part is lifted")
    return held, build_piece(piece.seat, piece.flats - (count - pyramids), piece.pyramids[:stay])


@cache
def drop_parts(held: Piece, count: int) -> tuple[Piece, Piece | None]:
    """Return the lowest `count` parts of what's held and what's still held, if anything.

    Raises:
        ValueError: The count is 0.
    """
    flats = min(count, held.flats)
    group = build_piece(held.seat, flats, held.pyramids[: count - flats])
    if group is None:
        raise ValueError("at least one part is dropped")
    return group, build_piece(held.seat, held.flats - flats, held.pyramids[count - flats :])


def weaken_from_below(piece: Piece, points: int) -> Piece | None:
    """Return what's left of an attacker that loses Strength, from the bottom up. CCC-16."""
    flats = min(points, piece.flats)
    points -= flats
    pyramids = list(piece.pyramids)
    while points and pyramids:
        size, left = pyramids[0]
        lost = min(points, left)
        points -= lost
        pyramids[:1] = [(size, left - lost)] if left > lost else []
    return build_piece(piece.seat, piece.flats - flats, tuple(pyramids))


def weaken_from_above(piece: Piece, points: int) -> Piece | None:
    """Return what's left of a defender that loses Strength, from the top down. CCC-16."""
    pyramids = list(piece.pyramids)
    while points and pyramids:
        size, left = pyramids[-1]
        lost = min(points, left)
        points -= lost
        pyramids[-1:] = [(size, left - lost)] if left > lost else []
    return build_piece(piece.seat, piece.flats - min(points, piece.flats), tuple(pyramids))


@lru_cache(maxsize=65536)
def fight(attacker: Piece, defender: Piece, pools: Pools) -> tuple[Piece | None, Pools]:
    """Return the piece left after an attack, if any, and both pools. CCC-14 to CCC-19, CCC-32, CCC-33."""
    strengths = [_strength(attacker, pools), _strength(defender, pools)]
    if defender.kind == CUBE:
        return defender, _drain_pools(pools, attacker, strengths[0])
    lost = min(strengths)
    pools = _drain_pools(_drain_pools(pools, attacker, lost), defender, lost)
    if strengths[0] > lost:
        survivor = attacker if attacker.kind == TORUS else weaken_from_below(attacker, lost)
        return survivor, pools
    if strengths[1] > lost:
        survivor = defender if defender.kind == TORUS else weaken_from_above(defender, lost)
        return survivor, pools
    return None, pools


def _strength(piece: Piece, pools: Pools) -> int:
    return pools[piece.seat] if piece.kind == TORUS else piece.strength


def _drain_pools(pools: Pools, piece: Piece, points: int) -> Pools:
    """Return the pools after a piece lost Strength; only a Torus takes it from its pool."""
    if piece.kind != TORUS:
        return pools
    left = pools[piece.seat] - points
    return (left, pools[1]) if piece.seat == 0 else (pools[0], left)
