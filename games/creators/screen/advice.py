"""Actions presented as advice: in words, and as arrows on the board."""

from __future__ import annotations

import msgspec

from games.core.screen.advice import Advice, build_advice, mark_move, mark_strike
from games.core.screen.scene import crop
from games.creators.rules.geometry import DIE_FACES, EMPTY, Action, Geometry, Move, Roll, geometry
from games.creators.rules.view import View
from games.creators.screen.parts import find_surroundings
from games.creators.screen.scene import is_turned, scene


def advice(view: View, action: Action) -> Advice:
    """Present an action as advice to the viewer."""
    shown = scene(view)
    if isinstance(action, Roll):
        return build_advice("roll the die", shown, why="Every turn begins with a roll.")
    source, target = action.source, action.target
    if action.capture:
        words, marks = f"capture on {target} with the pawn on {source}", mark_strike(source, target)
    else:
        words, marks = f"move the pawn on {source} to {target}", mark_move(source, target)
    advised = build_advice(words, shown, *marks, why=_why(view, action))
    size, squares = view.options.board_size, [source, target]
    files, ranks = find_surroundings(size, squares, is_turned=is_turned(view.who))
    return msgspec.structs.replace(advised, picture=crop(advised.picture, files, ranks))


def _why(view: View, move: Move) -> str:
    """Return a reason for a move; of the pattern, it uses only what the viewer marked as remembered."""
    fills, leaves = move.target in view.recalled, move.source in view.recalled
    board = geometry(view.options.board_size)
    source, target = board.cell_of[move.source], board.cell_of[move.target]
    now, then = _dangers(view, board, source, target), _dangers(view, board, target, source)
    if fills and not leaves and view.who == 0:
        return f"It fills {move.target}, which you marked."
    if fills and view.who == 1 and move.capture:
        return f"It takes {move.target}, which you marked, from the Creator."
    if move.capture:
        safe = "" if then else ", and no other can strike back"
        return f"It sends an enemy pawn home{safe}."
    if now and not then:
        return "It can be captured where it is now; over there, no enemy pawn can reach it next turn."
    if now > then:
        return "It's harder to capture over there than where it is now."
    if _from_middle(board, target) < _from_middle(board, source):
        return "It brings the pawn closer to the middle, where the patterns are."
    return "It opens new squares to the pawn for your next turn."


def _dangers(view: View, board: Geometry, cell: int, empty: int) -> int:
    """Return in how many ways an enemy pawn could land on a cell with one roll, with `empty` vacated."""
    enemy = EMPTY + 2 - (view.who or 0)
    lines = board.lines[view.who or 0]
    reached = (end for face in DIE_FACES for end, _ in lines[face][cell] if end != empty)
    return sum(view.board[end] == enemy for end in reached)


def _from_middle(board: Geometry, cell: int) -> int:
    """Return twice the distance of a cell from the middle of the board, in king's steps."""
    return max(abs(2 * place - (board.size - 1)) for place in divmod(cell, board.size))
