"""What a level knows of the pattern: the shown cells that it still remembers, and a guess at the rest."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Set
from functools import lru_cache

from games.core.game import Briefing
from games.creators.rules.geometry import Geometry, geometry
from games.creators.rules.options import SCRIBBLES, Options, glyphs_to_draw_from
from games.creators.rules.par import par_of, usual_scribble_par
from games.creators.rules.scribbles import LENGTH
from games.creators.rules.state import GLYPH_SIDE, field, pattern_cells
from games.creators.rules.view import View


def recall_cells(briefing: Briefing | None, per_cent: int, squares: Geometry) -> frozenset[int]:
    """Return the cells still remembered when this percentage of them is forgotten. CVD-37.

    The briefing alone determines which cells fade, so they are fixed at setup.
    """
    shown = tuple(briefing.data["cells"]) if briefing else ()
    kept = len(shown) - (len(shown) * per_cent + 50) // 100
    salt = ",".join(shown)
    order = sorted(shown, key=lambda square: hashlib.sha256(f"{salt} {square}".encode()).digest())
    return frozenset(squares.cell_of[square] for square in order[:kept])


def guess_pattern(view: View, briefing: Briefing | None) -> frozenset[int]:
    """Return the whole pattern if it was shown, else the known cells and likely ones.

    The cells shown or marked as remembered are filled up to the pattern's number of cells, or a usual number,
    with cells common in the public category. Nothing hidden is used.
    """
    options, squares = view.options, geometry(view.options.board_size)
    shown = recall_cells(briefing, 0, squares) | {squares.cell_of[square] for square in view.recalled}
    is_scribble = options.category == SCRIBBLES
    total = view.total
    if total is None:
        total = LENGTH if is_scribble else _usual_total(options, shown)
    if len(shown) >= total:
        return shown
    likely = _likely_cells(options, shown) if is_scribble else _usual_cells(options, shown)
    return shown | frozenset(likely[: total - len(shown)])


def goal(view: View, cells: int) -> tuple[int, int]:
    """Return the pattern's number of cells and par; if secret from the viewer, `cells` and the usual par."""
    if view.total is not None and view.par is not None:
        return view.total, view.par
    return cells, min(cells, _usual_par(view.options))


def _round_mean(numbers: list[int]) -> int:
    return (2 * sum(numbers) + len(numbers)) // (2 * len(numbers))


def _usual_total(options: Options, shown: Set[int]) -> int:
    return _round_mean([len(cells) for cells in _fitting(options, shown)])


@lru_cache(maxsize=64)
def _usual_par(options: Options) -> int:
    if options.category == SCRIBBLES:
        return usual_scribble_par(options.rounds)
    return _round_mean([par_of(glyph, options.rounds) for glyph in glyphs_to_draw_from(options)])


@lru_cache(maxsize=64)
def _usual_cells(options: Options, shown: Set[int]) -> tuple[int, ...]:
    """Return the cells not shown, those found in most of the fitting patterns first."""
    counts = Counter(cell for cells in _fitting(options, shown) for cell in cells - shown)
    return tuple(sorted(counts, key=lambda cell: (-counts[cell], cell)))


@lru_cache(maxsize=64)
def _likely_cells(options: Options, shown: Set[int]) -> tuple[int, ...]:
    """Return the cells not shown, those where a scribble most likely continues first. CVD-37.

    First come those with the most shown cells beside them, then those nearest to the middle, in king's steps.
    """
    size, inside = options.board_size, field(options.board_size)
    middle = GLYPH_SIDE // 2
    ranked = sorted(
        (
            -sum(beside in shown for beside in (cell - size, cell - 1, cell + 1, cell + size)),
            max(abs(row - middle), abs(column - middle)),
            cell,
        )
        for place, cell in enumerate(inside)
        for row, column in [divmod(place, GLYPH_SIDE)]
        if cell not in shown
    )
    return tuple(cell for _, _, cell in ranked)


def _fitting(options: Options, shown: Set[int]) -> list[frozenset[int]]:
    """Return the patterns that could have been drawn with the shown cells; all patterns if none fits."""
    flips = (False, True) if options.flip_pattern == "seeded" else (False,)
    drawn = [
        frozenset(pattern_cells(glyph, flip, options.board_size))
        for glyph in glyphs_to_draw_from(options)
        for flip in flips
    ]
    return [cells for cells in drawn if shown <= cells] or drawn
