"""The values of Tic-Tac-Toe, and its rules as functions over them."""

import msgspec

from games.core.game import Reason, Result, Viewer

SEATS = ("X", "O")
SQUARES = ("a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1")
ROWS = ("a3 b3 c3", "a2 b2 c2", "a1 b1 c1", "a3 a2 a1", "b3 b2 b1", "c3 c2 c1", "a3 b2 c1", "a1 b2 c3")


class Ending(Reason):
    """How a match ends: by three in a row, or with a full board."""

    ROW, FULL = "row", "full"


class Options(msgspec.Struct, frozen=True):
    """The options of a match: which mark begins."""

    first: str


class State(msgspec.Struct, frozen=True):
    """The whole truth at a moment; `moves` are the squares in the order in which they were taken."""

    options: Options
    moves: tuple[str, ...] = ()
    outcome: Result | None = None


class View(msgspec.Struct, frozen=True):
    """A viewer's knowledge, field by field: in this game, everything."""

    who: Viewer
    options: Options
    moves: tuple[str, ...]
    outcome: Result | None


def to_act(at: State | View) -> tuple[int, ...]:
    """Return the seat that is to move; none when the match is over."""
    return () if at.outcome else ((SEATS.index(at.options.first) + len(at.moves)) % 2,)


def board(at: State | View) -> dict[str, str]:
    """Return X or O for each square that is taken."""
    first = SEATS.index(at.options.first)
    return {square: SEATS[(first + number) % 2] for number, square in enumerate(at.moves)}


def outcome(taken: dict[str, str]) -> Result | None:
    """Return the result of three in a row or of a full board, or None if the match continues."""
    for seat, mark in enumerate(SEATS):
        if any(all(taken.get(square) == mark for square in row.split()) for row in ROWS):
            return Result(seat, Ending.ROW)
    return Result(None, Ending.FULL) if len(taken) == len(SQUARES) else None


def threats(taken: dict[str, str], mark: str) -> int:
    """Count the rows that a mark would complete with one more square."""
    rows = (sorted(taken.get(square, "") for square in row.split()) for row in ROWS)
    return sum(row == ["", mark, mark] for row in rows)


def open_rows(taken: dict[str, str], mark: str) -> int:
    """Count the rows without the opponent's mark."""
    return sum(all(taken.get(square, mark) == mark for square in row.split()) for row in ROWS)
