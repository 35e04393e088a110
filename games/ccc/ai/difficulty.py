"""Estimated difficulty of a puzzle by its kind, its number of moves, and how obvious the answer is."""

from __future__ import annotations

import math

from games.ccc.rules.actions import Action, Attack, FlagMove, FlagReturn, Hop, Line, Merge, Path, Swap

EASIEST, HARDEST = 400, 2900
_KINDS = {"win-1": 550, "save": 1050, "best": 1000, "win-2": 1450}
_USUAL, _DOUBLED = 80, 60
"""Usual number of moves in a position, and rating points for each doubling of it."""
_LURE, _MOST_LURES = 60, 6
_DEEPER = 330
"""Rating points for each step in which a deeper search changes its choice."""
_GAP = 220
"""Rating points saved when the second-best answer is at least 10 Flats worse."""


def rating(
    kind: str, action: Action, choices: int, lures: int = 0, depth: int = 0, margin: float = 0.0
) -> int:
    """Return a puzzle's rating on the players' scale, from `EASIEST` to `HARDEST`.

    Args:
        kind: The kind of puzzle, such as "win-1".
        action: The first action of the solution.
        choices: The number of different moves.
        lures: How many other moves look like the answer.
        depth: How deep a search must look before the answer looks best, from 0 to 2.
        margin: How much better the answer is than the second-best one, in Flats.
    """
    crowd = _DOUBLED * math.log2(max(choices, 1) / _USUAL)
    near = _LURE * min(lures, _MOST_LURES)
    easy = _GAP * min(1.0, margin / 10.0)
    found = _KINDS[kind] + _of_action(action, kind) + crowd + near + _DEEPER * depth - easy
    return round(max(EASIEST, min(HARDEST, found)))


def _of_action(action: Action, kind: str) -> int:
    """Return the rating points of an action: quiet moves and long actions are overlooked most easily."""
    match action:
        case Attack():
            return 0
        case Hop(_, landings):
            return 100 * len(landings)
        case Line(_, _, _, drops):
            return 250 + 60 * len(drops)
        case Path(_, _, steps):
            return 350 + 80 * len(steps)
        case Swap():
            return 450
        case FlagMove() | FlagReturn():
            return 350
        case Merge():
            return 200 if kind == "save" else 300
        case _:
            return 100 if kind == "save" else 250
