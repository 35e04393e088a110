"""The check that an unfinished Pyramid Stack collapse can be completed, without listing all collapses."""

from __future__ import annotations

from games.ccc.rules.actions import Path
from games.ccc.rules.collapses import further_paths, is_plain, stack_stopped_by, start
from games.ccc.rules.pieces import Piece, drop_parts
from games.ccc.rules.state import View
from games.ccc.rules.working_board import Working


def can_be_completed(view: View, begun: Path) -> bool:
    """Return whether a legal collapse begins with a path, whose last drop may be 0 for any number."""
    board, position = view.setting.geometry, view.position
    work, left = start(Working(position.board, position.pools), begun.source, begun.count)
    held: Piece | None = left
    square, entered = begun.source, 1 << begun.source
    for direction, count in begun.steps:
        ray = board.rays[square][direction]
        if not ray or held is None or entered >> ray[0] & 1 or stack_stopped_by(work, ray[0], held):
            return False
        if count == 0:
            return _some_drop(view, begun)
        if count > held.height:
            return False
        square, entered = ray[0], entered | 1 << ray[0]
        group, held = drop_parts(held, count)
        if not work.put(square, group):
            return False
    if held is None:
        return not _is_plain(view, begun)
    return next(further_paths(board, work, held, begun, square, entered), None) is not None


def _some_drop(view: View, begun: Path) -> bool:
    *steps, (direction, _) = begun.steps
    spent = sum(drop for _, drop in steps)
    return any(
        can_be_completed(view, Path(begun.count, begun.source, (*steps, (direction, count))))
        for count in range(begun.count - spent, 0, -1)
    )


def _is_plain(view: View, path: Path) -> bool:
    """Return whether a whole stack goes to one square that its ordinary action reaches. CCC-76."""
    piece = view.position.board[path.source]
    return piece is not None and is_plain(piece.height, path)
