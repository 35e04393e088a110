"""What finding a puzzle needs: a budget, what the levels would do, and how hard it is."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec

from games.alpha.ai.players import PLAYERS
from games.alpha.rules.rules import play
from games.alpha.rules.state import State
from games.alpha.rules.view import view

LEVELS = tuple(PLAYERS)
_EASIEST, _HARDEST = 400, 3000


class Found(msgspec.Struct, frozen=True):
    """A kind of puzzle, its solution, and how hard it is."""

    kind: str
    solution: tuple[str, ...]
    rating: int


class Search:
    """A source of chance, and how many boards may still be looked at."""

    def __init__(self, rng: random.Random, budget: int) -> None:
        self.rng, self.left = rng, budget

    def looked_at(self, boards: int) -> None:
        """So many boards were looked at."""
        self.left -= boards


def missing(state: State, is_there: Callable[[State], bool]) -> tuple[str, ...]:
    """The levels whose turn doesn't lead there."""
    return tuple(level for level in LEVELS if not is_there(turn_of_level(state, level)))


def turn_of_level(state: State, level: str) -> State:
    """The state after the turn of a level, which makes no use of chance. ALPHA-30."""
    now, rng = state, random.Random(0)
    while now.table.ply == state.table.ply and now.table.outcome is None:
        mover = now.table.mover
        now = play(now, mover, PLAYERS[level](view(now, mover), None, rng, 0)).state
    return now


def rated(points: float) -> int:
    """A rating that isn't beyond what ratings can be."""
    return max(_EASIEST, min(_HARDEST, round(points)))
