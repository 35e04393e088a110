"""The state of a match of creators, as immutable values."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

import msgspec

from games.core.chance import Chance, check_seed
from games.core.game import Reason, Result
from games.creators.rules.candidates import Drawing, draw_names, list_common
from games.creators.rules.options import SCRIBBLES, SEEDED, Options, glyphs_to_draw_from
from games.creators.rules.par import par_of
from games.creators.rules.scribbles import draw_scribble, drawing

GLYPH_SIDE = 7
HOME_ROWS = 2

Reserves = tuple[tuple[int, ...], tuple[int, ...]]
"""For each seat, the columns where its waiting pawns were captured, the longest waiting first. CVD-26."""


class CreatorsReason(Reason):
    """Why a match of creators ended. `race` is a count at the limit (CVD-33)."""

    PATTERN = "pattern"
    HELD_OUT = "held-out"
    RACE = "race"


class Pattern(msgspec.Struct, frozen=True, gc=False):
    """The secret pattern: its name, its cells on the board (top to bottom, left to right), its par.

    Par is in quarters of a cell: rounded up, it's how many cells are enough in the last round. CVD-31.
    """

    name: str
    cells: tuple[int, ...]
    par: float


class Setup(msgspec.Struct, frozen=True, gc=False):
    """What doesn't change during a match.

    Attributes:
        open_options: The options without the name of a named pattern (CVD-10).
        shown: The cells that the Destroyer saw in the preview, or those that most of five patterns have
            (CVD-8).
        glowing: The cells that a lesson or a puzzle shows its reader; empty in a match.
        candidates: The patterns of which one is the true one, as shown to the Destroyer; empty unless the
            Destroyer is shown five (CVD-8).
    """

    options: Options
    open_options: Options
    pattern: Pattern
    shown: tuple[int, ...]
    glowing: tuple[int, ...] = ()
    candidates: tuple[Drawing, ...] = ()


class LastMove(msgspec.Struct, frozen=True, gc=False):
    """The last pawn move: its squares, and where pawns re-entered; none if a captured pawn waits."""

    source: str
    target: str
    capture: bool
    entries: tuple[str, ...]


class State(msgspec.Struct, frozen=True, gc=False):
    """The full state of a match, secrets included.

    Attributes:
        side: The seat to act, unless there is an `outcome`.
        die: The face rolled, 0 before the roll.
        ply: The number of the ply, from 1.
    """

    setup: Setup
    chance: Chance
    board: bytes
    side: int
    die: int
    reserves: Reserves
    ply: int
    last: LastMove | None = None
    outcome: Result | None = None


@lru_cache(maxsize=1024)
def pattern_cells(name: str, flipped: bool, size: int) -> tuple[int, ...]:
    """Return a pattern's cells on the board; its matrix begins at floor((N−7)/2) on both axes. CVD-3."""
    inside = field(size)
    return tuple(inside[row * GLYPH_SIDE + column] for row, column in drawing(name, flipped))


@cache
def field(size: int) -> tuple[int, ...]:
    """Return the 7×7 cells in the middle of the board, where every pattern lies, row by row. CVD-3."""
    offset, side = (size - GLYPH_SIDE) // 2, range(GLYPH_SIDE)
    return tuple((row + offset) * size + column + offset for row in side for column in side)


def opening_board(size: int) -> bytes:
    """Return the opening: Creators on the top two rows, Destroyers on the bottom two. CVD-13."""
    home = HOME_ROWS * size
    return bytes([1]) * home + bytes(size * size - 2 * home) + bytes([2]) * home


def new_state(options: Options, seed: bytes) -> State:
    """Return the first state; chance is drawn in the order of docs/engine.md, section 2.

    Raises ValueError unless the seed is 32 bytes.
    """
    chance = Chance(check_seed(seed))
    name, chance = _draw_name(options, chance)
    flip, chance = chance.draw(2) if options.flip_pattern == SEEDED else (0, chance)
    cells_here = pattern_cells(name, flip == 1, options.board_size)
    pattern = Pattern(name, cells_here, par_of(name, options))
    if options.destroyer_preview == "five":
        names, chance = draw_names(options, name, chance)
        setup = make_setup_of_five(options, pattern, names, flip == 1)
    else:
        shown, chance = _draw_shown(options, cells_here, chance)
        setup = make_setup(options, pattern, shown)
    return State(setup, chance, opening_board(options.board_size), 0, 0, ((), ()), 1)


def make_setup(options: Options, pattern: Pattern, shown: tuple[int, ...]) -> Setup:
    """Return the unchanging part of a match, without glowing cells."""
    return Setup(options, msgspec.structs.replace(options, pattern=SEEDED), pattern, shown)


def make_setup_of_five(options: Options, pattern: Pattern, names: Sequence[str], flipped: bool) -> Setup:
    """Return the unchanging part of a match whose Destroyer is shown the patterns of these names. CVD-8."""
    drawings = tuple(
        Drawing(name, pattern_cells(name, flipped, options.board_size)) for name in sorted(names)
    )
    setup = make_setup(options, pattern, list_common(drawings))
    return msgspec.structs.replace(setup, candidates=drawings)


def _draw_name(options: Options, chance: Chance) -> tuple[str, Chance]:
    if options.pattern != SEEDED:
        return options.pattern, chance
    if options.category == SCRIBBLES:
        return draw_scribble(chance)
    glyphs = glyphs_to_draw_from(options)
    number, chance = chance.draw(len(glyphs))
    return glyphs[number], chance


def _draw_shown(
    options: Options, cells_here: tuple[int, ...], chance: Chance
) -> tuple[tuple[int, ...], Chance]:
    if options.destroyer_preview == "full":
        return cells_here, chance
    if options.destroyer_preview == "none":
        return (), chance
    shuffled, chance = chance.shuffle(cells_here)
    return tuple(sorted(shuffled[: (len(shuffled) + 1) // 2])), chance
