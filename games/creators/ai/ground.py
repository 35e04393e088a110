"""Where pawns can land within a pattern, with all faces of the die in one integer.

A set of the pattern's cells has one bit a cell, in the board's order. Six such sets, one for each face, lie
side by side, each with a spare bit, so that one operation works on all of them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import msgspec

from games.core.vocabulary.bits import members
from games.creators.ai.reach import set_of
from games.creators.rules.geometry import DIE_FACES, geometry

Lines = tuple[tuple[int, ...], ...]
"""For each face and each board cell, the set of cells to which the lines lead."""


class Ground(msgspec.Struct, frozen=True):
    """The tables of one pattern on one board; board cells are numbers, sets of them integers.

    Attributes:
        pattern: The pattern's cells as a set of board cells.
        whole: All of them as a set of pattern cells.
        faces, spare, full: For each face its lowest bit, its spare bit, the whole pattern.
        steps: For each board cell, where a pawn on it can land within the pattern, by face.
        bits: For each board cell, its bit in a set of pattern cells, 0 outside the pattern.
        around: For each pattern cell, the board cells from which some face leads to it.
    """

    pattern: int
    whole: int
    faces: int
    spare: int
    full: int
    steps: tuple[int, ...]
    bits: tuple[int, ...]
    around: tuple[int, ...]
    lines: Lines


class Reached(NamedTuple):
    """Some pawns' cells, and where at least one (`once`) or two of them (`twice`) can land in the pattern.

    `digits` counts them on each cell as four binary digits, the lowest first.
    """

    cells: tuple[int, ...]
    once: int
    twice: int
    digits: tuple[int, int, int, int]


@lru_cache(maxsize=64)
def ground_of(size: int, pattern: frozenset[int]) -> Ground:
    """Return the tables of these cells of an N×N board."""
    cells, lines = sorted(pattern), _lines(size)
    width, whole = len(cells) + 1, (1 << len(cells)) - 1
    faces = sum(1 << face * width for face in range(6))
    bits, around, steps = [0] * size**2, [0] * len(cells), [0] * size**2
    for number, cell in enumerate(cells):
        bits[cell] = 1 << number
        for face, sources in enumerate(lines):
            around[number] |= sources[cell]
            for source in members(sources[cell]):
                steps[source] |= 1 << face * width + number
    tables = tuple(steps), tuple(bits), tuple(around)
    return Ground(set_of(cells), whole, faces, faces << len(cells), faces * whole, *tables, lines)


@lru_cache(maxsize=8)
def _lines(size: int) -> Lines:
    by_die = geometry(size).lines[0]
    return tuple(tuple(set_of(target for target, _ in cell) for cell in by_die[die]) for die in DIE_FACES)


def find_reach(ground: Ground, pawns: int) -> Reached:
    """Return where a set of pawns can land within the pattern; one face leads at most eight to a cell."""
    cells, steps = members(pawns), ground.steps
    ones = twos = fours = eights = 0
    for cell in cells:
        step = steps[cell]
        carried = ones & step
        ones ^= step
        if carried:
            further = twos & carried
            twos ^= carried
            eights |= fours & further
            fours ^= further
    several = twos | fours | eights
    return Reached(cells, ones | several, several, (ones, twos, fours, eights))


def ways(pawns: Reached, wanted: int) -> int:
    """Return in how many ways the pawns can land on wanted cells, over all faces."""
    ones, twos, fours, eights = pawns.digits
    few = (ones & wanted).bit_count() + 2 * (twos & wanted).bit_count()
    return few + 4 * (fours & wanted).bit_count() + 8 * (eights & wanted).bit_count()


def without(ground: Ground, pawns: Reached, cell: int) -> int:
    """Return where the pawns can land within the pattern without the one on this cell."""
    return pawns.once ^ (ground.steps[cell] & ~pawns.twice)


def faces_of(ground: Ground, cells: int) -> int:
    """Return how many faces have any cell in this set."""
    return ((cells + ground.full) & ground.spare).bit_count()


def near(ground: Ground, wanted: int) -> int:
    """Return the board cells from which some face leads to one of these pattern cells."""
    found = 0
    for around in ground.around:
        if wanted & 1:
            found |= around
        wanted >>= 1
    return found
