"""What a level knows of the pattern: what it was shown and still remembers, and a guess at the rest."""

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


def remembered(briefing: Briefing | None, per_cent: int, squares: Geometry) -> frozenset[int]:
    """The cells still remembered when so many per cent are forgotten. Which ones fade follows from the
    briefing, so it is fixed at set-up. CVD-37."""
    shown = tuple(briefing.data["cells"]) if briefing else ()
    kept = len(shown) - (len(shown) * per_cent + 50) // 100
    salt = ",".join(shown)
    order = sorted(shown, key=lambda square: hashlib.sha256(f"{salt} {square}".encode()).digest())
    return frozenset(squares.cell_of[square] for square in order[:kept])


def known_or_guessed(view: View, briefing: Briefing | None) -> frozenset[int]:
    """The whole pattern when it was shown; else what was shown or is said to be remembered, filled up to its
    number of cells, or a usual one, with cells that most patterns of the public category have. Nothing
    follows from what is hidden."""
    options, squares = view.options, geometry(view.options.board_size)
    shown = remembered(briefing, 0, squares) | {squares.cell_of[square] for square in view.recalled}
    is_scribble = options.category == SCRIBBLES
    total = view.total
    if total is None:
        total = LENGTH if is_scribble else _usual_total(options, shown)
    if len(shown) >= total:
        return shown
    likely = _likely_cells(options, shown) if is_scribble else _usual_cells(options, shown)
    return shown | frozenset(likely[: total - len(shown)])


def goal(view: View, cells: int) -> tuple[int, int]:
    """How many cells the pattern has, and its par; to whoever isn't told, as many as they know of, and the
    usual par."""
    if view.total is not None and view.par is not None:
        return view.total, view.par
    return cells, min(cells, _usual_par(view.options))


def _rounded_mean(numbers: list[int]) -> int:
    return (2 * sum(numbers) + len(numbers)) // (2 * len(numbers))


def _usual_total(options: Options, shown: Set[int]) -> int:
    return _rounded_mean([len(cells) for cells in _fitting(options, shown)])


@lru_cache(maxsize=64)
def _usual_par(options: Options) -> int:
    if options.category == SCRIBBLES:
        return usual_scribble_par(options.rounds)
    return _rounded_mean([par_of(glyph, options.rounds) for glyph in glyphs_to_draw_from(options)])


@lru_cache(maxsize=64)
def _usual_cells(options: Options, shown: Set[int]) -> tuple[int, ...]:
    """The cells not shown, those first that most of the patterns have which fit what was shown."""
    counts = Counter(cell for cells in _fitting(options, shown) for cell in cells - shown)
    return tuple(sorted(counts, key=lambda cell: (-counts[cell], cell)))


@lru_cache(maxsize=64)
def _likely_cells(options: Options, shown: Set[int]) -> tuple[int, ...]:
    """The cells not shown in which a scribble most likely goes on: those first that have most of the shown
    ones beside them, of these the nearest to the middle of the field, in king's steps. CVD-37."""
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
    """The patterns that could have been drawn and contain what was shown; all of them where none does."""
    flips = (False, True) if options.flip_pattern == "seeded" else (False,)
    drawn = [
        frozenset(pattern_cells(glyph, flip, options.board_size))
        for glyph in glyphs_to_draw_from(options)
        for flip in flips
    ]
    return [cells for cells in drawn if shown <= cells] or drawn
