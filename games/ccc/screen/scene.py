"""Pictures of CCC as plain data: stacks seen from above, frozen zones, and the last action."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from games.ccc.rules.actions import Attack, FlagMove, FlagReturn, Hop, Line, Merge, Move, Path, Swap
from games.ccc.rules.collapses import squares_of
from games.ccc.rules.costs import describe_piece
from games.ccc.rules.geometry import FILES, Geometry
from games.ccc.rules.moves import is_frozen, zone_of
from games.ccc.rules.narration import ending_sentence
from games.ccc.rules.notation import format_action
from games.ccc.rules.pieces import CUBE, FLAG, FLAT, FULL, SIZES, TORUS, Piece, Pools
from games.ccc.rules.position import Position, Setting, flags_on
from games.ccc.rules.state import SEAT_NAMES, CccReason, View
from games.ccc.screen import quiet_end
from games.core.endings import describe_act
from games.core.screen.scene import Counter, Mark, Scene, SeatColors, Tint, Token, steps

TITLE = "Collapsable Construct Collision"
COLORS: SeatColors = "white-black"
SHORT_TITLE = "CCC"


def scene(view: View, *, flip: bool = False, marks: tuple[Mark, ...] = ()) -> Scene:
    """Return the board with the viewer's side at the bottom, or at the top with `flip`."""
    return _draw(view, view.position, marks, flip)


def _draw(view: View, counted: Position, marks: tuple[Mark, ...], flip: bool = False) -> Scene:
    """Return the picture of a view; `counted` is its position, with a lifted part of a Structure, if any."""
    files, ranks = labels(view.setting, view.who, flip)
    return Scene(
        colors=COLORS,
        title=SHORT_TITLE,
        subtitle=_subtitle(view),
        alt=_alt(view, counted),
        files=files,
        ranks=ranks,
        tints=_zones(view),
        tokens=tokens(view.setting.geometry, view.position),
        marks=(*_last_marks(view), *marks),
        counters=_counters(view, counted),
        below=quiet_end.weigh_sides(view, counted),
        turn=view.to_act,
    )


def would_stand(
    view: View,
    placed: Sequence[Piece | None],
    pools: Pools,
    marks: tuple[Mark, ...],
    held: Piece | None = None,
) -> Scene:
    """Return the picture of a hypothetical board; `held` is a lifted part of a Structure, if any."""
    board = tuple(placed)
    position = msgspec.structs.replace(view.position, board=board, pools=pools, flags=flags_on(board))
    thought_of = msgspec.structs.replace(view, position=position, last=None)
    return _draw(thought_of, msgspec.structs.replace(position, board=(*board, held)), marks)


def labels(setting: Setting, who: int | None, flip: bool = False) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the files from the left and ranks from the top, reversed for Black or by `flip`, not both."""
    files, ranks = tuple(FILES), tuple(str(rank) for rank in range(setting.geometry.ranks, 0, -1))
    return (files[::-1], ranks[::-1]) if (who == 1) != flip else (files, ranks)


def tokens(board: Geometry, position: Position) -> tuple[Token, ...]:
    """Return the pieces on the board as tokens."""
    zones = (zone_of(board, position, 0), zone_of(board, position, 1))
    return tuple(
        token(board.names[square], piece, position.pools, is_frozen(piece, square, zones[piece.seat]))
        for square, piece in enumerate(position.board)
        if piece is not None
    )


def token(name: str, piece: Piece, pools: Pools, frozen: bool = False) -> Token:
    """Return a piece as a token: Flats on one another, slices of one pyramid on top, Strength as a badge."""
    if piece.kind == CUBE:
        return Token(name, "cube", piece.seat, frozen=frozen)
    if piece.kind == TORUS:
        return Token(name, "torus", piece.seat, badge=str(pools[piece.seat]), frozen=frozen)
    if piece.kind == FLAG:
        return Token(name, "flag", piece.seat, "COOL\nMOVE", frozen=frozen)
    return Token(
        name,
        "tower",
        piece.seat,
        badge=str(piece.strength) if piece.pyramids else "",
        stack=piece.flats,
        layers=tuple(size + 1 for size, _ in piece.pyramids),
        worn=tuple(FULL[size] - left for size, left in piece.pyramids),
        frozen=frozen,
    )


def _zones(view: View) -> tuple[Tint, ...]:
    """Return tints for the squares beside each side's Nice Flag, where enemy pieces are frozen."""
    board = view.setting.geometry
    white, black = (
        tuple(name for square, name in enumerate(board.names) if bits >> square & 1)
        for bits in (zone_of(board, view.position, 1), zone_of(board, view.position, 0))
    )
    return tuple(tint for tint in (Tint("frozen0", white), Tint("frozen1", black)) if tint.squares)


def _last_marks(view: View) -> tuple[Mark, ...]:
    if view.last is None:
        return ()
    names = view.setting.geometry.names
    match view.last.action:
        case Move(source, target) | Merge(source, target) | Attack(source, target):
            return steps(((names[source], names[target]),))
        case Hop(source, landings):
            return steps(pairwise(names[square] for square in (source, *landings)))
        case Line(_, source) | Path(_, source) as action:
            return _mark_collapse(view.setting.geometry, action)
        case Swap(one, other):
            return tuple(Mark("step", (names[a], names[b])) for a, b in ((one, other), (other, one)))
        case FlagMove(target):
            return _flag_moved(view, view.last.seat, target)
        case FlagReturn():
            return (Mark("entry", (names[view.setting.homes[view.last.seat]],)),)
        case _:
            return ()


def _mark_collapse(board: Geometry, action: Line | Path) -> tuple[Mark, ...]:
    """Return marks for the way of a collapse, square by square, and for how many parts dropped where."""
    names, way = board.names, squares_of(board, action)
    drops = tuple(Mark("number", (names[square],), f"+{count}") for square, count in way if count)
    return (
        *steps(pairwise(names[square] for square in (action.source, *(there for there, _ in way)))),
        *drops,
    )


def _flag_moved(view: View, seat: int, target: int) -> tuple[Mark, ...]:
    """Return the way of a Nice Flag from its square in the previous position."""
    names = view.setting.geometry.names
    source = flags_on(view.past[-2][0])[seat] if len(view.past) > 1 else None
    return (Mark("entry", (names[target],)),) if source is None else steps(((names[source], names[target]),))


def collapse_marks(board: Geometry, action: Line | Path) -> tuple[Mark, ...]:
    """Return marks for the start of a planned collapse, its way, and how many parts drop where."""
    names = board.names
    fallen = tuple(names[square] for square, count in squares_of(board, action) if count)
    to = (Mark("to", fallen),) if fallen else ()
    return (Mark("from", (names[action.source],)), *to, *_mark_collapse(board, action))


def _counters(view: View, counted: Position) -> tuple[Counter, ...]:
    pyramids = (Counter("Pyramids", _pyramids_left(counted, seat), seat) for seat in (0, 1))
    return (*pyramids, *quiet_end.count_turns(view, counted), Counter("Turn", str(_turn(view))))


def _turn(view: View) -> int:
    """Return the number of the current turn or, after an end by the rules, of the last one."""
    ended = view.outcome is not None and isinstance(view.outcome.reason, CccReason)
    return view.position.ply - 1 if ended else view.position.ply


def _pyramids_left(position: Position, seat: int) -> str:
    own = [piece for piece in position.board if piece is not None and piece.seat == seat]
    left = sorted(size for piece in own for size, _ in piece.pyramids)
    return " ".join(SIZES[size] for size in left) or "none"


def _subtitle(view: View) -> str:
    if view.outcome is not None:
        return result_line(view)
    left = quiet_end.count_last_turns(view)
    last = {0: "", 1: ", last quiet turn"}.get(left, f", {left} quiet turns left")
    return f"{SEAT_NAMES[view.position.side]} to move{last}"


def result_line(view: View) -> str:
    """Return in a few words how the match ended, empty while it continues."""
    outcome = view.outcome
    if outcome is None:
        return ""
    winner = outcome.winner
    names = (None, None) if winner is None else (SEAT_NAMES[winner], SEAT_NAMES[1 - winner])
    return describe_act(str(outcome.reason), *names) or ending_sentence(outcome).rstrip(".")


def _alt(view: View, counted: Position) -> str:
    last = ""
    if view.last is not None:
        last = f"Last: {SEAT_NAMES[view.last.seat]} {format_action(view.last.action)}{_way_in_words(view)}."
    sides = (_army(view, seat) for seat in (0, 1))
    told = (quiet_end.tell_standing(view, counted), last, _name_frozen(view), *sides)
    return " ".join(filter(None, (f"{TITLE}. {_subtitle(view)}. Turn {_turn(view)}.", *told)))


def _name_frozen(view: View) -> str:
    """Return a sentence that names the frozen pieces, or nothing if there are none."""
    geometry, position = view.setting.geometry, view.position
    zones = (zone_of(geometry, position, 0), zone_of(geometry, position, 1))
    found = [
        f"{SEAT_NAMES[piece.seat]} {describe_piece(piece)} {geometry.names[square]}"
        for square, piece in enumerate(position.board)
        if piece is not None and is_frozen(piece, square, zones[piece.seat])
    ]
    return f"Frozen: {', '.join(found)}." if found else ""


def _way_in_words(view: View) -> str:
    """Return the steps of a hop or collapse, such as “: from d4, 1 on d5, 3 on d6”, or nothing."""
    board, names = view.setting.geometry, view.setting.geometry.names
    match view.last and view.last.action:
        case Hop(source, landings):
            return f": from {names[source]} to {', '.join(names[square] for square in landings)}"
        case Line(_, source) | Path(_, source) as action:
            drops = ", ".join(f"{count} on {names[square]}" for square, count in squares_of(board, action))
            return f": from {names[source]}, {drops}"
        case _:
            return ""


def _army(view: View, seat: int) -> str:
    """Return a side's army in words: Structures and special pieces first, then the squares of lone Flats."""
    names, board = view.setting.geometry.names, view.position.board
    own = [(names[s], piece) for s, piece in enumerate(board) if piece is not None and piece.seat == seat]
    others = ", ".join(f"{describe_piece(piece)} {name}" for name, piece in own if piece.kind != FLAT)
    flats = " ".join(name for name, piece in own if piece.kind == FLAT)
    return (
        f"{SEAT_NAMES[seat]}: {others}; Flats {flats or 'none'}; Torus Strength {view.position.pools[seat]}."
    )


def icon() -> Scene:
    """Return a small picture of the game."""
    ranks, files = tuple("4321"), tuple("abcd")
    return Scene(
        colors=COLORS,
        title="",
        alt=TITLE,
        files=files,
        ranks=ranks,
        tokens=(
            Token("b2", "tower", 0, stack=3, layers=(3, 1)),
            Token("a1", "tower", 0, stack=2),
            Token("d1", "flag", 0, "COOL\nMOVE"),
            Token("c3", "tower", 1, stack=0, layers=(3, 2)),
            Token("d4", "cube", 1),
            Token("a4", "tower", 1),
        ),
        coordinates=False,
    )
