"""The compliment that's suggested because it fits the opponent's last turn. CCC-42."""

from __future__ import annotations

from games.ccc.rules.actions import (
    Action,
    Attack,
    FlagMove,
    FlagReturn,
    Hop,
    Line,
    Merge,
    Move,
    Path,
    Swap,
)
from games.ccc.rules.costs import falls, name_piece
from games.ccc.rules.pieces import CUBE, TORUS, Piece, Pools, fight
from games.ccc.rules.position import Position
from games.ccc.rules.state import View

_HOPS = ("", "one", "two", "three", "four", "five")


def praise(view: View) -> str | None:
    """Return a compliment on the opponent's last turn, from what the view shows; None at the start."""
    last = view.last
    if last is None or last.seat == view.to_act:
        return None
    return _praise(view, last.before, last.action)


def _praise(view: View, before: Position, action: Action) -> str:
    names, board = view.setting.geometry.names, before.board
    match action:
        case Attack(source, target):
            return _on_attack(before, board[source], board[target])
        case Hop(_, landings):
            return _on_hop(len(landings))
        case Line() | Path():
            return _on_collapse(view, before, action)
        case Merge(_, target):
            return f"Beautifully stacked, there on {names[target]}."
        case Swap(one, other):
            return f"A smooth swap, {names[one]} with {names[other]}."
        case Move(source, target):
            return f"Your {_name(board[source])} looks good on {names[target]}."
        case FlagMove(target):
            return f"Your Nice Flag looks lovely on {names[target]}."
        case FlagReturn():
            return "How nice to see your Flag again."
    return "You stay so calm, even when nothing moves."


def _on_attack(before: Position, attacker: Piece | None, defender: Piece | None) -> str:
    if attacker is None or defender is None or defender.kind == CUBE:
        return "I like how boldly you play."
    if _is_taken(attacker, defender, before.pools):
        return f"You took my {_name(defender)}, and I have to admire it."
    return f"My {_name(defender)} felt that one. Well struck."


def _is_taken(attacker: Piece, defender: Piece, pools: Pools) -> bool:
    stands, _ = fight(attacker, defender, pools)
    return stands is None or stands.seat == attacker.seat


def _on_hop(count: int) -> str:
    if count == 1:
        return "A lovely hop over my Flat."
    return f"{_HOPS[count].capitalize() if count < len(_HOPS) else count} hops in one turn. What a chain!"


def _on_collapse(view: View, before: Position, action: Line | Path) -> str:
    """Return praise for a collapse: for its most valuable capture, for where it struck, or for its looks."""
    fallen = falls(view.setting.geometry, before, action)
    struck = [(fall, fall.there) for fall in fallen if fall.there is not None]
    taken = [there for fall, there in struck if _is_taken(fall.group, there, fall.pools)]
    if taken:
        return f"That collapse took my {_name(max(taken, key=_worth))}. Beautiful timing."
    if struck:
        return "That collapse came down just where it counts."
    return f"Your {_name(before.board[action.source])} came down so gracefully."


def _worth(piece: Piece) -> tuple[int, int]:
    """Return the worth of a piece, to be compared: Pyramids first, then Toruses, then others by Strength."""
    return sum(left for _, left in piece.pyramids), 10 if piece.kind == TORUS else piece.strength


def _name(piece: Piece | None) -> str:
    return "piece" if piece is None else name_piece(piece)
