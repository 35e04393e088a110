"""What a level knows of the pattern: what it was shown and still remembers, and a guess at the rest."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Set
from functools import lru_cache

from games.core.game import Briefing
from games.creators.geometry import Geometry, geometry
from games.creators.options import Options, glyphs_to_draw_from
from games.creators.state import pattern_cells
from games.creators.view import View


def remembered(briefing: Briefing | None, per_cent: int, squares: Geometry) -> frozenset[int]:
    """The cells still remembered when so many per cent are forgotten. Which ones fade follows from the
    briefing, so it is fixed at set-up. CVD-37."""
    shown = tuple(briefing.data["cells"]) if briefing else ()
    kept = len(shown) - (len(shown) * per_cent + 50) // 100
    salt = ",".join(shown)
    order = sorted(shown, key=lambda square: hashlib.sha256(f"{salt} {square}".encode()).digest())
    return frozenset(squares.cell_of[square] for square in order[:kept])


def known_or_guessed(view: View, briefing: Briefing | None) -> frozenset[int]:
    """The whole pattern when it was shown; else what was shown, filled up to its public number of cells
    with those that most patterns of the public category have. Nothing here follows from what is hidden."""
    shown = remembered(briefing, 0, geometry(view.options.board_size))
    if len(shown) >= view.total:
        return shown
    return shown | frozenset(_usual_cells(view.options, shown)[: view.total - len(shown)])


@lru_cache(maxsize=64)
def _usual_cells(options: Options, shown: Set[int]) -> tuple[int, ...]:
    """The cells not shown, those first that most of the patterns have which fit what was shown."""
    flips = (False, True) if options.flip_pattern == "seeded" else (False,)
    drawn = [
        frozenset(pattern_cells(glyph, flip, options.board_size))
        for glyph in glyphs_to_draw_from(options)
        for flip in flips
    ]
    fitting = [cells for cells in drawn if shown <= cells] or drawn
    counts = Counter(cell for cells in fitting for cell in cells - shown)
    return tuple(sorted(counts, key=lambda cell: (-counts[cell], cell)))
