"""The legal actions of a position, and those of one piece."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, combinations

from games.ccc.rules.actions import (
    PASS,
    Action,
    Attack,
    FlagReturn,
    Hop,
    Merge,
    Move,
    Swap,
    flag_moves,
    ways_from,
)
from games.ccc.rules.collapses import flat_lines, pyramid_lines, stack_paths
from games.ccc.rules.compliments import READY
from games.ccc.rules.geometry import Geometry, Ray, Rays, leaps
from games.ccc.rules.pieces import (
    CONSTRUCTED,
    CUBE,
    FLAG,
    FLAT,
    FLAT_STACK,
    PYRAMID,
    PYRAMID_STACK,
    STRUCTURES,
    TORUS,
    Piece,
    merge_pieces,
)
from games.ccc.rules.position import Board, Position, Setting
from games.ccc.rules.working_board import Working


def zone_of(board: Geometry, position: Position, seat: int) -> int:
    """Return the squares around the opponent's Flag as a bit set, 0 if it is off the board."""
    flag = position.flags[1 - seat]
    return 0 if flag is None else board.near_bits[flag]


def is_frozen(piece: Piece, square: int, zone: int) -> bool:
    """Return whether a piece can't act, since it has no Pyramid and is in the zone. CCC-34, CCC-35."""
    return bool(zone >> square & 1) and not piece.pyramids


def selectable(setting: Setting, position: Position) -> list[tuple[int, Piece]]:
    """Return the pieces that the side to move may select, with their squares."""
    side, zone = position.side, zone_of(setting.geometry, position, position.side)
    return [
        (square, piece)
        for square, piece in enumerate(position.board)
        if piece is not None and piece.seat == side and (not zone >> square & 1 or piece.pyramids)
    ]


def actions(setting: Setting, position: Position) -> Iterator[Action]:
    """Return every legal action, lazily, Pyramid Stack collapses last; a pass if there is none."""
    found = chain.from_iterable(_groups(setting, position))
    first = next(found, PASS)
    return chain((first,), found)


def _groups(setting: Setting, position: Position) -> Iterator[Iterable[Action]]:
    """Yield the actions of each piece, then those of several, then the collapses of Pyramid Stacks."""
    pieces, zone = selectable(setting, position), zone_of(setting.geometry, position, position.side)
    for square, piece in pieces:
        yield of_piece(setting, position, square, piece, zone)
    yield _swaps_of([square for square, piece in pieces if piece.kind == PYRAMID])
    yield flag_actions(setting, position, zone)
    for square, piece in pieces:
        if piece.kind == PYRAMID_STACK:
            yield stack_collapses(setting.geometry, position, square)


def simple_actions(setting: Setting, position: Position, pieces: Iterable[tuple[int, Piece]]) -> list[Action]:
    """Return the legal actions of the selectable pieces, except Pyramid Stack collapses and a pass."""
    zone = zone_of(setting.geometry, position, position.side)
    found: list[Action] = []
    for square, piece in pieces:
        found += of_piece(setting, position, square, piece, zone)
    found += _swaps_of([square for square, piece in pieces if piece.kind == PYRAMID])
    found += flag_actions(setting, position, zone)
    return found


def of_piece(setting: Setting, position: Position, square: int, piece: Piece, zone: int) -> list[Action]:
    """Return the actions of an unfrozen piece, without swaps, Flag moves and Pyramid Stack collapses."""
    found = _PLAIN[piece.kind](setting, position.board, square, piece, zone)
    if piece.kind == FLAT:
        found += _hops(setting.geometry, position.board, square, piece.seat, zone)
    elif piece.kind == FLAT_STACK:
        found += flat_lines(setting.geometry, position.board, square, zone)
    elif piece.kind == CONSTRUCTED:
        work = Working(position.board, position.pools)
        found += list(pyramid_lines(setting.geometry, work, square, _targets(found)))
    return found


def stack_collapses(board: Geometry, position: Position, square: int) -> Iterator[Action]:
    """Return the collapses of the Pyramid Stack on a square, lazily."""
    return stack_paths(board, Working(position.board, position.pools), square)


def _targets(plain: list[Action]) -> frozenset[int]:
    return frozenset(action.target for action in plain if isinstance(action, Move | Merge | Attack))


def plain_actions(setting: Setting, position: Position, square: int, piece: Piece, zone: int) -> list[Action]:
    """Return the moves, merges and attacks of one piece that isn't frozen."""
    return _PLAIN[piece.kind](setting, position.board, square, piece, zone)


def _onto(placed: Board, source: int, targets: Iterable[int], piece: Piece) -> list[Action]:
    """Return a piece's moves, merges and attacks onto squares in its reach."""
    moves, merges, attacks = ways_from(source)
    seat = piece.seat
    found: list[Action] = []
    for target in targets:
        there = placed[target]
        if there is None:
            found.append(moves[target])
        elif there.seat != seat:
            found.append(attacks[target])
        elif merge_pieces(there, piece) is not None:
            found.append(merges[target])
    return found


def _flat(setting: Setting, placed: Board, square: int, piece: Piece, zone: int) -> list[Action]:
    """Return the moves, merges and attacks of a Flat. CCC-21 to CCC-23."""
    board, seat = setting.geometry, piece.seat
    found = _onto(placed, square, board.straight[seat][square], piece)
    for target in board.slanting[seat][square]:
        there = placed[target]
        if there is not None and there.seat != seat and there.kind == FLAT:
            found.append(ways_from(square)[2][target])
    return found


def _hops(board: Geometry, placed: Board, square: int, seat: int, zone: int) -> list[Hop]:
    """Return a Flat's hop chains of every length. CCC-24 to CCC-28."""
    hops = board.first_hops[seat][square]
    for over, landing in hops:
        there = placed[over]
        if there is not None and there.seat != seat and there.kind == FLAT and placed[landing] is None:
            emptied = list(placed)
            emptied[square] = None
            return [Hop(square, landings) for landings in _chains(board, emptied, hops, seat, zone)]
    return []


def _chains(
    board: Geometry, placed: list[Piece | None], hops: Rays, seat: int, zone: int
) -> Iterator[tuple[int, ...]]:
    """Yield the landings of every hop chain that begins with one of these hops."""
    for over, landing in hops:
        there = placed[over]
        if placed[landing] is not None or there is None or there.seat == seat or there.kind != FLAT:
            continue
        yield (landing,)
        if zone >> landing & 1:
            continue
        after = placed.copy()
        after[over] = None
        for further in _chains(board, after, board.later_hops[landing], seat, zone):
            yield (landing, *further)


def list_hopped(board: Geometry, source: int, landings: tuple[int, ...]) -> tuple[int, ...]:
    """Return the squares that a hop chain goes over."""
    places = (source, *landings)
    return tuple((a + b) // 2 for a, b in zip(places, landings, strict=False))


def _step(setting: Setting, placed: Board, square: int, piece: Piece, zone: int) -> list[Action]:
    """Return the steps of a Flat Stack, which can't attack Structures. CCC-49."""
    targets = [
        target
        for target in setting.geometry.cross[square]
        if (there := placed[target]) is None or there.seat == piece.seat or there.kind not in STRUCTURES
    ]
    return _onto(placed, square, targets, piece)


def _step_anywhere(setting: Setting, placed: Board, square: int, piece: Piece, zone: int) -> list[Action]:
    """Return the steps of a Pyramid Stack."""
    return _onto(placed, square, [target for _, target in setting.geometry.steps[square]], piece)


def _leap(setting: Setting, placed: Board, square: int, piece: Piece, zone: int) -> list[Action]:
    """Return the moves of a Cube. CCC-29, CCC-36."""
    moves, reached = ways_from(square)[0], leaps(setting.geometry.ranks, square, zone)
    return [moves[target] for target in reached if placed[target] is None]


def _slide(setting: Setting, placed: Board, square: int, piece: Piece, zone: int) -> list[Action]:
    """Return the diagonal slides of a Pyramid or Constructed Pyramid. CCC-44."""
    moves, merges, attacks = ways_from(square)
    found: list[Action] = []
    for ray in setting.geometry.diagonal[square]:
        for target in ray:
            there = placed[target]
            if there is None:
                found.append(moves[target])
                continue
            if there.seat != piece.seat:
                found.append(attacks[target])
            elif merge_pieces(there, piece) is not None:
                found.append(merges[target])
            break
    return found


def _roll(setting: Setting, placed: Board, square: int, piece: Piece, zone: int) -> list[Action]:
    """Return the moves and attacks of a Torus. CCC-30, CCC-36, CCC-37."""
    board, seat = setting.geometry, piece.seat
    moves, _, attacks = ways_from(square)
    found: list[Action] = []
    for ray in board.crossing[square]:
        for target in ray:
            there = placed[target]
            if there is not None:
                if there.seat != seat:
                    found.append(attacks[target])
                break
            found.append(moves[target])
            if zone >> target & 1:
                found += _flag_from_afar(setting, placed, square, ray, piece)
                break
    for target in board.corners[square]:
        there = placed[target]
        if there is not None and there.seat != seat:
            found.append(attacks[target])
    return found


def _flag_from_afar(setting: Setting, placed: Board, square: int, ray: Ray, piece: Piece) -> list[Action]:
    """Return a Torus's attack on a Flag that is next in its line, if the option allows it. CCC-37."""
    if setting.options.torus_hits_flag == "off":
        return []
    target = next((target for target in ray if placed[target] is not None), square)
    there = placed[target]
    if there is None or there.kind != FLAG or there.seat == piece.seat:
        return []
    return [Attack(square, target)]


def _stay(setting: Setting, placed: Board, square: int, piece: Piece, zone: int) -> list[Action]:
    """Return no action, for a Flag, which moves otherwise."""
    return []


_PLAIN = {
    FLAT: _flat,
    FLAT_STACK: _step,
    CUBE: _leap,
    TORUS: _roll,
    FLAG: _stay,
    PYRAMID: _slide,
    CONSTRUCTED: _slide,
    PYRAMID_STACK: _step_anywhere,
}
"""The moves, merges and attacks of each kind of piece."""


def swaps(placed: Board, side: int) -> list[Swap]:
    """Return the swaps of a side's lone Pyramids, lower square first (by rank, then file). CCC-48."""
    lone = [
        square
        for square, piece in enumerate(placed)
        if piece is not None and piece.kind == PYRAMID and piece.seat == side
    ]
    return _swaps_of(lone)


def _swaps_of(lone: list[int]) -> list[Swap]:
    return [Swap(square, other) for square, other in combinations(lone, 2)]


def flag_actions(setting: Setting, position: Position, zone: int) -> list[Action]:
    """Return the Flag's moves, one to each square, or its return. CCC-38 to CCC-41."""
    text = "" if setting.options.compliments == "off" else READY[0]
    if may_return_flag(setting, position):
        return [FlagReturn(text)]
    if why_flag_stays(position, zone):
        return []
    return [move for move, piece in zip(flag_moves(text), position.board, strict=False) if piece is None]


def may_return_flag(setting: Setting, position: Position) -> bool:
    """Return whether the side to move can put back its Flag. CCC-40."""
    side = position.side
    return position.flags[side] is None and position.board[setting.homes[side]] is None


def why_flag_stays(position: Position, zone: int) -> str | None:
    """Return why the side to move can't move its Flag, or None if it can."""
    flag = position.flags[position.side]
    if flag is None:
        return "Your Nice Flag isn't on the board; put it back first."
    if position.ply == 1:
        return "A Nice Flag can't move on the very first turn: there's nothing to praise yet."
    if position.moved[position.side]:
        return "You moved your Nice Flag on your last turn; do something else this turn."
    if zone >> flag & 1:
        return "The two Nice Flags are next to each other, so neither can move."
    return None
