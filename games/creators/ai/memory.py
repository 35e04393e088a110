"""What a level knows of the pattern: the shown cells that it still remembers, and a guess at the rest."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Sequence, Set
from functools import lru_cache

from games.core.game import Briefing
from games.creators.rules.geometry import Geometry, geometry
from games.creators.rules.options import SCRIBBLES, Options, glyphs_to_draw_from
from games.creators.rules.par import par_of, usual_scribble_par
from games.creators.rules.scribbles import LENGTH
from games.creators.rules.state import GLYPH_SIDE, field, pattern_cells
from games.creators.rules.view import View

STRAYS = 0.1
"""The chance that a Creator's pawn in the middle of the board isn't on a cell of the pattern."""


ALL = GLYPH_SIDE**2


def recall_cells(
    briefing: Briefing | None, per_cent: int, squares: Geometry, most: int = ALL
) -> frozenset[int]:
    """Return at most `most` cells, those still remembered when this percentage is forgotten. CVD-37.

    The briefing alone determines which cells fade, so they are fixed at setup.
    """
    shown = tuple(briefing.data["cells"]) if briefing else ()
    kept = min(most, len(shown) - (len(shown) * per_cent + 50) // 100)
    salt = ",".join(shown)
    order = sorted(shown, key=lambda square: hashlib.sha256(f"{salt} {square}".encode()).digest())
    return frozenset(squares.cell_of[square] for square in order[:kept])


def recall_or_try(view: View, briefing: Briefing | None, per_cent: int, most: int = ALL) -> frozenset[int]:
    """Return the cells still remembered; a builder who holds all but one of them tries others, too. CVD-37.

    The cells that complete most of the fitting patterns come first, as many as the pattern still lacks. If
    all of these are held and the match continues, some are wrong: then further ones follow, one by one.
    """
    options, seat = view.options, view.to_act or 0
    known = recall_cells(briefing, per_cent, geometry(options.board_size), most)
    held = frozenset(cell for cell in field(options.board_size) if view.board[cell] == seat + 1)
    builds = seat == 0 or options.victory == "race"
    if not known or not builds or len(known - held) > 1:
        return known
    total = view.total or _usual_total(options, known)
    likely = list_likely(options, known, total)
    tried = next((number for number, cell in enumerate(likely, 1) if cell not in held), len(likely))
    return known | frozenset(likely[: max(total - len(known), tried)])


def list_likely(options: Options, known: Set[int], total: int) -> tuple[int, ...]:
    """Return the other cells of the field, those first that complete most patterns of this size."""
    if options.category == SCRIBBLES:
        return _likely_cells(options, known)
    fitting = _fitting(options, known)
    sized = [cells for cells in fitting if len(cells) == total] or fitting
    counts = Counter(cell for cells in sized for cell in cells)
    others = (cell for cell in field(options.board_size) if cell not in known)
    return tuple(sorted(others, key=lambda cell: (-counts[cell], cell)))


def guess_pattern(view: View, briefing: Briefing | None) -> frozenset[int]:
    """Return the whole pattern if it was shown, else the known cells and likely ones.

    The cells shown or marked as remembered are filled up to the pattern's number of cells, or a usual number,
    with cells common in the public category. Nothing hidden is used.
    """
    options, squares = view.options, geometry(view.options.board_size)
    candidates = briefing.data.get("candidates", {}).values() if briefing else view.candidates
    if candidates:
        return believe(view, tuple(candidates))
    shown = recall_cells(briefing, 0, squares) | {squares.cell_of[square] for square in view.recalled}
    is_scribble = options.category == SCRIBBLES
    total = view.total
    if total is None:
        total = LENGTH if is_scribble else _usual_total(options, shown)
    if len(shown) >= total:
        return shown
    likely = _likely_cells(options, shown) if is_scribble else _usual_cells(options, shown)
    return shown | frozenset(likely[: total - len(shown)])


def believe(view: View, candidates: Sequence[Sequence[str]]) -> frozenset[int]:
    """Return the cells that the true one of these patterns has more likely than not, by the Creator's pawns.

    A pawn in the middle is likely on a cell of the pattern. Without such a cell it's the likeliest pattern.
    """
    squares = geometry(view.options.board_size)
    drawings = [frozenset(squares.cell_of[square] for square in cells) for cells in candidates]
    weights = [weigh_standing(view, cells) for cells in drawings]
    half = sum(weights) / 2
    probable = frozenset(
        cell
        for cell in field(view.options.board_size)
        if sum(weight for weight, cells in zip(weights, drawings, strict=True) if cell in cells) >= half
    )
    return probable or drawings[weights.index(max(weights))]


def weigh_standing(view: View, cells: Collection[int]) -> float:
    """Return the likelihood of the Creator's pawns in the field if these cells are the pattern."""
    weight = 1.0
    for cell in field(view.options.board_size):
        if view.board[cell] == 1:
            weight *= (1 - STRAYS) / len(cells) if cell in cells else STRAYS / (GLYPH_SIDE**2 - len(cells))
    return weight


def goal(view: View, cells: int) -> tuple[int, float]:
    """Return the pattern's number of cells and par; if secret from the viewer, `cells` and the usual par."""
    if view.total is not None and view.par is not None:
        return view.total, view.par
    return cells, min(cells, _usual_par(view.options))


def _round_mean(numbers: Sequence[float]) -> int:
    return int((2 * sum(numbers) + len(numbers)) // (2 * len(numbers)))


def _usual_total(options: Options, shown: Set[int]) -> int:
    return _round_mean([len(cells) for cells in _fitting(options, shown)])


@lru_cache(maxsize=64)
def _usual_par(options: Options) -> float:
    if options.category == SCRIBBLES:
        return usual_scribble_par(options)
    return _round_mean([par_of(glyph, options) for glyph in glyphs_to_draw_from(options)])


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
