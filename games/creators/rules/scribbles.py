"""Scribbles: patterns drawn cell by cell at random, with no name that helps memory. Source: CVD-40."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache

from games.core.chance import Chance
from games.creators.rules.glyphs import GLYPHS, SIDE, cells

LENGTH = 15
"""The number of cells in every scribble."""
MIDDLE = LENGTH * (SIDE // 2)
"""The sum of a scribble's rows, or columns, when it is centered."""
_PLACES = SIDE * SIDE
_NAME = re.compile(r"scribble-([0-9a-f]{13})", re.ASCII)

Cell = tuple[int, int]
"""(row, column) in the 7×7 matrix."""


def draw_scribble(chance: Chance) -> tuple[str, Chance]:
    """Draw a scribble at random and return its name; redraw while it equals a drawing of the deck."""
    drawn, chance = _draw(chance)
    while frozenset(drawn) in _deck():
        drawn, chance = _draw(chance)
    return name_of(drawn), chance


def name_of(drawn: Collection[Cell]) -> str:
    """Return a scribble's name: its cells as a hexadecimal number, the top left one as the highest bit."""
    number = sum(1 << (_PLACES - 1 - row * SIDE - column) for row, column in drawn)
    return f"scribble-{number:013x}"


def is_scribble(name: str) -> bool:
    """Return whether a name stands for a scribble: connected, of the right length, and not in the deck.

    This judges the cells alone, not whether the pen could really draw them.
    """
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
    """Return the cells in a scribble's name, top to bottom and left to right; empty for any other name."""
    found = _NAME.fullmatch(name)
    number = int(found[1], 16) if found else 0
    if not number or number >> _PLACES:
        return ()
    return tuple(divmod(place, SIDE) for place in range(_PLACES) if number >> (_PLACES - 1 - place) & 1)


def drawing(name: str, flipped: bool = False) -> tuple[Cell, ...]:
    """Return the cells of any pattern, glyph or scribble; `flipped` mirrors top and bottom (CVD-4)."""
    found = scribble_cells(name)
    if not found:
        return cells(name, flipped)
    return tuple(sorted((SIDE - 1 - row, column) for row, column in found)) if flipped else found


def format_name(name: str) -> str:
    """Return a pattern's name for a sentence; a scribble's own name means nothing to people."""
    return "a scribble" if scribble_cells(name) else f"“{name}”"


def group_of(name: str) -> str:
    """Return the statistics group for matches with this pattern."""
    return "Scribbles" if scribble_cells(name) else f"Pattern {name}"


def _draw(chance: Chance) -> tuple[tuple[Cell, ...], Chance]:
    place, chance = chance.draw(_PLACES)
    drawn: tuple[Cell, ...] = (divmod(place, SIDE),)
    while len(drawn) < LENGTH:
        open_to_the_pen = _next(drawn)
        number, chance = chance.draw(len(open_to_the_pen))
        drawn = (*drawn, open_to_the_pen[number])
    return _center(drawn), chance


def _center(drawn: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return the drawing, moved as close to the center of the matrix as it can be."""
    down, right = (_shift([cell[axis] for cell in drawn]) for axis in (0, 1))
    return tuple((row + down, column + right) for row, column in drawn)


def _shift(places: list[int]) -> int:
    """Return the shift along one axis that best centers the cells; the smallest one if several do."""
    shifts = range(-min(places), SIDE - max(places))
    return min(shifts, key=lambda shift: abs(sum(places) + LENGTH * shift - MIDDLE))


def _next(drawn: tuple[Cell, ...]) -> list[Cell]:
    """Return the cells where the pen may continue.

    It continues from the latest cell with a free neighbor that touches no other drawn cell; if there is none,
    from the latest cell with any free neighbor. A scribble is too small to fill the matrix.
    """
    ways = (_free_beside(pen, drawn, most) for most in (1, 4) for pen in reversed(drawn))
    return next(filter(None, ways))


def _free_beside(pen: Cell, drawn: Collection[Cell], most: int) -> list[Cell]:
    """Return the free neighbors of a cell that touch at most `most` drawn cells."""
    return [cell for cell in _beside(pen) if cell not in drawn and _count_touching(cell, drawn) <= most]


def _count_touching(cell: Cell, drawn: Collection[Cell]) -> int:
    return sum(beside in drawn for beside in _beside(cell))


def _beside(cell: Cell) -> list[Cell]:
    """Return the cells above, left, right and below that are in the matrix, in the matrix's order."""
    row, column = cell
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [(r, c) for r, c in around if 0 <= r < SIDE and 0 <= c < SIDE]


@cache
def _deck() -> frozenset[frozenset[Cell]]:
    """Return every drawing of the deck as a set of cells, upright and flipped."""
    return frozenset(frozenset(cells(glyph, flipped)) for glyph in GLYPHS for flipped in (False, True))
