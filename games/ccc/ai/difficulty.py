"""How hard a puzzle is before anybody has tried it: by the kind of thinking, by how many moves there are, and
by how far from the obvious the answer is."""

from __future__ import annotations

import math

from games.ccc.rules.actions import Action, Attack, FlagMove, FlagReturn, Hop, Line, Merge, Path, Swap

EASIEST, HARDEST = 400, 2900
_KINDS = {"win-1": 550, "save": 1050, "best": 1000, "win-2": 1450}
_USUAL, _DOUBLED = 80, 60
"""So many moves there usually are; what each doubling of them is worth."""
_LURE, _MOST_LURES = 60, 6
_DEEPER = 330
"""For each step in which a search that looks farther changes its mind."""
_GAP = 220
"""How much easier it is if the next best answer is far worse."""


def rating(
    kind: str, action: Action, choices: int, lures: int = 0, depth: int = 0, margin: float = 0.0
) -> int:
    """A rating as players have one. `choices`: how many different moves there are; `lures`: how many of them
    look like the answer; `depth`: how far one has to look before it looks best; `margin`: by how many Flats
    it's better than the next one."""
    crowd = _DOUBLED * math.log2(max(choices, 1) / _USUAL)
    near = _LURE * min(lures, _MOST_LURES)
    easy = _GAP * min(1.0, margin / 10.0)
    found = _KINDS[kind] + _of_action(action, kind) + crowd + near + _DEEPER * depth - easy
    return round(max(EASIEST, min(HARDEST, found)))


def _of_action(action: Action, kind: str) -> int:
    """What is seen last: a quiet move where one looks for attacks, and everything with many steps."""
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
