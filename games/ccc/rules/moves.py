"""The legal actions of a position, and those of one piece."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
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
from games.ccc.rules.geometry import Geometry, Ray, Rays, geometry, leaps
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
    build_piece,
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
    """Return every legal action, Pyramid Stack collapses last and lazily; a pass if there is none."""
    pieces, board = selectable(setting, position), setting.geometry
    found = simple_actions(setting, position, pieces)
    collapses = chain.from_iterable(
        [stack_collapses(board, position, square) for square, piece in pieces if piece.kind == PYRAMID_STACK]
    )
    return chain(found or (next(collapses, PASS),), collapses)


def simple_actions(setting: Setting, position: Position, pieces: Iterable[tuple[int, Piece]]) -> list[Action]:
    """Return the legal actions of the selectable pieces, except Pyramid Stack collapses and a pass."""
    zone = zone_of(setting.geometry, position, position.side)
    found: list[Action] = []
    for square, piece in pieces:
        found += _WAYS[piece.kind](setting, position, square, piece, zone)
    found += _swaps_of([square for square, piece in pieces if piece.kind == PYRAMID])
    found += flag_actions(setting, position, zone)
    return found


def of_piece(setting: Setting, position: Position, square: int, piece: Piece, zone: int) -> Sequence[Action]:
    """Return the actions of an unfrozen piece, without swaps, Flag moves and Pyramid Stack collapses."""
    return _WAYS[piece.kind](setting, position, square, piece, zone)


def stack_collapses(board: Geometry, position: Position, square: int) -> Iterator[Action]:
    """Return the collapses of the Pyramid Stack on a square, lazily."""
    return stack_paths(board, Working(position.board, position.pools), square)


def plain_actions(
    setting: Setting, position: Position, square: int, piece: Piece, zone: int
) -> Sequence[Action]:
    """Return the moves, merges and attacks of one piece that isn't frozen."""
    return _PLAIN[piece.kind](setting, position, square, piece, zone)


def _onto(source: int, reached: Iterable[tuple[int, Piece | None]], piece: Piece) -> list[Action]:
    """Return a piece's moves, merges and attacks onto squares in its reach, given with what's there."""
    moves, merges, attacks = ways_from(source)
    seat = piece.seat
    found: list[Action] = []
    for target, there in reached:
        if there is None:
            found.append(moves[target])
        elif there.seat != seat:
            found.append(attacks[target])
        elif merge_pieces(there, piece) is not None:
            found.append(merges[target])
    return found


def _flat(setting: Setting, position: Position, square: int, piece: Piece, zone: int) -> Sequence[Action]:
    """Return the moves, merges and attacks of a Flat. CCC-21 to CCC-23."""
    board = setting.geometry
    return _flat_ways(board.ranks, square, board.ahead[piece.seat][square](position.board))[0]


def _flat_or_hop(
    setting: Setting, position: Position, square: int, piece: Piece, zone: int
) -> Sequence[Action]:
    """Return the moves, merges, attacks and hops of a Flat."""
    board, placed = setting.geometry, position.board
    found, is_beside = _flat_ways(board.ranks, square, board.ahead[piece.seat][square](placed))
    return found + _hops(board, placed, square, piece.seat, zone) if is_beside else found


@lru_cache(maxsize=1 << 14)
def _flat_ways(ranks: int, square: int, ahead: Board) -> tuple[tuple[Action, ...], bool]:
    """Return a Flat's moves, merges and attacks, and whether it's next to a Flat that it might hop over.

    `ahead` is the Flat and what's on its straight and slanting squares.
    """
    piece, *around = ahead
    if piece is None:
        raise ValueError("nothing stands there")
    board, seat = geometry(ranks), piece.seat
    straight, slanting = board.straight[seat][square], board.slanting[seat][square]
    attacks, enemy = ways_from(square)[2], build_piece(1 - seat, 1, ())
    found = _onto(square, zip(straight, around, strict=False), piece)
    beyond = zip(slanting, around[len(straight) :], strict=True)
    found += [attacks[target] for target, there in beyond if there == enemy]
    return tuple(found), enemy in around


def _hops(board: Geometry, placed: Board, square: int, seat: int, zone: int) -> tuple[Action, ...]:
    """Return a Flat's hop chains of every length. CCC-24 to CCC-28."""
    emptied = list(placed)
    emptied[square] = None
    hops = board.first_hops[seat][square]
    return tuple(Hop(square, landings) for landings in _chains(board, emptied, hops, seat, zone))


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


def _step(setting: Setting, position: Position, square: int, piece: Piece, zone: int) -> list[Action]:
    """Return the steps of a Flat Stack, which can't attack Structures. CCC-49."""
    placed = position.board
    reached = [
        (target, there)
        for target in setting.geometry.cross[square]
        if (there := placed[target]) is None or there.seat == piece.seat or there.kind not in STRUCTURES
    ]
    return _onto(square, reached, piece)


def _step_or_collapse(
    setting: Setting, position: Position, square: int, piece: Piece, zone: int
) -> Sequence[Action]:
    """Return the steps and collapses of a Flat Stack."""
    lines = flat_lines(setting.geometry, position.board, square, zone)
    return [*_step(setting, position, square, piece, zone), *lines]


def _step_anywhere(
    setting: Setting, position: Position, square: int, piece: Piece, zone: int
) -> list[Action]:
    """Return the steps of a Pyramid Stack."""
    placed = position.board
    return _onto(square, [(target, placed[target]) for _, target in setting.geometry.steps[square]], piece)


def _leap(setting: Setting, position: Position, square: int, piece: Piece, zone: int) -> list[Action]:
    """Return the moves of a Cube. CCC-29, CCC-36."""
    moves, placed = ways_from(square)[0], position.board
    reached = leaps(setting.geometry.ranks, square, zone)
    return [moves[target] for target in reached if placed[target] is None]


def _slide(setting: Setting, position: Position, square: int, piece: Piece, zone: int) -> list[Action]:
    """Return the diagonal slides of a Pyramid or Constructed Pyramid. CCC-44."""
    moves, merges, attacks = ways_from(square)
    placed, seat = position.board, piece.seat
    found: list[Action] = []
    for ray in setting.geometry.diagonal[square]:
        for target in ray:
            there = placed[target]
            if there is None:
                found.append(moves[target])
                continue
            if there.seat != seat:
                found.append(attacks[target])
            elif merge_pieces(there, piece) is not None:
                found.append(merges[target])
            break
    return found


def _slide_or_collapse(
    setting: Setting, position: Position, square: int, piece: Piece, zone: int
) -> Sequence[Action]:
    """Return the slides and collapses of a Constructed Pyramid."""
    slides = _slide(setting, position, square, piece, zone)
    reached = frozenset(action.target for action in slides if isinstance(action, Move | Merge | Attack))
    work = Working(position.board, position.pools)
    return [*slides, *pyramid_lines(setting.geometry, work, square, reached)]


def _roll(setting: Setting, position: Position, square: int, piece: Piece, zone: int) -> list[Action]:
    """Return the moves and attacks of a Torus. CCC-30, CCC-36, CCC-37."""
    board, placed, seat = setting.geometry, position.board, piece.seat
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


def _stay(setting: Setting, position: Position, square: int, piece: Piece, zone: int) -> list[Action]:
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
_WAYS = {**_PLAIN, FLAT: _flat_or_hop, FLAT_STACK: _step_or_collapse, CONSTRUCTED: _slide_or_collapse}
"""All that each kind of piece can do, without the collapses of a Pyramid Stack."""


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
