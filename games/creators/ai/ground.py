"""A board as a pattern sees it: where pawns can land within the pattern, all faces in one integer.

A set of the pattern's cells has one bit a cell, in the order of the board. For the six faces six such sets
lie side by side, each with one bit to spare, so that one operation works on all of them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import msgspec

from games.core.vocabulary.bits import members
from games.creators.ai.reach import set_of
from games.creators.rules.geometry import DIE_FACES, geometry

Lines = tuple[tuple[int, ...], ...]
"""For each face and each cell of the board the set of cells to which the lines lead."""


class Ground(msgspec.Struct, frozen=True):
    """The tables of one pattern on one board; cells of the board are numbers, sets of them integers.

    `pattern`: its cells on the board; `whole`: all of them as a set of the pattern's cells; `faces`, `spare`,
    `full`: for each face its lowest bit, its spare bit, the whole pattern; `steps`: for each cell of the
    board where a pawn on it can land within the pattern; `bits`: its bit in a set of the pattern's cells, 0
    outside; `around`: for each cell of the pattern those of the board from which some face leads to it."""

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
    """Some pawns: their cells, where at least one of them can land within the pattern, where at least two,
    and how many of them as binary digits, the lowest digits first."""

    cells: tuple[int, ...]
    once: int
    twice: int
    digits: tuple[int, int, int, int]


@lru_cache(maxsize=64)
def ground_of(size: int, pattern: frozenset[int]) -> Ground:
    """The tables of these cells of an N×N board."""
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


def reached(ground: Ground, pawns: int) -> Reached:
    """Where a set of pawns can land within the pattern. With one face no more than eight reach a cell."""
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
    """In how many ways the pawns can land on cells that are wanted, over all faces."""
    ones, twos, fours, eights = pawns.digits
    few = (ones & wanted).bit_count() + 2 * (twos & wanted).bit_count()
    return few + 4 * (fours & wanted).bit_count() + 8 * (eights & wanted).bit_count()


def without(ground: Ground, pawns: Reached, cell: int) -> int:
    """Where the pawns can land within the pattern when the one on this cell is gone."""
    return pawns.once ^ (ground.steps[cell] & ~pawns.twice)


def faces_of(ground: Ground, cells: int) -> int:
    """How many faces have any of their cells."""
    return ((cells + ground.full) & ground.spare).bit_count()


def near(ground: Ground, wanted: int) -> int:
    """The cells of the board from which some face leads to one of these cells of the pattern."""
    found = 0
    for around in ground.around:
        if wanted & 1:
            found |= around
        wanted >>= 1
    return found
