"""Hand-made positions for lessons: a small board with few pawns."""

from __future__ import annotations

from games.core.chance import SEED_BYTES, Chance
from games.creators.rules.geometry import geometry
from games.creators.rules.options import read_options
from games.creators.rules.par import par_of
from games.creators.rules.state import Pattern, Setup, State, make_setup, pattern_cells

SIZE = 12
PATTERN = "T"
"""The pattern of the lessons: its bar is c10 to i10, its stem goes from f10 down to f4."""


def squares(text: str) -> tuple[int, ...]:
    """Return the cells of the squares in a text; `b12-e12` stands for a range within a rank."""
    cell_of = geometry(SIZE).cell_of
    cells = list[int]()
    for word in text.split():
        first, _, last = word.partition("-")
        cells += range(cell_of[first], cell_of[last or first] + 1)
    return tuple(cells)


def position(creators: str, destroyers: str, *, die: int, ply: int, glowing: tuple[int, ...]) -> State:
    """Return a position in which the Creator moves in odd plies, and both sides see what glows.

    If all of the pattern glows, both also see how many cells are held.
    """
    cells = whole()
    progress = "both" if glowing == cells else "hidden"
    raw = {"boardSize": SIZE, "pattern": PATTERN, "destroyerPreview": "full", "progress": progress}
    options = read_options(raw)
    made = make_setup(options, Pattern(PATTERN, cells, par_of(PATTERN, options)), cells)
    board = bytearray(SIZE * SIZE)
    for number, text in enumerate((creators, destroyers), 1):
        for cell in squares(text):
            board[cell] = number
    setup = Setup(options, made.open_options, made.pattern, cells, glowing)
    return State(setup, Chance(bytes(SEED_BYTES)), bytes(board), (ply + 1) % 2, die, ((), ()), ply)


def whole() -> tuple[int, ...]:
    """Return all cells of the pattern."""
    return pattern_cells(PATTERN, False, SIZE)
