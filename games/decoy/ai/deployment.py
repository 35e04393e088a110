"""The setup of the thinking players: always guarded, never twice the same. DP-2.

The Commander is in the back row, away from the corners, with a Guardian in front of it. The fighters
stand together in the middle, so that an attacker of one meets the others. The Decoys fill the back row.
"""

from __future__ import annotations

import random

from games.decoy.rules.board import SIDE
from games.decoy.rules.layouts import NO_PIECES, Layout

_FIRST_COLUMN, _LAST_COLUMN = 2, 7
_BACK, _MIDDLE, _FRONT = range(3)


def deploy(rng: random.Random) -> Layout:
    """Return a random layout, placing the most important pieces first."""
    layout = list(NO_PIECES)
    centre = rng.randint(_FIRST_COLUMN, _LAST_COLUMN)
    _put(layout, "C", [_place(_BACK, centre)], rng)
    _put(layout, "G", _near(centre, 1, (_MIDDLE,)), rng)
    _put(layout, "GII", _near(centre, 2, (_MIDDLE, _FRONT)), rng)
    _put(layout, "S", _near(max(0, centre - 2), 2, (_MIDDLE, _FRONT)), rng)
    _put(layout, "S", _near(min(SIDE - 1, centre + 2), 2, (_MIDDLE, _FRONT)), rng)
    _put(layout, "DDDDD", _near(centre, SIDE, (_BACK,)), rng)
    return tuple(layout)


def _place(row: int, column: int) -> int:
    return row * SIDE + column


def _near(centre: int, apart: int, rows: tuple[int, ...]) -> list[int]:
    """Return the layout indexes of these rows that are at most `apart` columns from a column."""
    return [_place(row, column) for row in rows for column in range(SIDE) if abs(column - centre) <= apart]


def _put(layout: list[str], letters: str, places: list[int], rng: random.Random) -> None:
    """Place each of these pieces on a random free one of the given layout indexes."""
    free = [place for place in places if not layout[place]]
    for letter, place in zip(letters, rng.sample(free, len(letters)), strict=True):
        layout[place] = letter
