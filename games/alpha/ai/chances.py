"""The chance that seat 0 wins: a few turns are played by a strong level, then figures are weighed."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from types import MappingProxyType

from games.alpha.ai.finish import can_win, field_of
from games.alpha.ai.hard import hard
from games.alpha.ai.tallies import Figures, figures
from games.alpha.ai.weights import WEIGHTS
from games.alpha.rules.rules import play
from games.alpha.rules.state import State
from games.alpha.rules.view import view
from games.core.game import Result
from games.core.search.adding import added

PLIES: Mapping[int, int] = MappingProxyType({0: 4, 1: 6, 2: 6})
"""So many turns are played before it's weighed, by how many cards an attack on an empty slot takes."""
_TRIES, _NODES = 10, 50
"""At most so many times, with chance drawn anew; and for so many nodes each action."""


def estimate(state: State, rng: random.Random, budget: int) -> float:
    """The chance that seat 0 wins from here; certain where the mover can win at once, or all is over."""
    table = state.table
    if table.outcome is not None:
        return worth(table.outcome)
    if can_win(field_of(view(state, table.mover))):
        return 1.0 - table.mover
    found, left = list[float](), budget
    while not found or (left > 0 and len(found) < _TRIES):
        later, actions = ahead(_mixed(state, rng), PLIES[state.setup.options.milled], rng)
        found.append(worth(later.table.outcome) if later.table.outcome else weighed(figures(later), later))
        left -= _NODES * actions
    return added(found) / len(found)


def worth(result: Result) -> float:
    """What a result is worth to seat 0."""
    return 0.5 if result.winner is None else 1.0 - result.winner


def _mixed(state: State, rng: random.Random) -> State:
    """The state with both undrawn decks in another order."""
    first, second = (tuple(rng.sample(deck, len(deck))) for deck in state.decks)
    return State(state.setup, state.chance, state.table, state.hands, (first, second))


def ahead(state: State, plies: int, rng: random.Random) -> tuple[State, int]:
    """The state so many turns later, as `hard` plays it, which makes no use of chance; and after how many
    actions that is. ALPHA-30."""
    end, actions = state.table.ply + plies, 0
    while state.table.outcome is None and state.table.ply < end:
        mover = state.table.mover
        state, actions = play(state, mover, hard(view(state, mover), None, rng, 0)).state, actions + 1
    return state, actions


def weighed(found: Figures, state: State) -> float:
    """The chance that figures tell of."""
    weights = WEIGHTS[state.setup.options.milled]
    return 1 / (1 + math.exp(-added([a * b for a, b in zip(found, weights, strict=True)])))
