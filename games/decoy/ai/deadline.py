"""How near the end is at which nothing more falls, and whom it favors. DP-38. From a View alone."""

from __future__ import annotations

from games.decoy.view import View


def turns_left(view: View) -> int:
    """In how many turns of both sides the match ends, if no piece is removed until then."""
    options = view.options
    left = options.max_plies - view.ply
    return min(left, options.quiet - view.since) if options.quiet else left
