"""What may be chosen next: roll, then a pawn and a direction, or a square and a pawn, whichever are fewer."""

from __future__ import annotations

from games.core.prompt import ARROWS, Choice, Prompt
from games.core.scene import Mark
from games.creators.geometry import Move, geometry
from games.creators.notation import format_action
from games.creators.rules import moves
from games.creators.view import View

_LAND = "to-"
"""What the key of a square begins with that is chosen before the pawn."""
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


def prompt(view: View, draft: tuple[str, ...]) -> Prompt:
    """The next question for the viewer; a draft that leads nowhere starts again from the first one."""
    if view.who is None or view.who != view.to_act:
        return Prompt("It's not your turn.", "list")
    if not view.die:
        return Prompt("Roll the die.", "list", (Choice("roll", "Roll the die", action="roll"),))
    legal = moves(view.board, view.who, view.die, view.options)
    pawn = [move for move in legal if draft == (move.source,)]
    square = [move for move in legal if draft == (_LAND + move.target,)]
    if pawn or square:
        return _directions(view, pawn) if pawn else _landing(view, square)
    fewer_squares = len({move.target for move in legal}) < len({move.source for move in legal})
    return _squares(view, legal) if fewer_squares else _pawns(view, legal)


def _pawns(view: View, legal: list[Move]) -> Prompt:
    by_pawn: dict[str, list[Move]] = {}
    for move in legal:
        by_pawn.setdefault(move.source, []).append(move)
    choices = tuple(_pawn(view, source, options) for source, options in by_pawn.items())
    return Prompt(
        f"You rolled {view.die}. Which pawn do you want to move?",
        "list",
        choices,
        (Mark("option", tuple(by_pawn)),),
    )


def _pawn(view: View, source: str, options: list[Move]) -> Choice:
    """One pawn; one that can go one way alone is not asked which."""
    action = format_action(options[0]) if len(options) == 1 else None
    return Choice(source, source, _hint(view, options), action)


def _squares(view: View, legal: list[Move]) -> Prompt:
    """Where to land, asked first where there are fewer such squares than pawns."""
    by_square: dict[str, list[Move]] = {}
    for move in legal:
        by_square.setdefault(move.target, []).append(move)
    marks = (
        Mark("landing", tuple(target for target, options in by_square.items() if not options[0].capture)),
        Mark("strike", tuple(target for target, options in by_square.items() if options[0].capture)),
    )
    return Prompt(
        f"You rolled {view.die}. Where do you want to land?",
        "list",
        tuple(_square(target, options) for target, options in by_square.items()),
        tuple(mark for mark in marks if mark.squares),
    )


def _square(target: str, options: list[Move]) -> Choice:
    action = format_action(options[0]) if len(options) == 1 else None
    label = f"×{target}" if options[0].capture else target
    return Choice(_LAND + target, label, f"from {', '.join(move.source for move in options)}", action)


def _landing(view: View, options: list[Move]) -> Prompt:
    """Which pawn lands on a square that several can reach."""
    target = options[0].target
    choices = tuple(
        Choice(move.source, f"{move.source} {ARROWS[_key(view, move)]}", action=format_action(move))
        for move in options
    )
    marks = (Mark("option", tuple(move.source for move in options)), Mark("chosen", (target,)))
    return Prompt(f"Which pawn lands on {target}?", "list", choices, marks)


def _hint(view: View, options: list[Move]) -> str:
    parts = (f"{ARROWS[_key(view, move)]}{'×' if move.capture else ''}{move.target}" for move in options)
    return "  ".join(parts)


def _directions(view: View, options: list[Move]) -> Prompt:
    source = options[0].source
    choices = tuple(_direction(view, move) for move in options)
    marks = (
        Mark("chosen", (source,)),
        Mark("landing", tuple(m.target for m in options if not m.capture)),
        Mark("strike", tuple(m.target for m in options if m.capture)),
    )
    return Prompt(
        f"Move {source} exactly {view.die}. Which way?",
        "compass",
        choices,
        tuple(m for m in marks if m.squares),
    )


def _direction(view: View, move: Move) -> Choice:
    key = _key(view, move)
    label = f"{ARROWS[key]} {'×' if move.capture else ''}{move.target}"
    return Choice(key, label, "captures" if move.capture else "", format_action(move))


def _key(view: View, move: Move) -> str:
    size, cell_of = view.options.board_size, geometry(view.options.board_size).cell_of
    (row, column), (to_row, to_column) = (
        divmod(cell_of[move.source], size),
        divmod(cell_of[move.target], size),
    )
    return _KEYS[_sign(to_row - row), _sign(to_column - column)]


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
