"""The actions that AI levels consider: all plain ones, forcing ones, and some Pyramid Stack collapses."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import msgspec

from games.ccc.ai.evaluation import exchange
from games.ccc.rules.actions import Action, Attack, Hop, Line, Path
from games.ccc.rules.collapses import stack_stopped_by, start
from games.ccc.rules.geometry import DIAGONAL, EVERY, ORTHOGONAL, Geometry
from games.ccc.rules.moves import of_piece, selectable, simple_actions, zone_of
from games.ccc.rules.pieces import CUBE, PYRAMID_STACK, Piece, drop_parts, merge_pieces
from games.ccc.rules.position import Position, Setting
from games.ccc.rules.working_board import Working


def list_simple_actions(setting: Setting, position: Position) -> list[Action]:
    """Return every legal action except Pyramid Stack collapses and a pass."""
    return simple_actions(setting, position, selectable(setting, position))


def without_vain(position: Position, actions: Sequence[Action]) -> list[Action]:
    """Return the actions without attacks on Cubes, which only lose the attacker, if there are others."""
    board = position.board
    found = [
        action
        for action in actions
        if not (isinstance(action, Attack) and (there := board[action.target]) and there.kind == CUBE)
    ]
    return found or list(actions)


def towers(setting: Setting, position: Position) -> list[int]:
    """Return the squares of the Pyramid Stacks of the side to move."""
    return [
        square
        for square, piece in enumerate(position.board)
        if piece is not None and piece.kind == PYRAMID_STACK and piece.seat == position.side
    ]


# --- forcing actions ------------------------------------------------------------------------------------


def forcing(setting: Setting, position: Position, width: int) -> Iterator[Action]:
    """Yield attacks, hops and attacking collapses, about `width` per length for each Pyramid Stack."""
    board, zone = setting.geometry, zone_of(setting.geometry, position, position.side)
    enemies = sum(
        1 << square
        for square, piece in enumerate(position.board)
        if piece is not None and piece.seat != position.side
    )
    for square, piece in selectable(setting, position):
        if not _may_attack(board, square, piece, enemies):
            continue
        for action in of_piece(setting, position, square, piece, zone):
            if _attacks(board, action, enemies):
                yield action
        if piece.kind == PYRAMID_STACK:
            yield from attacking_paths(board, position, square, width)


def _may_attack(board: Geometry, square: int, piece: Piece, enemies: int) -> bool:
    """Return whether a piece might attack, by a quick look at where enemies stand."""
    match piece.kind:
        case "F":
            return bool(board.near_bits[square] & enemies)
        case "C" | "N":
            return False
        case "FS":
            lines = [board.rays[square][d][: piece.flats] for d in ORTHOGONAL]
        case "P" | "CP":
            lines = [board.rays[square][d] for d in DIAGONAL]
        case _:
            return True
    return any(enemies >> target & 1 for line in lines for target in line)


def _attacks(board: Geometry, action: Action, enemies: int) -> bool:
    match action:
        case Attack() | Hop():
            return True
        case Line(_, source, direction, drops):
            ray = board.rays[source][direction]
            return any(drop and enemies >> square & 1 for square, drop in zip(ray, drops, strict=False))
        case _:
            return False


# --- collapses of Pyramid Stacks ------------------------------------------------------------------------


class Walk(msgspec.Struct, gc=False):
    """An unfinished collapse of a Pyramid Stack, complete when nothing is held.

    `gain` is its worth in Flats by plain exchanges, plus a little luck; `entered` is a bit set; `work` is the
    board before the last drop, which is `group` on `square`.
    """

    gain: float
    count: int
    steps: tuple[tuple[int, int], ...]
    square: int
    entered: int
    work: Working
    held: Piece | None
    group: Piece | None = None


def attacking_paths(board: Geometry, position: Position, source: int, width: int) -> Iterator[Path]:
    """Yield the Pyramid Stack collapses that gain most, as far as a narrow search can tell."""
    for walk in _walks(board, position, source, width, None):
        yield Path(walk.count, source, walk.steps)


def sample_paths(
    board: Geometry, position: Position, source: int, width: int, rng: random.Random
) -> list[Path]:
    """Return at most `width` Pyramid Stack collapses of each length, by gain and some luck."""
    return [Path(walk.count, source, walk.steps) for walk in _walks(board, position, source, width, rng)]


def _walks(
    board: Geometry, position: Position, source: int, width: int, rng: random.Random | None
) -> Iterator[Walk]:
    """Yield finished collapses by a beam search that keeps only the best of each length."""
    whole = position.board[source]
    height = whole.height if whole else 0
    walks = [_begin_walk(position, source, count) for count in range(1, height + 1)]
    while walks:
        further = [after for walk in walks for after in _continue_walk(board, walk, rng)]
        further.sort(key=lambda walk: -walk.gain)
        done = [
            walk for walk in further if walk.held is None and (walk.count, len(walk.steps)) != (height, 1)
        ]
        yield from (walk for walk in done[:width] if rng is not None or walk.gain > 0)
        walks = [_apply_drop(walk) for walk in [walk for walk in further if walk.held is not None][:width]]


def _begin_walk(position: Position, source: int, count: int) -> Walk:
    work, held = start(Working(position.board, position.pools), source, count)
    return Walk(0.0, count, (), source, 1 << source, work, held)


def _apply_drop(walk: Walk) -> Walk:
    """Return the walk with its last drop carried out on a copied board."""
    work = walk.work.copy()
    if walk.group is not None:
        work.put(walk.square, walk.group)
    return msgspec.structs.replace(walk, work=work)


def _continue_walk(board: Geometry, walk: Walk, rng: random.Random | None) -> Iterator[Walk]:
    """Yield the walk with each possible next drop; the board still lacks it."""
    held = walk.held
    if held is None:
        return
    for direction in EVERY:
        ray = board.rays[walk.square][direction]
        if not ray or walk.entered >> ray[0] & 1 or stack_stopped_by(walk.work, ray[0], held):
            continue
        there = walk.work.board[ray[0]]
        for count in range(1, held.height + 1):
            group, left = drop_parts(held, count)
            if there is not None and there.seat == held.seat and merge_pieces(there, group) is None:
                continue
            gain = walk.gain + (0.0 if rng is None else rng.random() * 0.5)
            if there is not None and there.seat != held.seat:
                gain += exchange(group, there, walk.work.pools)
            steps = (*walk.steps, (direction, count))
            yield Walk(gain, walk.count, steps, ray[0], walk.entered | 1 << ray[0], walk.work, left, group)
