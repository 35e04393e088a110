"""What searches for puzzles share: a found puzzle, the budget, the levels' answers, and ratings."""

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
    """A found puzzle: its kind, its solution as notation, and its rating."""

    kind: str
    solution: tuple[str, ...]
    rating: int


class Search:
    """A source of chance, and the number of boards that the search may still look at."""

    def __init__(self, rng: random.Random, budget: int) -> None:
        self.rng, self.left = rng, budget

    def spend(self, boards: int) -> None:
        """Take a number of boards off the budget."""
        self.left -= boards


def missing(state: State, is_there: Callable[[State], bool]) -> tuple[str, ...]:
    """Return the levels whose turn doesn't lead to a wanted state."""
    return tuple(level for level in LEVELS if not is_there(turn_of_level(state, level)))


def turn_of_level(state: State, level: str) -> State:
    """Return the state after a level's turn; the levels use no chance. ALPHA-30."""
    now, rng = state, random.Random(0)
    while now.table.ply == state.table.ply and now.table.outcome is None:
        mover = now.table.mover
        now = play(now, mover, PLAYERS[level](view(now, mover), None, rng, 0)).state
    return now


def clamp_rating(points: float) -> int:
    """Return points as a puzzle's rating, limited to 400 to 3000."""
    return max(_EASIEST, min(_HARDEST, round(points)))
