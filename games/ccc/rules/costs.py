"""The costs of an attack for both sides, and the outcome of each drop in a collapse. CCC-14 to CCC-19."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from games.ccc.rules.actions import Line, Path
from games.ccc.rules.collapses import collapse, squares_of
from games.ccc.rules.geometry import Geometry
from games.ccc.rules.legality import NAMES
from games.ccc.rules.notation import piece_text
from games.ccc.rules.pieces import CUBE, FULL, TORUS, Piece, Pools, drop_parts, fight
from games.ccc.rules.position import Position
from games.ccc.rules.working_board import Working

SIZE_NAMES = ("Small", "Medium", "Large")


class Fall(msgspec.Struct, frozen=True):
    """The parts that drop on one square in a collapse, the enemy attacked there, and the pools before."""

    square: int
    group: Piece
    there: Piece | None
    pools: Pools


def describe_piece(piece: Piece) -> str:
    """Return a piece in words, such as “Pyramid Stack FFM3S” or “Large Pyramid with 4 of 6”."""
    if len(piece.pyramids) == 1 and not piece.flats:
        return _name_pyramid(*piece.pyramids[0])
    if piece.flats or piece.pyramids:
        inside = parts(piece)
        return NAMES[piece.kind] if piece.height == 1 else f"{NAMES[piece.kind]} {inside}"
    return NAMES[piece.kind]


def name_piece(piece: Piece) -> str:
    """Return a piece's name, with its size if it's a lone Pyramid: “Small Pyramid”, “Flat Stack”."""
    lone = len(piece.pyramids) == 1 and not piece.flats
    return f"{SIZE_NAMES[piece.pyramids[0][0]]} Pyramid" if lone else NAMES[piece.kind]


def list_parts(piece: Piece) -> str:
    """Return a piece's parts in words from the bottom up, such as “2 Flats and a Small Pyramid”."""
    return _list_in_words(piece, tuple(f"a {SIZE_NAMES[size]} Pyramid" for size, _ in piece.pyramids))


def list_worn_parts(piece: Piece) -> str:
    """Return a piece's parts in words, with what wounded Pyramids have left."""
    return _list_in_words(piece, tuple(f"a {_name_pyramid(*pyramid)}" for pyramid in piece.pyramids))


def _list_in_words(piece: Piece, pyramids: tuple[str, ...]) -> str:
    flats = {0: (), 1: ("a Flat",)}.get(piece.flats, (f"{piece.flats} Flats",))
    names = (*flats, *pyramids)
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _name_pyramid(size: int, left: int) -> str:
    worn = f" with {left} of {FULL[size]}" if left < FULL[size] else ""
    return f"{SIZE_NAMES[size]} Pyramid{worn}"


def parts(piece: Piece) -> str:
    """Return a piece's letters from the bottom up, such as “FFM3S”."""
    return piece_text(piece).strip("()").upper()


def falls(board: Geometry, position: Position, action: Line | Path) -> Iterator[Fall]:
    """Yield each drop of a collapse, in order."""
    stages = collapse(board, Working(position.board, position.pools), action)
    for (work, held), (square, count) in zip(stages, squares_of(board, action), strict=False):
        if held is not None and count:
            group, _ = drop_parts(held, count)
            there = work.board[square]
            enemy = there is not None and there.seat != group.seat
            yield Fall(square, group, there if enemy else None, work.pools)


def is_lost_for_nothing(attacker: Piece, defender: Piece, pools: Pools) -> bool:
    """Return whether an attack destroys the attacker but not the defender."""
    stands, _ = fight(attacker, defender, pools)
    return stands is not None and stands.seat == defender.seat


def cost(attacker: Piece, defender: Piece, pools: Pools) -> str:
    """Return an attack's cost for the attacker to read, such as “yours is destroyed and theirs keeps 3”."""
    stands, left = fight(attacker, defender, pools)
    if stands is None and TORUS not in (attacker.kind, defender.kind):
        return "both are destroyed"
    mine, theirs = _outcome("your", attacker, stands, left), _outcome("their", defender, stands, left)
    survives = stands is not None and stands.seat == attacker.seat
    return f"{theirs} and {mine}" if survives else f"{mine} and {theirs}"


def _outcome(owner: str, piece: Piece, stands: Piece | None, left: Pools) -> str:
    """Return an attack's outcome for one of its pieces; its owner is “your” or “their”."""
    subject, is_gone, keeps = (f"{owner}s", "is", "keeps")
    if piece.kind == TORUS:
        subject, is_gone, keeps = (f"{owner} Toruses", "are", "keep")
    if stands is None or stands.seat != piece.seat:
        return f"{subject} {is_gone} destroyed"
    return f"{subject} is unhurt" if piece.kind == CUBE else f"{subject} {keeps} {strength_of(stands, left)}"


def fate(attacker: Piece, defender: Piece, pools: Pools) -> str:
    """Return a public sentence about the outcome of an attack."""
    stands, left = fight(attacker, defender, pools)
    if stands is None:
        return "Both are destroyed."
    if stands.seat == attacker.seat:
        return f"It's destroyed; the attacker keeps {strength_of(stands, left)}."
    if defender.kind == CUBE:
        return "The attacker is destroyed."
    return f"The attacker is destroyed; the {name_piece(defender)} keeps {strength_of(stands, left)}."


def warning(group: Piece, there: Piece | None, pools: Pools) -> str:
    """Return what to know before parts drop on a square, empty if nothing. CCC-19, CCC-33."""
    if there is None or there.seat == group.seat:
        return ""
    if there.kind == CUBE:
        return "A Cube is there: everything you drop on it is lost."
    if there.kind == TORUS:
        left = pools[there.seat]
        return f"A Torus is there: what you drop attacks {left} Strength, which their Toruses share."
    return ""


def strength_of(piece: Piece, pools: Pools) -> int:
    """Return the Strength of a piece, a pool's for a Torus."""
    return pools[piece.seat] if piece.kind == TORUS else piece.strength
