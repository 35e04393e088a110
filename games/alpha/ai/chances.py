"""The estimated chance that seat 0 wins: a strong level plays a few turns, then the position is weighed."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from types import MappingProxyType

from games.alpha.ai.finish import can_win, field_of
from games.alpha.ai.planners import hard
from games.alpha.ai.tallies import Figures, figures
from games.alpha.ai.weights import WEIGHTS
from games.alpha.rules.rules import play
from games.alpha.rules.state import State
from games.alpha.rules.view import view
from games.core.game import Result
from games.core.search.adding import add_up

PLIES: Mapping[int, int] = MappingProxyType({0: 4, 1: 6, 2: 6})
"""The number of plies played before weighing, by the cards that an attack on an empty slot takes."""
_TRIES, _NODES = 10, 50
"""The most playouts for an estimate, each with new chance, and the nodes that each action costs."""


def estimate(state: State, rng: random.Random, budget: int) -> float:
    """Return the chance from 0 to 1 that seat 0 wins, within a budget of nodes.

    It is exact if the match is over, or if a certain win in this turn is found for the mover.
    """
    table = state.table
    if table.outcome is not None:
        return worth(table.outcome)
    if can_win(field_of(view(state, table.mover))):
        return 1.0 - table.mover
    found, left = list[float](), budget
    while not found or (left > 0 and len(found) < _TRIES):
        later, actions = ahead(_shuffle_decks(state, rng), PLIES[state.setup.options.milled], rng)
        found.append(
            worth(later.table.outcome) if later.table.outcome else compute_chance(figures(later), later)
        )
        left -= _NODES * actions
    return add_up(found) / len(found)


def worth(result: Result) -> float:
    """Return a result's worth to seat 0: 1 for a win, 0.5 for a draw or no result, 0 for a loss."""
    return 0.5 if result.winner is None else 1.0 - result.winner


def _shuffle_decks(state: State, rng: random.Random) -> State:
    """Return the state with both undrawn decks shuffled."""
    first, second = (tuple(rng.sample(deck, len(deck))) for deck in state.decks)
    return State(state.setup, state.chance, state.table, state.hands, (first, second))


def ahead(state: State, plies: int, rng: random.Random) -> tuple[State, int]:
    """Return the state some plies later, played by `hard`, and the number of actions played. ALPHA-30."""
    end, actions = state.table.ply + plies, 0
    while state.table.outcome is None and state.table.ply < end:
        mover = state.table.mover
        state, actions = play(state, mover, hard(view(state, mover), None, rng, 0)).state, actions + 1
    return state, actions


def compute_chance(found: Figures, state: State) -> float:
    """Return the chance from 0 to 1 that seat 0 wins, computed from a position's figures."""
    weights = WEIGHTS[state.setup.options.milled]
    return 1 / (1 + math.exp(-add_up([a * b for a, b in zip(found, weights, strict=True)])))
