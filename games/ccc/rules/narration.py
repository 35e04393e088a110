"""Sentences about an action, in each reader's person; all are told the same. CCC-9, CCC-42, CCC-78."""

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
from games.ccc.rules.costs import Fall, falls, fate, list_parts, name_piece, strength_of
from games.ccc.rules.geometry import Geometry
from games.ccc.rules.notation import format_action
from games.ccc.rules.pieces import CUBE, fight
from games.ccc.rules.position import Position
from games.ccc.rules.state import SEAT_NAMES, CccReason
from games.core.game import Result, Viewer
from games.core.teaching.removed import is_removed

Told = Mapping[Viewer, tuple[str, ...]]


def tell_action(
    board: Geometry, before: Position, now: Position, seat: int, action: Action, result: Result | None
) -> Told:
    """Return for each viewer the sentences about an action, its drops, Toruses that fell, and the end."""
    return {who: _tell(board, before, now, seat, action, result, who) for who in (0, 1, None)}


def _tell(
    board: Geometry,
    before: Position,
    now: Position,
    seat: int,
    action: Action,
    result: Result | None,
    who: Viewer,
) -> tuple[str, ...]:
    lines = [sentence(board, before, seat, action, who)]
    if isinstance(action, Line | Path):
        lines += _all_that_fell(board, before, action, who)
    for colour in (0, 1):
        if before.pools[colour] and not now.pools[colour]:
            lines.append(f"{_own(who, colour, 'Your')} Toruses have no Strength left and are gone.")
    if result is not None:
        lines.append(ending_sentence(result, who))
    return tuple(lines)


def _own(who: Viewer, seat: int, your: str = "your") -> str:
    """Return a side as an owner, for a viewer to read."""
    return your if who == seat else f"{SEAT_NAMES[seat]}'s"


def _does(who: Viewer, seat: int, verb: str, ending: str = "s") -> str:
    """Return a side with its verb, for a viewer to read: “You hop”, “White hops”."""
    return f"You {verb}" if who == seat else f"{SEAT_NAMES[seat]} {verb}{ending}"


def _all_that_fell(board: Geometry, before: Position, action: Line | Path, who: Viewer) -> list[str]:
    """Return sentences about what dropped where, in order, and the outcome of each attack."""
    fallen = list(falls(board, before, action))
    drops = [f"{list_parts(fall.group)} on {board.names[fall.square]}" for fall in fallen]
    return [f"It drops {', then '.join(drops)}.", *_all_that_met(board, fallen, who)]


def _all_that_met(board: Geometry, fallen: list[Fall], who: Viewer) -> list[str]:
    return [
        f"On {board.names[fall.square]}: {list_parts(fall.group)} against "
        f"{_own(who, fall.there.seat)} {name_piece(fall.there)}. {fate(fall.group, fall.there, fall.pools)}"
        for fall in fallen
        if fall.there is not None
    ]


def sentence(board: Geometry, before: Position, seat: int, action: Action, who: Viewer) -> str:
    """Return an action in words, for a viewer to read."""
    text, names = format_action(action), board.names
    own = _own(who, seat, "Your")
    match action:
        case Move(source):
            return f"{_does(who, seat, 'move')} a {_name(before, source)}: {text}."
        case Merge(source, target):
            onto = f"{_name(before, target)} on {names[target]}"
            return f"{own} {_name(before, source)} goes onto the {onto}: {text}."
        case Attack(source, target):
            there = f"{_own(who, 1 - seat)} {_name(before, target)} on {names[target]}"
            return f"{own} {_name(before, source)} {_tell_attack(before, source, target, there)}: {text}."
        case Hop(_, landings):
            flats = "a Flat" if len(landings) == 1 else f"{len(landings)} Flats"
            return f"{_does(who, seat, 'hop')} over {flats}: {text}."
        case Line(_, source) | Path(_, source):
            return f"{own} {_name(before, source)} collapses: {text}."
        case Swap(one, other):
            pair = f"{_name(before, one)} and {_name(before, other)}"
            return f"{own} {pair} swap places: {text}."
        case FlagMove(target, compliment):
            return f"{own} Nice Flag goes to {names[target]}{_quote(compliment)}"
        case FlagReturn(compliment):
            return f"{own} Nice Flag is back{_quote(compliment)}"
        case Pass():
            stuck = _does(who, seat, "can't do anything", "")
            return f"{stuck}, so {_own(who, seat)} turn passes."


def _tell_attack(before: Position, source: int, target: int, there: str) -> str:
    """Return the outcome of an attack as the rest of a sentence that begins with the attacker."""
    mine, enemy = before.board[source], before.board[target]
    if mine is None or enemy is None:
        raise ValueError("no piece attacks, or none is attacked")
    stands, left = fight(mine, enemy, before.pools)
    if stands is None:
        return f"and {there} destroy each other"
    if stands.seat == mine.seat:
        return f"takes {there} and keeps {strength_of(stands, left)}"
    if enemy.kind == CUBE:
        return f"attacks {there} and is destroyed"
    return f"attacks {there}, which keeps {strength_of(stands, left)}, and is destroyed"


def _quote(compliment: str) -> str:
    if is_removed(compliment):
        return ". A moderator has removed what was said."
    return f" and says: “{compliment}”" if compliment else "."


def _name(position: Position, square: int) -> str:
    piece = position.board[square]
    return name_piece(piece) if piece is not None else "piece"


def ending_sentence(result: Result, who: Viewer = None) -> str:
    """Return in one sentence how the game's own rules ended the match, for a viewer to read."""
    if result.winner is not None:
        wins = _does(who, result.winner, "win")
        if result.reason == CccReason.PYRAMIDS:
            return f"{wins}: {_own(who, 1 - result.winner)} Pyramids are destroyed."
        return f"{wins}: no attack for too long, and {_own(who, result.winner)} army is stronger."
    return {
        CccReason.BOTH_PYRAMIDS: "Drawn: both sides lost their last Pyramids in one turn.",
        CccReason.REPETITION: "Drawn: this position has come up for the third time.",
        CccReason.QUIET: "Drawn: too many turns without an attack.",
        CccReason.STUCK: "Drawn: neither side can do anything.",
    }[CccReason(result.reason)]
