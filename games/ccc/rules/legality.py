"""Checks of actions that name the broken rule in words, from a view alone."""

from __future__ import annotations

import msgspec

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
from games.ccc.rules.collapses import flats_stopped_by, stack_stopped_by, start
from games.ccc.rules.compliments import what_is_wrong
from games.ccc.rules.geometry import DIAGONAL, DIRECTIONS, ORTHOGONAL, direction_between
from games.ccc.rules.moves import (
    actions,
    is_frozen,
    may_return_flag,
    of_piece,
    plain_actions,
    swaps,
    why_flag_stays,
    zone_of,
)
from games.ccc.rules.pieces import (
    CONSTRUCTED,
    CUBE,
    FLAG,
    FLAT,
    FLAT_STACK,
    PYRAMID,
    PYRAMID_STACK,
    TORUS,
    Piece,
    drop_parts,
    special,
)
from games.ccc.rules.state import SEAT_NAMES, View
from games.ccc.rules.working_board import Working

NAMES = {
    "F": "Flat",
    "FS": "Flat Stack",
    "C": "Cube",
    "T": "Torus",
    "N": "Nice Flag",
    "P": "Pyramid",
    "CP": "Constructed Pyramid",
    "PS": "Pyramid Stack",
}
_HOW = {
    "F": "it goes one square left, right or forward, and diagonally forward only to attack a lone Flat",
    "FS": "it goes one square along a rank or file",
    "C": "it goes one to five squares in a straight line onto an empty square, leaping over anything but "
    "your opponent's Nice Flag",
    "T": "it slides along a rank or file without leaping, and attacks anything next to it",
    "P": "it slides diagonally without leaping",
    "CP": "it slides diagonally without leaping",
    "PS": "it goes one square in any direction",
}


def why_illegal(view: View, action: Action) -> str | None:
    """Return in a sentence the rule that an action breaks, or None if it is legal."""
    if view.to_act is None:
        return "The match is over."
    if view.who != view.to_act:
        return f"It's {SEAT_NAMES[view.to_act]}'s turn."
    match action:
        case Move() | Merge() | Attack():
            return _why_no_plain(view, action)
        case Hop():
            return _why_no_hop(view, action)
        case Line() | Path():
            return _why_no_collapse(view, action)
        case Swap(one, other):
            return _why_no_swap(view, one, other)
        case FlagMove(target, text):
            return _why_no_flag_move(view, target, text)
        case FlagReturn(text):
            return _why_no_return(view, text)
        case Pass():
            first = next(actions(view.setting, view.position))
            return None if first == action else "You can't pass while there's something you can do."


def _zone(view: View) -> int:
    return zone_of(view.setting.geometry, view.position, view.position.side)


def _select(view: View, square: int) -> Piece | str:
    """Return the piece on a square, or why the player to move can't select it."""
    piece, names = view.position.board[square], view.setting.geometry.names
    if piece is None or piece.seat != view.to_act:
        return f"You have no piece on {names[square]}."
    if is_frozen(piece, square, _zone(view)):
        return (
            f"Your {NAMES[piece.kind]} on {names[square]} is next to your opponent's Nice Flag, and only "
            "pieces with a Pyramid can act there."
        )
    return piece


def _why_no_plain(view: View, action: Move | Merge | Attack) -> str | None:
    piece = _select(view, action.source)
    if isinstance(piece, str):
        return piece
    legal = plain_actions(view.setting, view.position, action.source, piece, _zone(view))
    if action in legal:
        return None
    there, target = view.position.board[action.target], view.setting.geometry.names[action.target]
    for kind, sign in ((Move, "-"), (Merge, "&"), (Attack, "x")):
        if kind(action.source, action.target) in legal:
            what = "empty" if there is None else "your own" if there.seat == piece.seat else "an enemy"
            return f"{target} is {what}; use “{sign}” for that."
    if there is not None and there.seat == piece.seat and _is_in_reach(view, action, piece):
        return _why_no_merge(piece, there, target)
    return _why_out_of_reach(view, action, piece)


def _is_in_reach(view: View, action: Move | Merge | Attack, piece: Piece) -> bool:
    """Return whether a piece could get to the target if an enemy stood there."""
    placed = list(view.position.board)
    placed[action.target] = special(1 - piece.seat, CUBE)
    empty = msgspec.structs.replace(view.position, board=tuple(placed))
    attack = Attack(action.source, action.target)
    return attack in plain_actions(view.setting, empty, action.source, piece, _zone(view))


def _why_out_of_reach(view: View, action: Move | Merge | Attack, piece: Piece) -> str:
    there, board = view.position.board[action.target], view.setting.geometry
    enemy = there is not None and there.seat != piece.seat
    if piece.kind == FLAT_STACK and enemy and _is_in_reach(view, action, piece):
        return "A Flat Stack can attack Structures only by collapsing onto them."
    direction = direction_between(board, action.source, action.target)
    way = board.rays[action.source][direction] if direction is not None else ()
    before = way[: way.index(action.target)] if action.target in way else ()
    zone = _zone(view)
    if piece.kind in (CUBE, TORUS) and any(zone >> square & 1 for square in before):
        return f"A {NAMES[piece.kind]} stops on the first square next to your opponent's Nice Flag."
    source, target = board.names[action.source], board.names[action.target]
    if piece.kind == FLAG:
        return f"A Nice Flag moves with a compliment; write N@{target}{{Cool move.}}, for example."
    return f"A {NAMES[piece.kind]} can't reach {target} from {source}: {_HOW[piece.kind]}."


def _why_no_merge(piece: Piece, there: Piece, target: str) -> str:
    if not there.flats and not there.pyramids:
        return f"Nothing can go onto your {NAMES[there.kind]} on {target}."
    if piece.flats and there.pyramids:
        return f"Flats can't go onto Pyramids, and there's a {NAMES[there.kind]} on {target}."
    if piece.flats and piece.flats + there.flats > 5:
        return f"A stack can have at most 5 Flats; {target} would have {piece.flats + there.flats}."
    if piece.pyramids and there.pyramids and not piece.flats:
        return f"A Pyramid can only go onto a larger one, and the one on {target} isn't larger."
    return f"A {NAMES[piece.kind]} can't go onto your {NAMES[there.kind]} on {target}."


def _why_no_hop(view: View, action: Hop) -> str | None:
    piece = _select(view, action.source)
    if isinstance(piece, str):
        return piece
    board = view.setting.geometry
    if piece.kind != FLAT:
        return f"Only a lone Flat can hop, and there's a {NAMES[piece.kind]} on {board.names[action.source]}."
    legal = of_piece(view.setting, view.position, action.source, piece, _zone(view))
    if action in legal:
        return None
    reached = max(
        n for n in range(len(action.landings)) if n == 0 or Hop(action.source, action.landings[:n]) in legal
    )
    square = board.names[action.landings[reached]]
    if reached and _zone(view) >> action.landings[reached - 1] & 1:
        return "A hop chain ends next to your opponent's Nice Flag."
    return (
        f"It can't hop to {square}: a hop goes over a lone enemy Flat next to it to the empty square "
        "behind, and the first hop can't go backward."
    )


def _why_no_swap(view: View, first: int, other: int) -> str | None:
    if Swap(first, other) in swaps(view.position.board, view.position.side):
        return None
    if Swap(other, first) in swaps(view.position.board, view.position.side):
        return "Write the lower square first, then the one farther to the right."
    for square in (first, other):
        piece = view.position.board[square]
        if piece is None or piece.seat != view.to_act or piece.kind != PYRAMID:
            return f"You don't have a lone Pyramid on {view.setting.geometry.names[square]}."
    return "A swap needs two different Pyramids."


def _why_no_flag_move(view: View, target: int, text: str) -> str | None:
    stays = why_flag_stays(view.position, _zone(view))
    if stays is not None:
        return stays
    if view.position.board[target] is not None:
        return f"A Nice Flag can only go to an empty square, and {view.setting.geometry.names[target]} isn't."
    return what_is_wrong(text, view.setting.options.compliments)


def _why_no_return(view: View, text: str) -> str | None:
    home = view.setting.geometry.names[view.setting.homes[view.position.side]]
    if view.position.flags[view.position.side] is not None:
        return "Your Nice Flag is on the board; you can only put back a destroyed one."
    if not may_return_flag(view.setting, view.position):
        return f"A Nice Flag goes back to its starting square, and {home} isn't empty."
    return what_is_wrong(text, view.setting.options.compliments)


# --- collapses ------------------------------------------------------------------------------------------


def _why_no_collapse(view: View, action: Line | Path) -> str | None:
    piece = _select(view, action.source)
    if isinstance(piece, str):
        return piece
    name = view.setting.geometry.names[action.source]
    if piece.kind not in (FLAT_STACK, CONSTRUCTED, PYRAMID_STACK):
        return f"Only Structures collapse, and there's a {NAMES[piece.kind]} on {name}."
    if isinstance(action, Path) != (piece.kind == PYRAMID_STACK):
        form = "4c3:+>1:+2:<1" if piece.kind == PYRAMID_STACK else "4d4+112"
        return f"The collapse of a {NAMES[piece.kind]} is written like {form}."
    if action.count > piece.height:
        return f"Your {NAMES[piece.kind]} on {name} has only {piece.height} parts."
    drops = [drop for _, drop in action.steps] if isinstance(action, Path) else list(action.drops)
    if sum(drops) != action.count:
        return f"You lift {action.count} and drop {sum(drops)}; the two must be equal."
    if _is_plain(view, action, piece):
        return "When a whole Structure goes to one square in its reach, write that as an ordinary move."
    return _check_path(view, action) if isinstance(action, Path) else _check_line(view, action, piece)


def _is_plain(view: View, action: Line | Path, piece: Piece) -> bool:
    """Return whether a collapse does the same as a plain action, which has to be written instead. CCC-76."""
    rays = view.setting.geometry.rays[action.source]
    if isinstance(action, Path):
        ray, place = rays[action.steps[0][0]], 0
        alone = len(action.steps) == 1
    else:
        ray, place = rays[action.direction], len(action.drops) - 1
        alone = sum(drop > 0 for drop in action.drops) == 1
    if not alone or action.count != piece.height or place >= len(ray):
        return False
    plain = plain_actions(view.setting, view.position, action.source, piece, _zone(view))
    return any(kind(action.source, ray[place]) in plain for kind in (Move, Merge, Attack))


def _begin_collapse(view: View, action: Line | Path) -> tuple[Working, Piece]:
    return start(Working(view.position.board, view.position.pools), action.source, action.count)


def _check_line(view: View, action: Line, piece: Piece) -> str | None:
    flats = piece.kind == FLAT_STACK
    if action.direction not in (ORTHOGONAL if flats else DIAGONAL):
        way = "along a rank or file" if flats else "diagonally"
        return f"A {NAMES[piece.kind]} collapses {way}, not toward {DIRECTIONS[action.direction]}."
    ray = view.setting.geometry.rays[action.source][action.direction]
    if len(action.drops) > len(ray):
        return "That line leaves the board."
    return _check_flats(view, action, ray) if flats else _check_pyramids(view, action, ray)


def _check_flats(view: View, action: Line, ray: tuple[int, ...]) -> str | None:
    work, held = _begin_collapse(view, action)
    zone, names = _zone(view), view.setting.geometry.names
    left: Piece | None = held
    for square, count in zip(ray, action.drops, strict=False):
        if left is None or count == 0:
            return "Drop at least one Flat on every square of the line until you have none left."
        stopped = flats_stopped_by(work, square, left, zone)
        if stopped is not None:
            return f"{names[square]} {stopped}."
        if count < left.flats and zone >> square & 1:
            return (
                f"{names[square]} is next to your opponent's Nice Flag: drop all the Flats in your hand "
                "there."
            )
        group, left = drop_parts(left, count)
        if not work.put(square, group):
            return f"{names[square]} would have more than 5 Flats."
    return None


def _check_pyramids(view: View, action: Line, ray: tuple[int, ...]) -> str | None:
    if action.drops[-1] == 0:
        return "The list of drops has to end with the last drop, never with 0."
    work, held = _begin_collapse(view, action)
    left: Piece | None = held
    for square, count in zip(ray, action.drops, strict=False):
        if count == 0 or left is None:
            continue
        group, left = drop_parts(left, count)
        there = work.board[square]
        if not work.put(square, group) and there is not None:
            return _why_no_merge(group, there, view.setting.geometry.names[square])
    return None


def _check_path(view: View, action: Path) -> str | None:
    work, held = _begin_collapse(view, action)
    board, square, entered = view.setting.geometry, action.source, {action.source}
    left: Piece | None = held
    for direction, count in action.steps:
        ray = board.rays[square][direction]
        if not ray:
            return f"From {board.names[square]}, that way leads off the board."
        square = ray[0]
        if square in entered:
            return f"A collapse can't visit a square twice, and it has already been on {board.names[square]}."
        entered.add(square)
        if left is None:
            return "You have nothing left to drop."
        stopped = stack_stopped_by(work, square, left)
        if stopped is not None:
            return f"{board.names[square]} {stopped}."
        group, left = drop_parts(left, count)
        there = work.board[square]
        if not work.put(square, group) and there is not None:
            return _why_no_merge(group, there, board.names[square])
    return None
