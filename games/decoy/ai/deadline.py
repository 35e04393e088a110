"""How near the end is at which nothing more falls, and whom it favors. DP-38. From what every viewer sees."""

from __future__ import annotations

from games.decoy.rules.options import FARTHEST
from games.decoy.rules.state import State
from games.decoy.rules.view import View

_COUNT_NEAR = 30
"""So many turns before the Commanders' rows are compared they begin to come forward, at most."""


def turns_left(view: View | State) -> int:
    """In how many turns of both sides the match ends, if no piece is removed until then."""
    options = view.options
    left = options.max_plies - view.ply
    return min(left, options.quiet - view.since) if options.quiet else left


def count_near(view: View | State) -> float:
    """How near it is, from 0 to 1, that the Commanders' rows are compared; 0 where they never are."""
    if view.options.tiebreak != FARTHEST:
        return 0.0
    first = min(_COUNT_NEAR, view.options.quiet or _COUNT_NEAR)
    return min(1.0, max(0.0, 1.0 - turns_left(view) / first))
