"""What may be chosen next: roll, then a pawn, then a direction."""

from __future__ import annotations

from games.core.prompt import ARROWS, Choice, Prompt
from games.core.scene import Mark
from games.creators.geometry import Move, geometry
from games.creators.notation import format_action
from games.creators.rules import moves
from games.creators.view import View

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
    chosen = [move for move in legal if draft == (move.source,)]
    return _directions(view, chosen) if chosen else _pawns(view, legal)


def _pawns(view: View, legal: list[Move]) -> Prompt:
    by_pawn: dict[str, list[Move]] = {}
    for move in legal:
        by_pawn.setdefault(move.source, []).append(move)
    choices = tuple(Choice(source, source, _hint(view, options)) for source, options in by_pawn.items())
    return Prompt(
        f"You rolled {view.die}. Which pawn do you want to move?",
        "list",
        choices,
        (Mark("option", tuple(by_pawn)),),
    )


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
