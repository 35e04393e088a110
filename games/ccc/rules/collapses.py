"""Collapses: every possible plan, and why a plan isn't possible. CCC-50 to CCC-69, CCC-76.

A forced last drop is part of the drop on that square, so that each plan has only one form.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain
from operator import itemgetter

from games.ccc.rules.actions import Line, Path
from games.ccc.rules.geometry import DIAGONAL, EVERY, ORTHOGONAL, Geometry, Look, geometry
from games.ccc.rules.pieces import (
    MOST_FLATS,
    STRUCTURES,
    TORUS,
    Piece,
    drop_parts,
    lift_parts,
    merge_pieces,
)
from games.ccc.rules.position import Board
from games.ccc.rules.working_board import Working


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


Bar = tuple[int, int, bool]
"""What Flats meet on a square: how many must be held to enter it, how many may drop (-1: its piece takes no
Flats), and whether all that are held must drop."""


@cache
def _bar(there: Piece | None, seat: int, is_near_flag: bool) -> Bar:
    """Return what a side's Flats meet on a square, near the enemy's Flag or not. CCC-52 to CCC-57."""
    if there is None or there.seat != seat:
        needed = there.height if there is not None and there.kind in STRUCTURES else 1
        return needed, MOST_FLATS, is_near_flag
    return 1, -1 if there.pyramids or not there.flats else MOST_FLATS - there.flats, is_near_flag


def flats_stopped_by(work: Working, square: int, held: Piece, zone: int) -> str | None:
    """Return why held Flats can't enter a square, or None if they can."""
    needed, most, drops_all = _bar(work.board[square], held.seat, bool(zone >> square & 1))
    if held.flats < needed:
        return (
            f"is a barricade: it has {needed} parts, and you have only {held.flats} "
            f"Flat{'s' if held.flats > 1 else ''} in your hand"
        )
    if most < 0:
        return "is your own piece and can't take Flats"
    return f"would have more than {MOST_FLATS} Flats" if (held.flats if drops_all else 1) > most else None


def flat_lines(board: Geometry, placed: Board, source: int, zone: int) -> Sequence[Line]:
    """Return every collapse of the Flat Stack on a square; `zone` is that of the enemy's Flag, as bits."""
    piece = placed[source]
    if piece is None:
        return ()
    look, reach = _reach(board.ranks, source, piece.flats)
    return _flat_lines(board.ranks, source, piece, zone & reach, look(placed))


@cache
def _reach(ranks: int, source: int, flats: int) -> tuple[Look, int]:
    """Return a function that picks the pieces in a Flat Stack's reach from a board, and the reach as bits."""
    squares = [square for ray in geometry(ranks).crossing[source] for square in ray[:flats]]
    return itemgetter(*squares), sum(1 << square for square in squares)


@lru_cache(maxsize=1 << 14)
def _flat_lines(ranks: int, source: int, piece: Piece, zone: int, crossed: Board) -> tuple[Line, ...]:
    """Return every collapse of a Flat Stack, given the pieces within its reach in the order of `_reach`."""
    seat, flats, following = piece.seat, piece.flats, iter(crossed)
    ways = []
    for direction in ORTHOGONAL:
        ray = geometry(ranks).rays[source][direction][:flats]
        bars = [
            _bar(there, seat, bool(zone >> square & 1)) for square, there in zip(ray, following, strict=False)
        ]
        if bars:
            ways.append(_lines_by_count(source, direction, flats, tuple(bars)))
    return tuple(line for count in range(flats) for way in ways for line in way[count])


@lru_cache(maxsize=1 << 14)
def _lines_by_count(
    source: int, direction: int, flats: int, bars: tuple[Bar, ...]
) -> tuple[tuple[Line, ...], ...]:
    """Return a Flat Stack's collapses in a direction, by the number of lifted Flats, less 1.

    One that does the same as its plain step is left out. CCC-49, CCC-76.
    """
    whole = [drops for drops in _flat_drops(bars, flats) if len(drops) > 1 or bars[0][0] > 1]
    return tuple(
        tuple(
            Line(count, source, direction, drops)
            for drops in (_flat_drops(bars, count) if count < flats else whole)
        )
        for count in range(1, flats + 1)
    )


def _flat_drops(bars: tuple[Bar, ...], held: int) -> Iterator[tuple[int, ...]]:
    """Yield every list of drops of the Flats held along squares with these bars."""
    if not bars or held < bars[0][0]:
        return
    _, most, drops_all = bars[0]
    for count in range(held if drops_all else 1, min(held, most) + 1):
        if count == held:
            yield (count,)
        for further in _flat_drops(bars[1:], held - count) if count < held else ():
            yield (count, *further)


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


_LAST = tuple(((direction, 1),) for direction in EVERY)
"""The step that drops one part, by direction."""


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


def stack_paths(board: Geometry, work: Working, source: int) -> Iterator[Path]:
    """Return every collapse of the Pyramid Stack on a square, lazily: there can be millions. CCC-77."""
    piece = work.board[source]
    return chain.from_iterable(
        further_paths(board, *start(work, source, count), Path(count, source, ()), source, 1 << source)
        for count in range(1, piece.height + 1 if piece else 1)
    )


def is_plain(height: int, path: Path) -> bool:
    """Return whether a collapse puts a whole Pyramid Stack of this height on a neighboring square. CCC-76.

    It isn't an action of its own, since the Stack can step there.
    """
    return path.count == height and len(path.steps) == 1


def further_paths(
    board: Geometry, work: Working, held: Piece, begun: Path, square: int, entered: int
) -> Iterator[Path]:
    """Return every collapse of a Pyramid Stack that begins with a path, lazily.

    One that does the same as its plain step is left out. CCC-76.

    Args:
        board: The board's geometry.
        work: The pieces on it.
        held: The parts still held.
        begun: The path up to now.
        square: The square reached.
        entered: The squares already entered, as a bit set.
    """
    return chain.from_iterable(_batches(board, work, held, begun, square, entered))


def _batches(
    board: Geometry, work: Working, held: Piece, begun: Path, square: int, entered: int
) -> Iterator[list[Path]]:
    """Yield every collapse of a Pyramid Stack that begins with a path, in short lists."""
    placed, groups, before = work.board, groups_of(held), begun.steps
    lifted, source, seat = begun.count, begun.source, held.seat
    may_be_plain = not before and placed[source] is None
    if len(groups) == 1:
        yield [
            Path(lifted, source, before + _LAST[direction])
            for direction, target in board.steps[square]
            if not entered >> target & 1
            and ((there := placed[target]) is None or there.seat != seat or merge_pieces(there, held))
        ]
        return
    for direction, target in board.steps[square]:
        if entered >> target & 1:
            continue
        for count, group, left in groups:
            if not may_drop(work, target, group):
                break
            path = Path(lifted, source, (*before, (direction, count)))
            if left is not None:
                after = drop_on(work, target, group)
                yield from _batches(board, after, left, path, target, entered | 1 << target)
            elif not may_be_plain:
                yield [path]
