"""What a viewer can be sure of though nobody has told them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from games.creators.rules.glyphs import GLYPHS, cells
from games.creators.rules.par import SCRIBBLE_PARS, par_of
from games.creators.rules.rules import last_ply, need, round_of
from games.creators.rules.scribbles import LENGTH
from games.creators.rules.state import field
from games.creators.rules.view import View

HOPELESS = "hopeless"

Size = tuple[int, int]
"""How many cells a pattern has, and its par."""


def deduced(view: View) -> Mapping[str, str]:
    """That the Creator can't win anymore: not even with a pawn on one more cell every turn. In a race
    nothing."""
    if view.to_act is None or view.options.victory == "race" or _may_still_win(view):
        return {}
    return {HOPELESS: "The Creator can't win anymore: too few of their pawns can be on the pattern in time."}


def _may_still_win(view: View) -> bool:
    """Whether some pattern that the viewer can't rule out could be filled by pawns that are between the home
    rows now and one more each turn."""
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
    return _every_size(view.options.rounds)


@cache
def _every_size(rounds: int) -> frozenset[Size]:
    """Of all patterns that may be named in secret."""
    glyphs = ((len(cells(glyph)), par_of(glyph, rounds)) for glyph in GLYPHS)
    return frozenset((*glyphs, *((LENGTH, par) for par in SCRIBBLE_PARS[rounds])))
