"""The value of a position of CCC for a side, in Flats: what's left of both armies and how they stand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from games.ccc.rules.geometry import DIAGONAL, FLAT_STEPS, ORTHOGONAL, WIDTH, Geometry
from games.ccc.rules.moves import is_frozen, zone_of
from games.ccc.rules.options import Options
from games.ccc.rules.pieces import (
    CONSTRUCTED,
    CUBE,
    FLAG,
    FLAT,
    FLAT_STACK,
    PYRAMID_STACK,
    TORUS,
    Piece,
    Pools,
)
from games.ccc.rules.position import Position, Setting
from games.core.search.adding import add_up

Placed = Sequence[Piece | None]
"""A board as pieces by square, finished or being changed."""

LOST = 1000.0
"""The cost of losing the last Pyramid."""
FLAT_WORTH, POOL_WORTH, FLAG_WORTH, PYRAMID_WORTH = 1.0, 1.3, 0.7, 0.8
"""Worth of a Flat, of a point in the Torus pool, of the Flag, and of a Pyramid beyond its Strength."""
STACKED, BUILT = 0.6, 0.4
"""Worth of each Flat on another, and of each part on another with Pyramids: only Structures collapse."""
DARING, BOLD = 0.0, 0.3
"""How much more a side counts the enemy's Pyramids, and less its own; the second if it's bold."""
THRIFT = 0.2
"""How much more a side that isn't bold counts its own Flats and Toruses, and less the enemy's."""
_POINT, _SCARCE = 1.5, 6.0
_MOST_LIFE = 12
LIFE = (
    -LOST,
    *(add_up(_POINT + _SCARCE / (point + 1) for point in range(1, n + 1)) for n in range(1, _MOST_LIFE + 1)),
)
"""Worth of a side's total Pyramid Strength, by points; the fewer are left, the more each one counts."""

_ADVANCE, _NEARNESS = 0.04, 0.05
_SPENT = 0.15
_FROZEN = {FLAT: 0.15, FLAT_STACK: 0.35, CUBE: 0.15, TORUS: 1.0, FLAG: 0.2}
"""The cost of having a piece, by kind, in the zone of the enemy's Flag."""
_AIM, _DOOMED, _ROOM, _CORNERED = 0.12, 0.6, 0.03, 0.25


class Army(msgspec.Struct, gc=False):
    """The pieces of a side: Flats, Strength and number of Pyramids, and whether Torus and Flag are left."""

    flats: int = 0
    life: int = 0
    pyramids: int = 0
    torus: bool = False
    flag: bool = False


def armies(board: Placed) -> tuple[Army, Army]:
    """Return the armies of both seats on a board."""
    both = (Army(), Army())
    for piece in board:
        if piece is None:
            continue
        army = both[piece.seat]
        if piece.kind == FLAT:
            army.flats += 1
            continue
        army.flats += piece.flats
        for _, left in piece.pyramids:
            army.life += left
            army.pyramids += 1
        if piece.kind == TORUS:
            army.torus = True
        elif piece.kind == FLAG:
            army.flag = True
    return both


def balance(board: Placed, pools: Pools, seat: int, bold: bool = False, drawn: float = 0.0) -> float:
    """Return a side's material lead, about ±`LOST` when one side has no Pyramids; `drawn` when neither has.

    A bold side likes exchanges; any other would rather keep what it needs for attacks.
    """
    both = armies(board)
    if not both[0].life and not both[1].life:
        return drawn
    own, other = _worth(both[seat], pools[seat]), _worth(both[1 - seat], pools[1 - seat])
    daring, thrift = (BOLD, 0.0) if bold else (DARING, THRIFT)
    return (1 - daring) * own[0] - (1 + daring) * other[0] + (1 + thrift) * own[1] - (1 - thrift) * other[1]


def _worth(army: Army, pool: int) -> tuple[float, float]:
    """Return the worth of a side's Pyramids and that of all its other pieces, which hunt."""
    hunters = FLAT_WORTH * army.flats + (POOL_WORTH * pool if army.torus else 0.0)
    return LIFE[army.life] + PYRAMID_WORTH * army.pyramids, hunters + (FLAG_WORTH if army.flag else 0.0)


@lru_cache(maxsize=65536)
def exchange(attacker: Piece, defender: Piece, pools: Pools) -> float:
    """Return the attacker's gain in an attack: the worth of the Strength that both sides lose, in Flats."""
    own = pools[attacker.seat] if attacker.kind == TORUS else attacker.strength
    if defender.kind == CUBE:
        return -_cost(attacker, own)
    other = pools[defender.seat] if defender.kind == TORUS else defender.strength
    lost = min(own, other)
    return _cost(defender, lost, from_above=True) - _cost(attacker, lost)


def _cost(piece: Piece, points: int, from_above: bool = False) -> float:
    """Return what losing Strength costs a piece; Pyramids go last in attack and first in defense."""
    if piece.kind == TORUS:
        return POOL_WORTH * points
    if piece.kind == FLAG:
        return FLAG_WORTH
    of_pyramids = sum(left for _, left in piece.pyramids)
    sharp = min(points, of_pyramids) if from_above else max(0, points - piece.flats)
    return 2 * _POINT * sharp + FLAT_WORTH * (points - sharp)


_SOON = 0.4
"""The share of the quiet plies that end a match by which the longing for change is complete."""


def longing(quiet: int, options: Options, patient: int, most: int) -> float:
    """Return how much a side longs for change: 0 up to `patient` quiet plies, 1 from `most` on."""
    pace = min(1.0, _SOON * options.quiet / most) if options.quiet else 1.0
    return max(0.0, min(1.0, (quiet - patient * pace) / ((most - patient) * pace)))


# --- Strength within reach ------------------------------------------------------------------------------


def forces(board: Geometry, position: Position, seat: int) -> list[int]:
    """Return for each square about the most Strength a side could attack a Pyramid with there next turn."""
    found = [0] * len(position.board)
    zone = zone_of(board, position, seat)
    for square, piece in enumerate(position.board):
        if piece is None or piece.seat != seat or is_frozen(piece, square, zone):
            continue
        _reach(board, position, square, piece, found)
    return found


def _reach(board: Geometry, position: Position, square: int, piece: Piece, found: list[int]) -> None:
    """Raise the Strengths in `found` to what one piece can strike with."""
    placed, rays = position.board, board.rays[square]
    match piece.kind:
        case "F":
            for direction in FLAT_STEPS[piece.seat]:
                _raise(found, rays[direction][:1], 1)
        case "FS":
            for direction in ORTHOGONAL:
                for place, target in enumerate(rays[direction][: piece.flats]):
                    found[target] = max(found[target], piece.flats - place)
        case "T":
            pool = position.pools[piece.seat]
            _raise(found, board.near[square], pool)
            for direction in ORTHOGONAL:
                _raise(found, _open(placed, rays[direction]), pool)
        case "P":
            for direction in DIAGONAL:
                _raise(found, _open(placed, rays[direction]), piece.strength)
        case "CP":
            for direction in DIAGONAL:
                _raise(found, rays[direction], piece.strength)
        case "PS":
            _raise(found, board.near[square], piece.strength)


def _raise(found: list[int], squares: Sequence[int], strength: int) -> None:
    for square in squares:
        if found[square] < strength:
            found[square] = strength


def _open(placed: Placed, ray: tuple[int, ...]) -> tuple[int, ...]:
    """Return the squares of a line up to and including the first piece."""
    for place, square in enumerate(ray):
        if placed[square] is not None:
            return ray[: place + 1]
    return ray


# --- placement of the armies ----------------------------------------------------------------------------


def standing(setting: Setting, position: Position, seat: int, heat: float) -> float:
    """Return how much better a side stands than its enemy; `heat`, from 0, adds eagerness to attack."""
    board = setting.geometry
    own = _placing(board, position, seat, 1.0 + heat) - _placing(board, position, 1 - seat, 1.0)
    return own + pressure(board, position, seat)


def _placing(board: Geometry, position: Position, seat: int, eagerness: float) -> float:
    """Return the worth of Flats far forward and hunters near Pyramids, less the cost of frozen pieces."""
    zone = zone_of(board, position, seat)
    hunted = [s for s, p in enumerate(position.board) if p is not None and p.seat != seat and p.pyramids]
    total = 0.0
    for square, piece in enumerate(position.board):
        if piece is None or piece.seat != seat:
            continue
        if is_frozen(piece, square, zone):
            total -= _FROZEN[piece.kind]
        if piece.kind == FLAT:
            rank = square // WIDTH
            total += eagerness * _advance(board, rank if seat == 0 else board.ranks - 1 - rank)
        elif hunted and piece.kind in _HUNTERS:
            total -= _NEARNESS * eagerness * min(apart(square, other) for other in hunted)
    return total


def _advance(board: Geometry, rank: int) -> float:
    """Return the worth of a Flat's rank, negative on the last two, where most of the board is behind it."""
    return _ADVANCE * rank if rank < board.ranks - 2 else -_SPENT * (rank + 3 - board.ranks)


_HUNTERS = frozenset({FLAT_STACK, TORUS, PYRAMID_STACK, CONSTRUCTED})


def apart(square: int, other: int) -> int:
    """Return the number of king's steps between two squares."""
    return max(abs(square // WIDTH - other // WIDTH), abs(square % WIDTH - other % WIDTH))


def pressure(board: Geometry, position: Position, seat: int) -> float:
    """Return the worth of enemy Pyramids that are under attack or short of squares to go to."""
    found = forces(board, position, seat)
    hunted = [(s, p) for s, p in enumerate(position.board) if p is not None and p.seat != seat and p.pyramids]
    total = 0.0
    for square, piece in hunted:
        strength = piece.strength
        total += _AIM * min(found[square], strength)
        doomed = found[square] >= strength
        room = _room(board, position, square, piece, found)
        total -= (_CORNERED if len(hunted) == 1 else _ROOM) * min(room, 8)
        if doomed:
            total += _DOOMED * (2.0 if room == 0 else 1.0) * (3.0 if len(hunted) == 1 else 1.0)
    return total


def _room(board: Geometry, position: Position, square: int, piece: Piece, found: list[int]) -> int:
    """Return how many squares a piece with a Pyramid can go to without being destroyed there."""
    rays, strength = board.rays[square], piece.strength
    if piece.kind == PYRAMID_STACK:
        targets: Sequence[int] = board.near[square]
    else:
        targets = [target for d in DIAGONAL for target in _open(position.board, rays[d])]
    return sum(position.board[t] is None and found[t] < strength for t in targets)
