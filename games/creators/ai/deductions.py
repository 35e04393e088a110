"""What a viewer can deduce from public facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from games.creators.rules.glyphs import GLYPHS, cells
from games.creators.rules.options import Options
from games.creators.rules.par import SCRIBBLE_PARS, par_of
from games.creators.rules.rules import last_ply, need, round_of
from games.creators.rules.scribbles import LENGTH
from games.creators.rules.state import field
from games.creators.rules.view import View

HOPELESS = "hopeless"

Size = tuple[int, float]
"""The number of cells in a pattern, and its par."""


def deduce_facts(view: View) -> Mapping[str, str]:
    """Return the sentence that the Creator can't win anymore, by its key; empty if that isn't certain.

    It is certain if one more cell every turn wouldn't be enough. In a race, nothing is deduced.
    """
    if view.to_act is None or view.options.victory == "race" or _may_still_win(view):
        return {}
    return {HOPELESS: "The Creator can't win anymore: too few of their pawns can be on the pattern in time."}


def _may_still_win(view: View) -> bool:
    """Return whether the Creator could still fill a pattern that the viewer can't rule out.

    This assumes that every pawn between the home rows is on the pattern, and that each turn adds one.
    """
    inside = sum(view.board[cell] == 1 for cell in field(view.options.board_size))
    first, last = view.round + (view.to_act or 0), round_of(last_ply(view.options))
    sizes = _sizes(view)
    return any(
        inside + turns >= min(need(view.options, total, par, number) for total, par in sizes)
        for turns, number in enumerate(range(first, last + 1), 1)
    )


def _sizes(view: View) -> Iterable[Size]:
    if view.total is not None and view.par is not None:
        return ((view.total, view.par),)
    return _every_size(view.options)


@cache
def _every_size(options: Options) -> frozenset[Size]:
    """Return the sizes of all patterns that can be chosen."""
    glyphs = ((len(cells(glyph)), par_of(glyph, options)) for glyph in GLYPHS)
    return frozenset((*glyphs, *((LENGTH, par) for par in SCRIBBLE_PARS[options.rounds])))
