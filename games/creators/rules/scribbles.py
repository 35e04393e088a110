"""Scribbles: patterns that chance draws with a pen, cell by cell, so that no name helps to remember them.
Source: CVD-40."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache

from games.core.chance import Chance
from games.creators.rules.glyphs import GLYPHS, SIDE, cells

LENGTH = 15
"""How many cells every scribble has."""
MIDDLE = LENGTH * (SIDE // 2)
"""The sum of the rows of a scribble that is in the middle on average."""
_PLACES = SIDE * SIDE
_NAME = re.compile(r"scribble-([0-9a-f]{13})", re.ASCII)

Cell = tuple[int, int]
"""(row, column) in the 7×7 matrix."""


def draw_scribble(chance: Chance) -> tuple[str, Chance]:
    """The name of a scribble drawn by chance; one that is a drawing of the deck is drawn anew."""
    drawn, chance = _drawn(chance)
    while frozenset(drawn) in _deck():
        drawn, chance = _drawn(chance)
    return name_of(drawn), chance


def name_of(drawn: Collection[Cell]) -> str:
    """A scribble's name: its cells as a number in hexadecimal digits, the top left one its highest bit."""
    number = sum(1 << (_PLACES - 1 - row * SIDE - column) for row, column in drawn)
    return f"scribble-{number:013x}"


def is_scribble(name: str) -> bool:
    """Whether a name is that of a scribble that could have been drawn, as far as its cells tell: connected,
    of the right length, and no drawing of the deck."""
    found = scribble_cells(name)
    if len(found) != LENGTH or frozenset(found) in _deck():
        return False
    reached, waiting = {found[0]}, [found[0]]
    while waiting:
        more = [cell for cell in _beside(waiting.pop()) if cell in found and cell not in reached]
        reached.update(more)
        waiting += more
    return len(reached) == LENGTH


def scribble_cells(name: str) -> tuple[Cell, ...]:
    """The cells that a scribble's name tells, top to bottom, left to right; none when it is no such name."""
    found = _NAME.fullmatch(name)
    number = int(found[1], 16) if found else 0
    if number >> _PLACES:
        return ()
    return tuple(divmod(place, SIDE) for place in range(_PLACES) if number >> (_PLACES - 1 - place) & 1)


def drawing(name: str, flipped: bool = False) -> tuple[Cell, ...]:
    """The cells of any pattern, a glyph's or a scribble's; `flipped` mirrors top and bottom (CVD-4)."""
    found = scribble_cells(name)
    if not found:
        return cells(name, flipped)
    return tuple(sorted((SIDE - 1 - row, column) for row, column in found)) if flipped else found


def called(name: str) -> str:
    """A pattern in a sentence: a scribble has no name that means anything to people."""
    return "a scribble" if scribble_cells(name) else f"“{name}”"


def group_of(name: str) -> str:
    """What matches with this pattern are counted under."""
    return "Scribbles" if scribble_cells(name) else f"Pattern {name}"


def _drawn(chance: Chance) -> tuple[tuple[Cell, ...], Chance]:
    place, chance = chance.draw(_PLACES)
    drawn: tuple[Cell, ...] = (divmod(place, SIDE),)
    while len(drawn) < LENGTH:
        open_to_the_pen = _next(drawn)
        number, chance = chance.draw(len(open_to_the_pen))
        drawn = (*drawn, open_to_the_pen[number])
    return _centered(drawn), chance


def _centered(drawn: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """The drawing moved so that its cells are in the middle of the matrix on average, as far as it can be."""
    down, right = (_shift([cell[axis] for cell in drawn]) for axis in (0, 1))
    return tuple((row + down, column + right) for row, column in drawn)


def _shift(places: list[int]) -> int:
    """By how much all of them are moved, so that their sum is nearest to that of the middle; the first of
    equals, from the top or left."""
    shifts = range(-min(places), SIDE - max(places))
    return min(shifts, key=lambda shift: abs(sum(places) + LENGTH * shift - MIDDLE))


def _next(drawn: tuple[Cell, ...]) -> list[Cell]:
    """Where the pen may go on, from the latest cell that lets it go on alone, else from the latest at all."""
    for most in (1, 4):
        for pen in reversed(drawn):
            free = [cell for cell in _beside(pen) if cell not in drawn and _touched(cell, drawn) <= most]
            if free:
                return free
    raise AssertionError("a matrix of 49 cells has room for a scribble")


def _touched(cell: Cell, drawn: Collection[Cell]) -> int:
    return sum(beside in drawn for beside in _beside(cell))


def _beside(cell: Cell) -> list[Cell]:
    """The cells above, left, right and below, as far as they are in the matrix; so they are in its order."""
    row, column = cell
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [(r, c) for r, c in around if 0 <= r < SIDE and 0 <= c < SIDE]


@cache
def _deck() -> frozenset[frozenset[Cell]]:
    """Every drawing of the deck, either way up."""
    return frozenset(frozenset(cells(glyph, flipped)) for glyph in GLYPHS for flipped in (False, True))
