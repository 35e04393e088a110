"""Actions and positions as text. Source: docs/rulings/ccc.md, “Notation” and “Position text”."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from games.ccc.rules.actions import (
    PASS,
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
from games.ccc.rules.compliments import escape, unescape
from games.ccc.rules.geometry import DIRECTIONS, MOST_RANKS, WIDTH, Geometry, geometry
from games.ccc.rules.pieces import (
    CUBE,
    FLAG,
    FULL,
    MOST_FLATS,
    POOL,
    SIZES,
    TORUS,
    Piece,
    build_piece,
    special,
)
from games.ccc.rules.position import Board, Position, flags_on
from games.core.errors import OptionError, Unreadable, quote

_SQUARE = r"[a-h](?:10|[1-9])"
_DIRECTION = r"[+-][<>]?|[<>]"
_PLAIN = re.compile(rf"({_SQUARE})([-&x])({_SQUARE})", re.ASCII)
_HOP = re.compile(rf"{_SQUARE}(?:\^{_SQUARE})+", re.ASCII)
_LINE = re.compile(rf"([1-8])({_SQUARE})({_DIRECTION})([0-8]+)", re.ASCII)
_PATH = re.compile(rf"([1-8])({_SQUARE})((?::(?:{_DIRECTION})[1-8])+)", re.ASCII)
_STEP = re.compile(rf":({_DIRECTION})([1-8])", re.ASCII)
_SWAP = re.compile(rf"({_SQUARE})~({_SQUARE})", re.ASCII)
_FLAG = re.compile(rf"N(?:@({_SQUARE})|\*)\{{([^{{}}]*)\}}", re.ASCII)

_SPECIAL = {"C": CUBE, "T": TORUS, "N": FLAG}
_TOKEN = re.compile(r"[1-8]|\([A-Za-z0-9]+\)|[A-Za-z]")
_PART = re.compile(r"([FSMLfsml])([1-9]?)")
_SIDES = "wb"
_SIX_PARTS = (
    "there are six parts: ranks, side to move, Torus Strengths, whose Flag just moved, turns without an "
    "attack, turn number, such as tcslnmct/… w 10,10 00 0 1"
)
"""The parts of a position text, as what should be true of it."""


def format_action(action: Action) -> str:
    """Return an action's only text."""
    names = geometry(MOST_RANKS).names
    match action:
        case Move(source, target):
            return f"{names[source]}-{names[target]}"
        case Merge(source, target):
            return f"{names[source]}&{names[target]}"
        case Attack(source, target):
            return f"{names[source]}x{names[target]}"
        case Hop(source, landings):
            return "^".join(names[square] for square in (source, *landings))
        case Line(count, source, direction, drops):
            return f"{count}{names[source]}{DIRECTIONS[direction]}{''.join(map(str, drops))}"
        case Path(count, source, steps):
            path = "".join(f":{DIRECTIONS[direction]}{drop}" for direction, drop in steps)
            return f"{count}{names[source]}{path}"
        case Swap(one, other):
            return f"{names[one]}~{names[other]}"
        case FlagMove(target, text):
            return f"N@{names[target]}{{{escape(text)}}}"
        case FlagReturn(text):
            return f"N*{{{escape(text)}}}"
        case Pass():
            return "--"


def read_action(board: Geometry, text: str) -> Action:
    """Return the action that a text names, legal or not; raise Unreadable if there is none."""
    if text == "--":
        return PASS
    for pattern, read in _READERS:
        found = pattern.fullmatch(text)
        if found is not None:
            return read(board, found)
    raise Unreadable(f"“{quote(text)}” isn't an action. Write, for example, d3-d4, d3&e3, d4xe5 or 4d4+112.")


def _square(board: Geometry, name: str) -> int:
    square = board.square_of.get(name)
    if square is None:
        raise Unreadable(f"{name} isn't on this board: its ranks go from 1 to {board.ranks}.")
    return square


def _read_plain(board: Geometry, found: re.Match[str]) -> Action:
    source, target = _square(board, found[1]), _square(board, found[3])
    if found[2] == "-":
        return Move(source, target)
    return Merge(source, target) if found[2] == "&" else Attack(source, target)


def _read_hop(board: Geometry, found: re.Match[str]) -> Action:
    source, *landings = (_square(board, name) for name in found[0].split("^"))
    return Hop(source, tuple(landings))


def _read_line(board: Geometry, found: re.Match[str]) -> Action:
    drops = tuple(map(int, found[4]))
    return Line(int(found[1]), _square(board, found[2]), DIRECTIONS.index(found[3]), drops)


def _read_path(board: Geometry, found: re.Match[str]) -> Action:
    steps = tuple((DIRECTIONS.index(step[1]), int(step[2])) for step in _STEP.finditer(found[3]))
    return Path(int(found[1]), _square(board, found[2]), steps)


def _read_swap(board: Geometry, found: re.Match[str]) -> Action:
    return Swap(_square(board, found[1]), _square(board, found[2]))


def _read_flag(board: Geometry, found: re.Match[str]) -> Action:
    try:
        text = unescape(found[2])
    except ValueError:
        raise Unreadable("The compliment between the braces isn't valid JSON text.") from None
    return FlagReturn(text) if found[1] is None else FlagMove(_square(board, found[1]), text)


_READERS = (
    (_PLAIN, _read_plain),
    (_HOP, _read_hop),
    (_LINE, _read_line),
    (_PATH, _read_path),
    (_SWAP, _read_swap),
    (_FLAG, _read_flag),
)


# --- positions ------------------------------------------------------------------------------------------


def write_position(position: Position) -> str:
    """Return a position as text: ranks from the top, side, pools, Flag booleans, quiet plies, ply."""
    squares = range(0, len(position.board), WIDTH)
    ranks = "/".join(_rank(position.board[start : start + WIDTH]) for start in reversed(squares))
    pools, moved = ",".join(map(str, position.pools)), "".join(str(int(flag)) for flag in position.moved)
    return f"{ranks} {_SIDES[position.side]} {pools} {moved} {position.quiet} {position.ply}"


def _rank(pieces: tuple[Piece | None, ...]) -> str:
    text = "".join("." if piece is None else piece_text(piece) for piece in pieces)
    return re.sub(r"\.+", lambda run: str(len(run[0])), text)


def write_likeness(board: Board) -> str:
    """Return a text that a board shares with its mirror image, and with both in swapped colors.

    The side to move, pools and counters are omitted; they hardly change what helps.
    """
    squares = ["." if piece is None else piece_text(piece) for piece in board]
    rows = [squares[start : start + WIDTH] for start in range(0, len(squares), WIDTH)]
    swapped = [[square.swapcase() for square in row] for row in reversed(rows)]
    alike = (rows, swapped, *([row[::-1] for row in sides] for sides in (rows, swapped)))
    return min("/".join(map("".join, sides)) for sides in alike)


def piece_text(piece: Piece) -> str:
    """Return an unhurt basic piece as one letter, any other as its parts in parentheses, bottom first."""
    if not piece.flats and not piece.pyramids:
        letter = piece.kind
    else:
        letter = "F" * piece.flats + "".join(_pyramid_text(*pyramid) for pyramid in piece.pyramids)
    letter = letter if len(letter) == 1 else f"({letter})"
    return letter if piece.seat == 0 else letter.lower()


def _pyramid_text(size: int, strength: int) -> str:
    return SIZES[size] + (str(strength) if strength < FULL[size] else "")


@lru_cache(maxsize=256)
def read_position(text: str, ranks: int) -> Position:
    """Return the position in a text; raise OptionError, with the reason, if it isn't valid."""
    try:
        return _read_position(text, ranks)
    except _Fault as fault:
        raise OptionError(f"position can't be “{quote(text)}”; allowed: a text in which {fault}.") from None


def _read_position(text: str, ranks: int) -> Position:
    fields = text.split(" ")
    if len(fields) != 6:
        raise _bad(_SIX_PARTS)
    board = _read_board(fields[0], ranks)
    pools, moved = _numbers(fields[2], r"(10|\d),(10|\d)"), _numbers(fields[3], r"([01])([01])")
    quiet, ply = _numbers(fields[4], r"(0|[1-9]\d{0,4})"), _numbers(fields[5], r"([1-9]\d{0,5})")
    if fields[1] not in ("w", "b"):
        raise _bad("the side to move is w or b")
    _check_board(board, (pools[0], pools[1]))
    side, flags = _SIDES.index(fields[1]), flags_on(board)
    return Position(
        board,
        side,
        (pools[0], pools[1]),
        (bool(moved[0]), bool(moved[1])),
        quiet[0],
        ply[0],
        flags,
    )


class _Fault(ValueError):
    """An error in a position text, worded as what should be true of it."""


def _bad(why: str) -> _Fault:
    return _Fault(why)


def _numbers(field: str, pattern: str) -> tuple[int, ...]:
    found = re.fullmatch(pattern, field, re.ASCII)
    if found is None:
        raise _bad(f"the numbers are written right, unlike “{field[:20]}”")
    return tuple(map(int, found.groups()))


def _read_board(text: str, ranks: int) -> tuple[Piece | None, ...]:
    rows = text.split("/")
    if len(rows) != ranks:
        raise _bad(f"there are {ranks} ranks, not {len(rows)}")
    return tuple(piece for row in reversed(rows) for piece in _read_rank(row))


def _read_rank(row: str) -> list[Piece | None]:
    found: list[Piece | None] = []
    tokens = _TOKEN.findall(row)
    if "".join(tokens) != row:
        raise _bad(f"each rank can be read, unlike “{row[:40]}”")
    for token in tokens:
        found += [None] * int(token) if token.isdigit() else [_read_piece(token)]
    if len(found) != WIDTH or _rank(tuple(found)) != row:
        raise _bad(f"each rank is {WIDTH} squares in the one right form, unlike “{row[:40]}”")
    return found


def _read_piece(token: str) -> Piece:
    inside = token.strip("()")
    if inside != inside.upper() and inside != inside.lower():
        raise _bad(f"each piece has one color, unlike “{token}”")
    seat, inside = int(inside == inside.lower() and inside != inside.upper()), inside.upper()
    if inside in _SPECIAL:
        return special(seat, _SPECIAL[inside])
    parts = _PART.findall(inside)
    if "".join(letter + left for letter, left in parts) != inside:
        raise _bad(f"each piece exists in the game, unlike “{token}”")
    letters = "".join(letter for letter, _ in parts)
    flats = len(letters) - len(letters.lstrip("F"))
    pyramids = tuple(_read_pyramid(letter, left) for letter, left in parts[flats:] if letter != "F")
    piece = build_piece(seat, flats, pyramids)
    if piece is None or flats > MOST_FLATS or "F" in letters[flats:] or not _shrinks(pyramids):
        raise _bad(f"each piece exists in the game, unlike “{token}”")
    return piece


def _read_pyramid(letter: str, left: str) -> tuple[int, int]:
    size = SIZES.index(letter)
    strength = int(left) if left else FULL[size]
    if strength > FULL[size] or (left and strength == FULL[size]):
        raise _bad(f"each Pyramid has a possible Strength, unlike “{letter}{left}”")
    return size, strength


def _shrinks(pyramids: tuple[tuple[int, int], ...]) -> bool:
    return all(below[0] > above[0] for below, above in pairwise(pyramids))


def _check_board(board: tuple[Piece | None, ...], pools: tuple[int, int]) -> None:
    """Raise _Fault unless each side has Pyramids of different sizes, one Flag at most, and a fitting pool."""
    for seat in (0, 1):
        own = [piece for piece in board if piece is not None and piece.seat == seat]
        sizes = [size for piece in own for size, _ in piece.pyramids]
        if not sizes:
            raise _bad("each side has a Pyramid")
        if len(set(sizes)) < len(sizes):
            raise _bad("each side has at most one Pyramid of each size")
        if sum(piece.kind == FLAG for piece in own) > 1:
            raise _bad("each side has at most one Flag")
        if not 0 <= pools[seat] <= POOL or (not pools[seat] and any(p.kind == TORUS for p in own)):
            raise _bad("Toruses are on the board only while their pool isn't empty")
