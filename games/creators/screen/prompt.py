"""The questions of a turn: the roll, then the square to land on, then which pawn lands there."""

from __future__ import annotations

from functools import lru_cache

from games.core.screen.prompt import ARROWS, Choice, Prompt
from games.core.screen.scene import Mark
from games.creators.rules.geometry import Move, geometry
from games.creators.rules.notation import format_action
from games.creators.rules.rules import moves
from games.creators.rules.state import field
from games.creators.rules.view import View
from games.creators.screen.scene import is_turned

_KEYS = {
    (-1, -1): "nw",
    (-1, 0): "n",
    (-1, 1): "ne",
    (0, -1): "w",
    (0, 1): "e",
    (1, -1): "sw",
    (1, 0): "s",
    (1, 1): "se",
}


@lru_cache(maxsize=64)
def prompt(view: View, draft: tuple[str, ...]) -> Prompt:
    """Return the next question for the viewer; a draft that fits no move starts over."""
    if view.who is None or view.who != view.to_act:
        return Prompt("It's not your turn.", "list")
    if not view.die:
        return Prompt("Roll the die.", "list", (Choice("roll", "Roll the die", action="roll"),))
    legal = moves(view.board, view.who, view.die, view.options)
    square = [move for move in legal if draft == (move.target,)]
    return _pawns(view, square) if square else _squares(view, legal)


def _squares(view: View, legal: list[Move]) -> Prompt:
    """Ask where to land; squares where patterns lie come first, then from the top as the viewer sees it."""
    size = view.options.board_size
    names, cell_of, inside = geometry(size).names, geometry(size).cell_of, frozenset(field(size))
    by_square: dict[str, list[Move]] = {}
    for move in legal:
        by_square.setdefault(move.target, []).append(move)
    facing = _facing(view)
    cells = sorted(map(cell_of.__getitem__, by_square), key=lambda cell: (cell not in inside, facing * cell))
    targets = [names[cell] for cell in cells]
    marks = (
        Mark("landing", tuple(target for target in targets if not by_square[target][0].capture)),
        Mark("strike", tuple(target for target in targets if by_square[target][0].capture)),
    )
    return Prompt(
        f"You rolled {view.die}. Where do you want to land?",
        "list",
        tuple(_square(view, name, by_square[name], cell_of[name] in inside) for name in targets),
        tuple(mark for mark in marks if mark.squares),
    )


def _square(view: View, target: str, options: list[Move], in_field: bool) -> Choice:
    """Return the choice of a square; if only one pawn can reach it, the choice is the whole move."""
    action = format_action(options[0]) if len(options) == 1 else None
    label = f"{target} × captures" if options[0].capture else target
    pawns = "  ".join(_from(view, move) for move in options)
    return Choice(target, label, f"from {pawns}", action, group="The field" if in_field else "Elsewhere")


def _pawns(view: View, options: list[Move]) -> Prompt:
    """Ask which pawn lands on a square that several can reach."""
    target = options[0].target
    choices = tuple(Choice(move.source, _from(view, move), action=format_action(move)) for move in options)
    marks = (Mark("option", tuple(move.source for move in options)), Mark("chosen", (target,)))
    return Prompt(f"Which pawn lands on {target}?", "list", choices, marks)


def _from(view: View, move: Move) -> str:
    return _came(view.options.board_size, _facing(view), move.source, move.target)


@lru_cache(maxsize=8192)
def _came(size: int, facing: int, source: str, target: str) -> str:
    """Return the pawn's square and the direction of its move, as a viewer with this facing sees it."""
    cell_of = geometry(size).cell_of
    (row, column), (to_row, to_column) = (divmod(cell_of[name], size) for name in (source, target))
    return f"{source} {ARROWS[_KEYS[facing * _sign(to_row - row), facing * _sign(to_column - column)]]}"


def _facing(view: View) -> int:
    """Return −1 for a viewer who sees the board turned by half a turn, else 1."""
    return -1 if is_turned(view.who) else 1


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
