"""Par of any pattern: how many of its cells are enough in the last round. CVD-31, CVD-40."""

from __future__ import annotations

from games.creators.rules.glyph_table import exact_par
from games.creators.rules.options import Options
from games.creators.rules.scribbles import MIDDLE, scribble_cells

SCRIBBLE_PARS = {20: (6, 5, 4), 40: (8, 6, 5)}
"""Rounds → par of a scribble near the Creator, in the middle, and far from the Creator."""
_NEARER, _FARTHER = MIDDLE - 3, MIDDLE + 10
"""Sums of a scribble's rows: it is near the Creator below the first, and far from the second on."""


def par_of(name: str, options: Options) -> float:
    """Return the par of a glyph or a scribble, in quarters of a cell."""
    drawn = scribble_cells(name)
    if not drawn:
        return exact_par(name, options.rounds, options.version)
    near, middle, far = SCRIBBLE_PARS[options.rounds]
    rows = sum(row for row, _ in drawn)
    return near if rows < _NEARER else far if rows >= _FARTHER else middle


def usual_scribble_par(options: Options) -> float:
    """Return the par of most scribbles."""
    return SCRIBBLE_PARS[options.rounds][1]
