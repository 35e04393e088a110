"""Sentences about an action, the same for both players and the public. CCC-9, CCC-42."""

from __future__ import annotations

from collections.abc import Mapping

from games.ccc.rules.actions import (
    Action,
    Attack,
    FlagMove,
    FlagReturn,
    Hop,
    Line,
    Merge,
    Move,
    Pass,
    Path,
    Swap,
)
from games.ccc.rules.costs import describe_landing, falls, fate, parts
from games.ccc.rules.geometry import Geometry
from games.ccc.rules.legality import NAMES
from games.ccc.rules.notation import format_action
from games.ccc.rules.position import Position
from games.ccc.rules.state import SEAT_NAMES, CccReason
from games.core.game import Result, Viewer
from games.core.teaching.removed import is_removed

Told = Mapping[Viewer, tuple[str, ...]]


def tell_action(
    board: Geometry, before: Position, now: Position, seat: int, action: Action, result: Result | None
) -> Told:
    """Return for each viewer the sentences about an action, its drops, Toruses that fell, and the end."""
    lines = [sentence(board, before, seat, action)]
    if isinstance(action, Line | Path):
        lines += _all_that_fell(board, before, action)
    for colour in (0, 1):
        if before.pools[colour] and not now.pools[colour]:
            lines.append(f"{SEAT_NAMES[colour]}'s Toruses have no Strength left and are gone.")
    if result is not None:
        lines.append(ending_sentence(result))
    return {0: tuple(lines), 1: tuple(lines), None: tuple(lines)}


def _all_that_fell(board: Geometry, before: Position, action: Line | Path) -> list[str]:
    """Return sentences about what dropped where, in order, and the outcome of each attack."""
    fallen = list(falls(board, before, action))
    drops = [f"{parts(fall.group)} on {board.names[fall.square]}" for fall in fallen]
    attacks = [describe_landing(fall, board.names[fall.square]) for fall in fallen if fall.there is not None]
    order = "In order: " if len(drops) > 1 else "It drops "
    return [f"{order}{', '.join(drops)}.", *attacks]


def sentence(board: Geometry, before: Position, seat: int, action: Action) -> str:
    """Return an action in words."""
    who, text, names = SEAT_NAMES[seat], format_action(action), board.names
    match action:
        case Move(source, target):
            return f"{who} moves a {_name(before, source)}: {text}."
        case Merge(source, target):
            return f"{who} puts a {_name(before, source)} onto {names[target]}: {text}."
        case Attack(source, target):
            outcome = _fate(before, source, target)
            return (
                f"{who} attacks a {_name(before, target)} with a {_name(before, source)}: {text}. {outcome}"
            )
        case Hop(_, landings):
            return f"{who} hops over {len(landings)}: {text}."
        case Line(_, source) | Path(_, source):
            return f"{who} collapses a {_name(before, source)}: {text}."
        case Swap():
            return f"{who} swaps two Pyramids: {text}."
        case FlagMove(target, compliment):
            return f"{who}'s Nice Flag goes to {names[target]}{_quote(compliment)}"
        case FlagReturn(compliment):
            return f"{who}'s Nice Flag is back{_quote(compliment)}"
        case Pass():
            return f"{who} can't do anything and passes."


def _quote(compliment: str) -> str:
    if is_removed(compliment):
        return ". A moderator has removed what was said."
    return f" and says: “{compliment}”" if compliment else "."


def _name(position: Position, square: int) -> str:
    piece = position.board[square]
    return NAMES[piece.kind] if piece is not None else "piece"


def _fate(before: Position, source: int, target: int) -> str:
    mine, there = before.board[source], before.board[target]
    return fate(mine, there, before.pools) if mine is not None and there is not None else ""


def ending_sentence(result: Result) -> str:
    """Return in one sentence how the game's own rules ended the match."""
    if result.reason == CccReason.PYRAMIDS and result.winner is not None:
        return f"{SEAT_NAMES[result.winner]} wins: {SEAT_NAMES[1 - result.winner]}'s Pyramids are destroyed."
    if result.winner is not None:
        winner = SEAT_NAMES[result.winner]
        return f"{winner} wins: no attack for too long, and {winner}'s army is stronger."
    return {
        CccReason.BOTH_PYRAMIDS: "Drawn: both sides lost their last Pyramids in one turn.",
        CccReason.REPETITION: "Drawn: this position has come up for the third time.",
        CccReason.QUIET: "Drawn: too many turns without an attack.",
        CccReason.STUCK: "Drawn: neither side can do anything.",
    }[CccReason(result.reason)]
