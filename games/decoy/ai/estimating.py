"""A quick estimate of the chance that a side wins, without playing on.

The weights are fitted to thousands of positions from matches between strong levels, with some random actions;
that of the tiebreak, which decoy/4 changed, to 380 matches by decoy/4. With
`python -m games.decoy.ai.calibrate --fit "near the end"` it's fitted anew.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from math import exp

from games.core.search.adding import add_up
from games.decoy.ai.forces import WORDS, Numbers, forces
from games.decoy.ai.players import steady
from games.decoy.rules.rules import play
from games.decoy.rules.state import ATTACK, OVER, POINTS, State
from games.decoy.rules.view import view

_FAR = 30.0

_FITTED: Mapping[str, float] = {
    "ours is the turn": 0.048,
    "Scouts ahead": -0.146,
    "Guardians ahead": 0.124,
    "Infiltrators ahead": -0.159,
    "Decoys: 1": -0.098,
    "Decoys: 2": 0.066,
    "Decoys: 3": 0.048,
    "Decoys: 4": 0.013,
    "Decoys: 5": -0.029,
    "pieces ahead": -0.096,
    "wounds of the Commander": 0.162,
    "wounds": -0.067,
    "their Commander in reach, known": 2.656,
    "their Commander in reach, seen": 2.318,
    "their Commander in reach, unseen": 0.325,
    "their last Decoy in reach": 1.709,
    "their fighters in reach": 0.298,
    "their Decoys in reach": 0.353,
    "our Commander in reach while we move, known": -0.703,
    "our Commander in reach while we move, seen": -0.279,
    "our Commander in reach while we move, unseen": -0.312,
    "our last Decoy in reach while we move": -0.952,
    "our fighters in reach while we move": -0.031,
    "our Decoys in reach while we move": -0.201,
    "our Commander in reach then, known": -0.734,
    "our Commander in reach then, seen": -0.455,
    "our Commander in reach then, unseen": 0.000,
    "our last Decoy in reach then": -0.335,
    "our fighters in reach then": -0.061,
    "our Decoys in reach then": -0.032,
    "strength, as a ratio": 0.742,
    "pieces ahead, of few": 0.494,
    "guards of the Commanders": 0.653,
    "ahead near the end": 2.177,
}
WEIGHTS: tuple[float, ...] = tuple(_FITTED[words] for words in WORDS)
"""The weights of the numbers of `games.decoy.ai.forces`, in units of log-odds."""


def finish_turn(state: State, rng: random.Random) -> State:
    """Return the state after a quick level has played the rest of a turn that has begun."""
    ply = state.ply if state.phase == ATTACK or state.points < POINTS else 0
    while ply and state.ply == ply and state.phase != OVER:
        action = steady(view(state, state.mover), None, rng, 0)
        state = play(state, state.mover, action).state
    return state


def estimate(state: State) -> float:
    """Return the chance that seat 0 wins, from 0 to 1."""
    if state.outcome is not None:
        return 0.5 if state.outcome.winner is None else 1.0 - state.outcome.winner
    if not state.ply:
        return 0.5
    share = chance(forces(state), WEIGHTS)
    return share if state.mover == 0 else 1.0 - share


def chance(numbers: Numbers, weights: Sequence[float]) -> float:
    """Return the chance that the side to act wins, from 0 to 1."""
    odds = add_up(number * weight for number, weight in zip(numbers, weights, strict=True))
    return 1.0 / (1.0 + exp(-max(-_FAR, min(_FAR, odds))))
