"""How near the match is to an end without further removals. DP-38. From public information."""

from __future__ import annotations

from games.decoy.rules.state import State
from games.decoy.rules.view import View

_COUNT_NEAR = 30
"""The turns before the Commanders' rows are compared in which they begin to advance, at most."""


def turns_left(view: View | State) -> int:
    """Return the turns of both sides until the match ends if no piece is removed."""
    options = view.options
    left = options.max_plies - view.ply
    return min(left, options.quiet - view.since) if options.quiet else left


def count_near(view: View | State) -> float:
    """Return how near the comparison of the Commanders' rows is, from 0 to 1; 0 if it never happens."""
    if not view.options.compares_rows:
        return 0.0
    first = min(_COUNT_NEAR, view.options.quiet or _COUNT_NEAR)
    return min(1.0, max(0.0, 1.0 - turns_left(view) / first))
