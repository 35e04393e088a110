"""Collapses: every possible plan, and why a plan isn't possible. CCC-50 to CCC-69, CCC-76.

A forced last drop is part of the drop on that square, so that each plan has only one form.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from games.ccc.rules.actions import Line, Path
from games.ccc.rules.geometry import DIAGONAL, ORTHOGONAL, Geometry
from games.ccc.rules.pieces import (
    CONSTRUCTED,
    FLAT_STACK,
    MOST_FLATS,
    PYRAMID_STACK,
    TORUS,
    Piece,
    drop_parts,
    lift_parts,
    merge_pieces,
)
from games.ccc.rules.working_board import Working

_TALL = (FLAT_STACK, CONSTRUCTED, PYRAMID_STACK)


def start(work: Working, source: int, count: int) -> tuple[Working, Piece]:
    """Return the board after the top `count` parts have been lifted, and the parts held.

    Raises:
        ValueError: The square is empty.
    """
    piece = work.board[source]
    if piece is None:
        raise ValueError("nothing stands there")
    held, stays = lift_parts(piece, count)
    begun = work.copy()
    begun.board[source] = stays
    return begun, held


def collapse(board: Geometry, work: Working, action: Line | Path) -> list[tuple[Working, Piece | None]]:
    """Return the board and what's still held, after lifting and after each square of a collapse."""
    begun, held = start(work, action.source, action.count)
    stages: list[tuple[Working, Piece | None]] = [(begun, held)]
    for square, count in squares_of(board, action):
        now, left = stages[-1]
        if left is None:
            break
        now = now.copy()
        if count:
            group, left = drop_parts(left, count)
            now.put(square, group)
        stages.append((now, left))
    return stages


def squares_of(board: Geometry, action: Line | Path) -> list[tuple[int, int]]:
    """Return (square, parts dropped there) for each step of a collapse, in order."""
    if isinstance(action, Line):
        return list(zip(board.rays[action.source][action.direction], action.drops, strict=False))
    found, square = [], action.source
    for direction, count in action.steps:
        square = board.rays[square][direction][0]
        found.append((square, count))
    return found


# --- Flat Stacks ----------------------------------------------------------------------------------------


def flats_stopped_by(work: Working, square: int, held: Piece, zone: int) -> str | None:
    """Return why held Flats can't enter a square, or None if they can. CCC-52 to CCC-57."""
    there = work.board[square]
    if there is None:
        return None
    if there.seat != held.seat:
        if there.kind in _TALL and held.flats < there.height:
            return (
                f"is a barricade: it has {there.height} parts, and you have only {held.flats} "
                f"Flat{'s' if held.flats > 1 else ''} in your hand"
            )
        return None
    if there.pyramids or not there.flats:
        return "is your own piece and can't take Flats"
    needed = held.flats if zone >> square & 1 else 1
    if there.flats + needed > MOST_FLATS:
        return f"would have more than {MOST_FLATS} Flats"
    return None


def flat_lines(board: Geometry, work: Working, source: int, zone: int) -> Iterator[Line]:
    """Yield every collapse of the Flat Stack on a square; `zone` is that of the enemy's Flag, as bits."""
    piece = work.board[source]
    for count in range(1, (piece.flats if piece else 0) + 1):
        begun, held = start(work, source, count)
        for direction in ORTHOGONAL:
            ray = board.rays[source][direction]
            for drops in _flat_drops(begun, ray, 0, held, zone):
                if len(drops) > 1 or not _is_plain_flat_step(work, source, ray, count):
                    yield Line(count, source, direction, drops)


def _is_plain_flat_step(work: Working, source: int, ray: tuple[int, ...], count: int) -> bool:
    """Return whether a one-step collapse equals the whole stack's ordinary action. CCC-49, CCC-76."""
    piece, there = work.board[source], work.board[ray[0]]
    if piece is None or count != piece.flats:
        return False
    return there is None or there.seat == piece.seat or there.kind not in _TALL


def _flat_drops(
    work: Working, ray: tuple[int, ...], place: int, held: Piece, zone: int, before: tuple[int, ...] = ()
) -> Iterator[tuple[int, ...]]:
    """Yield every list of drops along a line, each following the drops made `before`."""
    if place == len(ray) or flats_stopped_by(work, ray[place], held, zone):
        return
    square = ray[place]
    least = held.flats if zone >> square & 1 else 1
    for count, group, left in groups_of(held)[least - 1 :]:
        if not may_drop(work, square, group):
            return
        if left is None:
            yield (*before, count)
        else:
            after = drop_on(work, square, group)
            yield from _flat_drops(after, ray, place + 1, left, zone, (*before, count))


@cache
def groups_of(held: Piece) -> tuple[tuple[int, Piece, Piece | None], ...]:
    """Return every possible drop as (number of parts, parts dropped, what's still held)."""
    return tuple((count, *drop_parts(held, count)) for count in range(1, held.height + 1))


def may_drop(work: Working, square: int, group: Piece) -> bool:
    """Return whether parts may drop on a square: not on a piece of their side that can't take them."""
    there = work.board[square]
    return there is None or there.seat != group.seat or merge_pieces(there, group) is not None


def drop_on(work: Working, square: int, group: Piece) -> Working:
    """Return the board for the rest of a plan after a drop.

    No square is entered twice, so only a drop on an enemy Torus is carried out, since both Toruses may
    vanish.
    """
    there = work.board[square]
    if there is None or there.kind != TORUS or there.seat == group.seat:
        return work
    after = work.copy()
    after.put(square, group)
    return after


# --- Constructed Pyramids -------------------------------------------------------------------------------


def pyramid_lines(board: Geometry, work: Working, source: int, slides: frozenset[int]) -> Iterator[Line]:
    """Yield the collapses of the Constructed Pyramid on a square.

    Those that do the same as a plain action onto one of the squares in `slides` are left out. CCC-76.
    """
    piece = work.board[source]
    whole = len(piece.pyramids) if piece else 0
    for count in range(1, whole + 1):
        begun, held = start(work, source, count)
        for direction in DIAGONAL:
            ray = board.rays[source][direction]
            for drops in _pyramid_drops(begun, ray, 0, held):
                alone = sum(drop > 0 for drop in drops) == 1
                if not (alone and count == whole and ray[len(drops) - 1] in slides):
                    yield Line(count, source, direction, drops)


def _pyramid_drops(work: Working, ray: tuple[int, ...], place: int, held: Piece) -> Iterator[tuple[int, ...]]:
    if place == len(ray):
        return
    for further in _pyramid_drops(work, ray, place + 1, held):
        yield (0, *further)
    for count in range(1, len(held.pyramids) + 1):
        group, left = drop_parts(held, count)
        if not may_drop(work, ray[place], group):
            continue
        if left is None:
            yield (count,)
        else:
            after = drop_on(work, ray[place], group)
            for further in _pyramid_drops(after, ray, place + 1, left):
                yield (count, *further)


# --- Pyramid Stacks -------------------------------------------------------------------------------------


def stack_stopped_by(work: Working, square: int, held: Piece) -> str | None:
    """Return why the held parts of a Pyramid Stack can't enter a square, or None if they can. CCC-66."""
    there = work.board[square]
    if there is None or there.seat != held.seat:
        return None
    lowest, _ = drop_parts(held, 1)
    return (
        None
        if merge_pieces(there, lowest)
        else "is your own piece and can't take the lowest part in your hand"
    )


def stack_paths(board: Geometry, work: Working, source: int, plain: frozenset[int]) -> Iterator[Path]:
    """Yield every collapse of the Pyramid Stack on a square, lazily: there can be millions. CCC-77."""
    piece = work.board[source]
    whole = piece.height if piece else 0
    for count in range(1, whole + 1):
        begun, held = start(work, source, count)
        for steps in further_steps(board, begun, source, held, 1 << source):
            path = Path(count, source, steps)
            if not is_plain(board, whole, path, plain):
                yield path


def is_plain(board: Geometry, height: int, path: Path, plain: frozenset[int]) -> bool:
    """Return whether a collapse puts a whole Pyramid Stack on one of these neighboring squares. CCC-76.

    It isn't an action of its own if the Stack can step there. `height` is the Stack's number of parts.
    """
    if path.count != height or len(path.steps) != 1:
        return False
    ((direction, _),) = path.steps
    return board.rays[path.source][direction][0] in plain


def further_steps(
    board: Geometry,
    work: Working,
    square: int,
    held: Piece,
    entered: int,
    before: tuple[tuple[int, int], ...] = (),
) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield every way to finish a Pyramid Stack's collapse from a square.

    Args:
        board: The board's geometry.
        work: The pieces on it.
        square: The square reached.
        held: The parts still held.
        entered: The squares already entered, as a bit set.
        before: The steps that led to the square; every result begins with them.
    """
    placed, groups = work.board, groups_of(held)
    for direction, target in board.steps[square]:
        if entered >> target & 1:
            continue
        there = placed[target]
        is_own = there is not None and there.seat == held.seat
        if is_own and stack_stopped_by(work, target, held):
            continue
        for count, group, left in groups:
            if is_own and not may_drop(work, target, group):
                continue
            steps = (*before, (direction, count))
            if left is None:
                yield steps
            else:
                after = work if there is None else drop_on(work, target, group)
                yield from further_steps(board, after, target, left, entered | 1 << target, steps)
