"""Random guesses at the truth from a seat's view, a pattern or a shown half, drawn by likelihood."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from functools import lru_cache
from math import comb

import msgspec

from games.core.chance import SEED_BYTES, Chance
from games.core.screen.briefing import Briefing
from games.creators.ai.memory import weigh_standing
from games.creators.rules.candidates import Drawing, draw_names
from games.creators.rules.geometry import geometry
from games.creators.rules.glyphs import GLYPHS
from games.creators.rules.options import SCRIBBLES, Options, glyphs_to_draw_from
from games.creators.rules.par import par_of
from games.creators.rules.scribbles import LENGTH, name_of
from games.creators.rules.state import (
    GLYPH_SIDE,
    Pattern,
    Setup,
    State,
    field,
    make_setup_of_five,
    pattern_cells,
)
from games.creators.rules.view import View

STANDS, STRAYS = 0.25, 0.02
"""The chance that a Creator's pawn is on a cell of the pattern, and on another cell of the field.

The levels stray even less, but people take detours.
"""
_DRAWN_TO = 8
_TRIES = 60


def guess(view: View, briefing: Briefing | None, rng: random.Random) -> State | None:
    """Return a state that the viewer can't tell from the true one.

    None if only dice are hidden, if the match is over, or without a seat or a briefing.
    """
    preview = view.options.destroyer_preview
    if view.outcome is not None or view.to_act is None or view.who is None or briefing is None:
        return None
    squares = geometry(view.options.board_size)
    shown = tuple(squares.cell_of[square] for square in briefing.data["cells"])
    if preview == "five":
        return _state_of_five(view, briefing, rng)
    if view.who == 1:
        return None if preview == "full" else _state(view, *_draw_pattern(view, shown, rng), rng)
    if preview != "half":
        return None
    pattern = Pattern(briefing.data["pattern"], shown, briefing.data["par"])
    half = tuple(sorted(rng.sample(shown, (len(shown) + 1) // 2)))
    return _state(view, pattern, half, rng)


def _state_of_five(view: View, briefing: Briefing, rng: random.Random) -> State:
    """Return a state in which the Destroyer was shown five patterns: these, or four random others with it."""
    options, data, cell_of = view.options, briefing.data, geometry(view.options.board_size).cell_of
    if view.who == 1:
        fitting = [
            Drawing(name, tuple(cell_of[square] for square in cells))
            for name, cells in data["candidates"].items()
        ]
        weights = [weigh_standing(view, drawing.cells) for drawing in fitting]
        (true,) = rng.choices(fitting, weights)
        names: tuple[str, ...] = tuple(data["candidates"])
        pattern = Pattern(true.name, true.cells, par_of(true.name, options))
    else:
        shown = tuple(cell_of[square] for square in data["cells"])
        pattern = Pattern(data["pattern"], shown, data["par"])
        names, _ = draw_names(options, pattern.name, Chance(rng.randbytes(SEED_BYTES)))
    flipped = pattern.cells != pattern_cells(pattern.name, False, options.board_size)
    setup = make_setup_of_five(options, pattern, names, flipped)
    state = _state(view, pattern, setup.shown, rng)
    return msgspec.structs.replace(state, setup=msgspec.structs.replace(setup, glowing=state.setup.glowing))


def _state(view: View, pattern: Pattern, shown: tuple[int, ...], rng: random.Random) -> State:
    squares = geometry(view.options.board_size)
    glowing = tuple(squares.cell_of[square] for square in view.recalled) if view.is_taught else ()
    return State(
        Setup(view.options, view.options, pattern, shown, glowing),
        Chance(rng.randbytes(SEED_BYTES)),
        view.board,
        view.to_act or 0,
        view.die,
        view.reserves,
        view.ply,
        view.last,
    )


def _draw_pattern(view: View, shown: tuple[int, ...], rng: random.Random) -> tuple[Pattern, tuple[int, ...]]:
    """Return a random pattern that fits the cells shown to the Destroyer, and those cells."""
    options = view.options
    is_scribble = options.category == SCRIBBLES
    for names in () if is_scribble else (glyphs_to_draw_from(options), tuple(GLYPHS)):
        fitting = fitting_glyphs(options, names, frozenset(shown))
        if fitting:
            weights = [likelihood(view.board, options, shown, cells) for _, cells in fitting]
            ((name, cells),) = rng.choices(fitting, weights)
            return Pattern(name, cells, par_of(name, options)), shown
    cells = _draw_scribble(view, shown, rng)
    name = name_of(_in_matrix(options, cells))
    return Pattern(name, cells, par_of(name, options)), shown


@lru_cache(maxsize=256)
def fitting_glyphs(
    options: Options, names: Sequence[str], shown: frozenset[int]
) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the glyphs with all shown cells, and with the right size if those are half of them."""
    flips = (False, True) if options.flip_pattern == "seeded" else (False,)
    drawn = ((name, pattern_cells(name, flip, options.board_size)) for name in names for flip in flips)
    return tuple(
        (name, cells)
        for name, cells in drawn
        if not shown or (shown.issubset(cells) and (len(cells) + 1) // 2 == len(shown))
    )


def likelihood(board: bytes, options: Options, shown: Collection[int], cells: Collection[int]) -> float:
    """Return a pattern's relative likelihood by the shown half and the Creator's pawns, which are public."""
    weight = 1.0 / comb(len(cells), len(shown))
    for cell in field(options.board_size):
        chance = STANDS if cell in cells else STRAYS
        if cell not in shown:
            weight *= chance if board[cell] == 1 else 1.0 - chance
    return weight


def _draw_scribble(view: View, shown: tuple[int, ...], rng: random.Random) -> tuple[int, ...]:
    """Return a random scribble through these cells, drawn to Creator pawns; in pieces if none was found."""
    drawn = list(shown)
    for _ in range(_TRIES):
        drawn = _grow_cells(view, shown, rng)
        if len(_piece(view.options.board_size, drawn)) == len(drawn):
            break
    return tuple(sorted(drawn))


def _grow_cells(view: View, shown: tuple[int, ...], rng: random.Random) -> list[int]:
    """Return as many cells as a scribble has, each beside an earlier one, those first that join pieces."""
    size, drawn = view.options.board_size, list(shown) or [rng.choice(field(view.options.board_size))]
    while len(drawn) < LENGTH:
        piece = _piece(size, drawn)
        rest = [cell for cell in drawn if cell not in piece]
        beside = sorted({cell for member in piece for cell in _beside(size, member)} - set(drawn))
        if rest:
            least = min(_steps(size, cell, other) for cell in beside for other in rest)
            beside = [c for c in beside if min(_steps(size, c, other) for other in rest) == least]
        weights = [_DRAWN_TO if view.board[cell] == 1 else 1 for cell in beside]
        drawn += rng.choices(beside, weights)
    return drawn


def _piece(size: int, drawn: Sequence[int]) -> set[int]:
    """Return the cells connected with the first one."""
    piece, waiting = {drawn[0]}, [drawn[0]]
    while waiting:
        more = [cell for cell in _beside(size, waiting.pop()) if cell in drawn and cell not in piece]
        piece.update(more)
        waiting += more
    return piece


def _beside(size: int, cell: int) -> list[int]:
    inside = field(size)
    return [other for other in (cell - size, cell - 1, cell + 1, cell + size) if other in inside]


def _steps(size: int, cell: int, other: int) -> int:
    down, right = (abs(a - b) for a, b in zip(divmod(cell, size), divmod(other, size), strict=True))
    return down + right


def _in_matrix(options: Options, cells: Collection[int]) -> list[tuple[int, int]]:
    inside = field(options.board_size)
    return [divmod(inside.index(cell), GLYPH_SIDE) for cell in cells]
