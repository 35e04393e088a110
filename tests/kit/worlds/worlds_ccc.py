"""Golden playthroughs of CCC, which hides nothing and so has no pairs of worlds."""

from __future__ import annotations

from typing import Any

from games import GAMES
from tests.kit.worlds.twins import Worlds, no_twins

GAME = GAMES["ccc"]


def _truth(state: Any) -> str:
    """Return the position, with what repetition and stalemate count."""
    seen = state.past.count(state.past[-1])
    return f"{GAME.position(GAME.view(state, None))}, seen {seen}, passes {state.passes}"


CCC = Worlds(
    twins=no_twins,
    truth=_truth,
    goldens=(
        {},
        {"layout": "random", "symmetry": "independent", "flatRows": 1, "compliments": "list", "quiet": 30},
        {"flatRows": 3, "rowOrder": "FSFF", "torusHitsFlag": "on", "compliments": "off", "first": "black"},
    ),
    hidden=False,
)
