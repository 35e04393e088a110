"""Layouts: the placement of the twelve pieces on the three home rows, and its text. DP-2, DP-3.

A layout is a tuple of 30 strings, a letter of the army or "" for an empty square: own back row first, each
row from a to j. So the same text serves both seats. The format is described in docs/engine.md, section 4.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache

from games.core.errors import Unreadable
from games.decoy.rules.board import ROWS, SIDE
from games.decoy.rules.pieces import ARMY, KIND_OF_LETTER, KINDS, Pieces, fresh

HOME_ROWS = 3
HOME_SQUARES = HOME_ROWS * SIDE
LISTED = 64

Layout = tuple[str, ...]
NO_PIECES: Layout = ("",) * HOME_SQUARES

FIRST_LISTED = ("SD1G1DG1DS/1D1DCI1I2/10", "1DCD2D1D1/2G2D4/S2I1GI2S", "2D1D2D2/1D1C2D3/S1GI2IG1S")
"""The layouts at the beginning of the list of legal actions. DP-2."""

READY: tuple[tuple[str, str, str], ...] = (
    ("Fortress", "S2DCD3S/1D1GDG1D2/2I4I2", "the Commander behind a wall, all around"),
    ("Spearhead", FIRST_LISTED[1], "fast pieces in front, ready to strike"),
    ("Shell game", FIRST_LISTED[2], "six slow pieces that all move alike"),
)
"""The three ready-made layouts as (name, text, purpose). DP-3."""

_WHOLE = (*(kind.letter for kind in KINDS for _ in range(kind.count)), *[""] * (HOME_SQUARES - ARMY))
"""The letters of a layout with the whole army, in any order."""
_ROW = re.compile(r"(?:[CSGID]|10|[1-9])+")
_WORD = re.compile(r"[CSGID]|10|[1-9]")


def home_square(seat: int, place: int) -> int:
    """Return the square of an index in a layout; Cyan's back row is row 0, Magenta's is row 9."""
    row, column = divmod(place, SIDE)
    return (row if seat == 0 else SIDE - 1 - row) * SIDE + column


def row_label(seat: int, row: int) -> str:
    """Return the board's label for a row of the layout."""
    return ROWS[row if seat == 0 else SIDE - 1 - row]


def write_layout(layout: Layout) -> str:
    """Format a layout, such as `C9/SS8/GGIIDDDDD1`; a number stands for that many empty squares."""
    rows = (layout[start : start + SIDE] for start in range(0, HOME_SQUARES, SIDE))
    return "/".join(_write_row(row) for row in rows)


def _write_row(row: Sequence[str]) -> str:
    text = "".join(letter or "." for letter in row)
    return re.sub(r"\.+", lambda run: str(len(run[0])), text)


def read_squares(text: str) -> Layout:
    """Read a canonical layout with any pieces; raise Unreadable, saying what's wrong, for other text."""
    rows = text.split("/")
    if len(rows) != HOME_ROWS:
        raise Unreadable(f"A layout has {HOME_ROWS} rows, joined by “/”; this one has {len(rows)}.")
    layout = tuple(letter for number, row in enumerate(rows, 1) for letter in _read_row(row, number))
    if write_layout(layout) != text:
        raise Unreadable(f"Write each run of empty squares as one number: {write_layout(layout)}.")
    return layout


def _read_row(row: str, number: int) -> Layout:
    if not _ROW.fullmatch(row):
        raise Unreadable(f"Row {number} of the layout can only have C, S, G, I, D and numbers from 1 to 10.")
    letters = [x for word in _WORD.findall(row) for x in ([word] if word.isalpha() else [""] * int(word))]
    if len(letters) != SIDE:
        raise Unreadable(f"Row {number} of the layout has {len(letters)} squares; it must have {SIDE}.")
    return tuple(letters)


def read_layout(text: str) -> Layout:
    """Read a layout with exactly the army in it; otherwise raise Unreadable. DP-2."""
    layout = read_squares(text)
    wrong = what_is_wrong(layout)
    if wrong:
        raise Unreadable(wrong)
    return layout


def what_is_wrong(layout: Layout) -> str:
    """Return a sentence on the pieces that are missing or too many; empty if the army is right."""
    if sorted(layout) == sorted(_WHOLE):
        return ""
    if len(layout) != HOME_SQUARES or not set(layout) <= {"", *KIND_OF_LETTER}:
        return f"A layout has {HOME_SQUARES} squares, each with one piece of the army or none."
    counts = Counter(letter for letter in layout if letter)
    wrong = [
        f"{kind.name} {counts[kind.letter]} of {kind.count}"
        for kind in KINDS
        if counts[kind.letter] != kind.count
    ]
    total = sum(counts.values())
    return f"A layout has {ARMY} pieces; this one has {total}: {', '.join(wrong)}."


def pieces_of(layout: Layout, seat: int) -> Pieces:
    """Return the unhurt pieces of a layout on a seat's home rows, in the order of squares."""
    placed = (
        fresh(home_square(seat, place), KIND_OF_LETTER[letter])
        for place, letter in enumerate(layout)
        if letter
    )
    return tuple(sorted(placed))


def random_layout(number: int) -> Layout:
    """Return a random layout, always the same one for the same number."""
    rng = random.Random(number)
    layout = [*_WHOLE]
    rng.shuffle(layout)
    return tuple(layout)


@cache
def list_layouts() -> tuple[Layout, ...]:
    """Return the 64 layouts listed as legal actions; all others can be typed and are just as legal."""
    first = (read_layout(text) for text in FIRST_LISTED)
    return (*first, *(random_layout(number) for number in range(LISTED - len(FIRST_LISTED))))


def mirror_layout(layout: Layout) -> Layout:
    """Return a layout mirrored left to right."""
    rows = (layout[start : start + SIDE] for start in range(0, HOME_SQUARES, SIDE))
    return tuple(letter for row in rows for letter in reversed(row))
