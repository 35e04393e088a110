"""The legal actions of a position, and those of one piece."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from games.ccc.rules.actions import PASS, Action, Attack, FlagMove, FlagReturn, Hop, Merge, Move, Swap
from games.ccc.rules.collapses import flat_lines, pyramid_lines, stack_paths
from games.ccc.rules.compliments import READY
from games.ccc.rules.geometry import DIAGONAL, EVERY, FLAT_DIAGONALS, FLAT_STEPS, ORTHOGONAL, Geometry
from games.ccc.rules.pieces import (
    CONSTRUCTED,
    CUBE_REACH,
    FLAG,
    FLAT,
    FLAT_STACK,
    PYRAMID,
    PYRAMID_STACK,
    Piece,
    merge_pieces,
)
from games.ccc.rules.position import Board, Position, Setting
from games.ccc.rules.working_board import Working

_FIRST_HOPS = tuple(FLAT_STEPS[seat] + FLAT_DIAGONALS[seat] for seat in (0, 1))


def zone_of(board: Geometry, position: Position, seat: int) -> int:
    """Return the squares around the opponent's Flag as a bit set, 0 if it is off the board."""
    flag = position.flags[1 - seat]
    return 0 if flag is None else board.near_bits[flag]


def is_frozen(piece: Piece, square: int, zone: int) -> bool:
    """Return whether a piece can't act, since it has no Pyramid and is in the zone. CCC-34, CCC-35."""
    return bool(zone >> square & 1) and not piece.pyramids


def actions(setting: Setting, position: Position) -> Iterator[Action]:
    """Return every legal action, Pyramid Stack collapses last and lazily; a pass if there is none."""
    board, side = setting.geometry, position.side
    zone = zone_of(board, position, side)
    found: list[Action] = []
    stacks = []
    for square, piece in enumerate(position.board):
        if piece is None or piece.seat != side or is_frozen(piece, square, zone):
            continue
        if piece.kind == PYRAMID_STACK:
            stacks.append(square)
        found += of_piece(setting, position, square, piece, zone)
    found += swaps(position.board, side)
    found += flag_actions(setting, position, zone)
    lazy = chain.from_iterable(stack_collapses(board, position, square) for square in stacks)
    if found:
        return chain(found, lazy)
    first = next(lazy, None)
    return iter((PASS,)) if first is None else chain((first,), lazy)


def of_piece(setting: Setting, position: Position, square: int, piece: Piece, zone: int) -> list[Action]:
    """Return the actions of an unfrozen piece, without swaps, Flag moves and Pyramid Stack collapses."""
    board = setting.geometry
    match piece.kind:
        case "F":
            return _flat(board, position.board, square, piece, zone)
        case "FS":
            plain = plain_actions(setting, position, square, piece, zone)
            return [*plain, *flat_lines(board, Working(position.board, position.pools), square, zone)]
        case "CP":
            plain = plain_actions(setting, position, square, piece, zone)
            work = Working(position.board, position.pools)
            return [*plain, *pyramid_lines(board, work, square, _targets(plain))]
        case "N":
            return []
        case _:
            return plain_actions(setting, position, square, piece, zone)


def stack_collapses(board: Geometry, position: Position, square: int) -> Iterator[Action]:
    """Return the collapses of the Pyramid Stack on a square, lazily."""
    if position.board[square] is None:
        return iter(())
    plain = _targets(_steps_from(board, position, square))
    return stack_paths(board, Working(position.board, position.pools), square, plain)


def plain_targets(setting: Setting, position: Position, square: int) -> frozenset[int]:
    """Return the squares that the stack on a square can go to with one ordinary step."""
    return _targets(_steps_from(setting.geometry, position, square))


def _steps_from(board: Geometry, position: Position, square: int) -> list[Action]:
    piece = position.board[square]
    return [] if piece is None else _steps(board, position.board, square, piece)


def _targets(plain: list[Action]) -> frozenset[int]:
    return frozenset(action.target for action in plain if isinstance(action, Move | Merge | Attack))


def plain_actions(setting: Setting, position: Position, square: int, piece: Piece, zone: int) -> list[Action]:
    """Return the moves, merges and attacks of one piece that isn't frozen."""
    board, placed = setting.geometry, position.board
    match piece.kind:
        case "F":
            return _flat_steps(board, placed, square, piece)
        case "FS" | "PS":
            return _steps(board, placed, square, piece)
        case "C":
            return _cube(board, placed, square, piece, zone)
        case "T":
            return _torus(setting, position, square, piece, zone)
        case "P" | "CP":
            return _slides(board, placed, square, piece)
        case _:
            return []


def _onto(placed: Board, source: int, target: int, piece: Piece) -> Action | None:
    """Return a piece's action onto a square in its reach, or None if it can't stack there."""
    there = placed[target]
    if there is None:
        return Move(source, target)
    if there.seat != piece.seat:
        return Attack(source, target)
    return Merge(source, target) if merge_pieces(there, piece) else None


def _flat(board: Geometry, placed: Board, square: int, piece: Piece, zone: int) -> list[Action]:
    found = _flat_steps(board, placed, square, piece)
    found += _hops(board, placed, square, piece, zone)
    return found


def _flat_steps(board: Geometry, placed: Board, square: int, piece: Piece) -> list[Action]:
    """Return the moves, merges and attacks of a Flat. CCC-21 to CCC-23."""
    found: list[Action] = []
    rays = board.rays[square]
    for direction in FLAT_STEPS[piece.seat]:
        if rays[direction] and (action := _onto(placed, square, rays[direction][0], piece)):
            found.append(action)
    for direction in FLAT_DIAGONALS[piece.seat]:
        if rays[direction] and _is_enemy_flat(placed[rays[direction][0]], piece.seat):
            found.append(Attack(square, rays[direction][0]))
    return found


def _is_enemy_flat(there: Piece | None, seat: int) -> bool:
    return there is not None and there.kind == FLAT and there.seat != seat


def _hops(board: Geometry, placed: Board, square: int, piece: Piece, zone: int) -> list[Action]:
    """Return a Flat's hop chains of every length. CCC-24 to CCC-28."""
    first = _FIRST_HOPS[piece.seat]
    for direction, target in board.steps[square]:
        if direction in first and _is_enemy_flat(placed[target], piece.seat):
            break
    else:
        return []
    emptied = list(placed)
    emptied[square] = None
    return [Hop(square, landings) for landings in _chains(board, emptied, square, piece.seat, zone, first)]


def _chains(
    board: Geometry,
    placed: list[Piece | None],
    square: int,
    seat: int,
    zone: int,
    directions: tuple[int, ...],
) -> Iterator[tuple[int, ...]]:
    for direction in directions:
        ray = board.rays[square][direction]
        if len(ray) < 2 or placed[ray[1]] is not None or not _is_enemy_flat(placed[ray[0]], seat):
            continue
        yield (ray[1],)
        if zone >> ray[1] & 1:
            continue
        after = placed.copy()
        after[ray[0]] = None
        for further in _chains(board, after, ray[1], seat, zone, EVERY):
            yield (ray[1], *further)


def list_hopped(board: Geometry, source: int, landings: tuple[int, ...]) -> tuple[int, ...]:
    """Return the squares that a hop chain goes over."""
    places = (source, *landings)
    return tuple((a + b) // 2 for a, b in zip(places, landings, strict=False))


def _steps(board: Geometry, placed: Board, square: int, piece: Piece) -> list[Action]:
    """Return the steps of a Flat Stack or a Pyramid Stack; the former can't attack Structures. CCC-49."""
    found: list[Action] = []
    is_flats = piece.kind == FLAT_STACK
    for direction in ORTHOGONAL if is_flats else EVERY:
        ray = board.rays[square][direction]
        action = _onto(placed, square, ray[0], piece) if ray else None
        if action is None or (is_flats and type(action) is Attack and _is_tall(placed[ray[0]])):
            continue
        found.append(action)
    return found


def _is_tall(there: Piece | None) -> bool:
    return there is not None and there.kind in (FLAT_STACK, CONSTRUCTED, PYRAMID_STACK)


def _cube(board: Geometry, placed: Board, square: int, piece: Piece, zone: int) -> list[Action]:
    """Return the moves of a Cube. CCC-29, CCC-36."""
    found: list[Action] = []
    for ray in board.rays[square]:
        for target in ray[:CUBE_REACH]:
            there = placed[target]
            if there is None:
                found.append(Move(square, target))
            elif there.kind == FLAG and there.seat != piece.seat:
                break
            if zone >> target & 1:
                break
    return found


def _torus(setting: Setting, position: Position, square: int, piece: Piece, zone: int) -> list[Action]:
    """Return the moves and attacks of a Torus. CCC-30, CCC-36, CCC-37."""
    board, placed = setting.geometry, position.board
    found: list[Action] = []
    for direction in ORTHOGONAL:
        for target in board.rays[square][direction]:
            action = _onto(placed, square, target, piece)
            if action is not None:
                found.append(action)
            if placed[target] is not None:
                break
            if zone >> target & 1:
                found += _flag_from_afar(setting, placed, square, direction, piece)
                break
    for direction in DIAGONAL:
        ray = board.rays[square][direction]
        there = placed[ray[0]] if ray else None
        if there is not None and there.seat != piece.seat:
            found.append(Attack(square, ray[0]))
    return found


def _flag_from_afar(
    setting: Setting, placed: Board, square: int, direction: int, piece: Piece
) -> list[Action]:
    """Return a Torus's attack on a Flag that is next in its line, if the option allows it. CCC-37."""
    if setting.options.torus_hits_flag == "off":
        return []
    ray = setting.geometry.rays[square][direction]
    target = next((t for t in ray if placed[t] is not None), None)
    there = None if target is None else placed[target]
    if target is None or there is None or there.kind != FLAG or there.seat == piece.seat:
        return []
    return [Attack(square, target)]


def _slides(board: Geometry, placed: Board, square: int, piece: Piece) -> list[Action]:
    """Return the diagonal slides of a Pyramid or Constructed Pyramid. CCC-44."""
    found: list[Action] = []
    for direction in DIAGONAL:
        for target in board.rays[square][direction]:
            action = _onto(placed, square, target, piece)
            if action is not None:
                found.append(action)
            if placed[target] is not None:
                break
    return found


def swaps(placed: Board, side: int) -> list[Swap]:
    """Return the swaps of a side's lone Pyramids, lower square first (by rank, then file). CCC-48."""
    lone = [
        square
        for square, piece in enumerate(placed)
        if piece is not None and piece.kind == PYRAMID and piece.seat == side
    ]
    return [Swap(square, other) for i, square in enumerate(lone) for other in lone[i + 1 :]]


def flag_actions(setting: Setting, position: Position, zone: int) -> list[Action]:
    """Return the Flag's moves, one to each square, or its return. CCC-38 to CCC-41."""
    text = "" if setting.options.compliments == "off" else READY[0]
    if may_return_flag(setting, position):
        return [FlagReturn(text)]
    if why_flag_stays(position, zone):
        return []
    return [FlagMove(square, text) for square, piece in enumerate(position.board) if piece is None]


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
