"""The notice that a match is about to end by DP-38, in words that are the same wherever it's shown."""

from __future__ import annotations

from games.decoy.rules.view import View

_ANNOUNCED = ("Last turn", "2 turns left")
"""The words by the number of turns after this one; two, so that each side reads of its own last turn."""


def announce_end(view: View) -> str:
    """Return the notice that this turn or the next is the last; empty if there are more, or at the end."""
    if view.side is None:
        return ""
    by_plies, by_quiet = view.options.max_plies - view.ply, _count_quiet_turns(view)
    left = by_plies if by_quiet is None else min(by_plies, by_quiet)
    if left >= len(_ANNOUNCED):
        return ""
    return _ANNOUNCED[left] if left == by_plies else f"{_ANNOUNCED[left]} unless a piece is lost"


def _count_quiet_turns(view: View) -> int | None:
    """Return how many turns without a loss can follow this one if it has none; None if any number."""
    return view.options.quiet - view.since - 1 if view.options.quiet else None
