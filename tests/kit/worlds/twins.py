"""The shape of an entry in `worlds`: what the contract tests need to know of a game beyond its protocol."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Pair = tuple[Any, Any]
"""Two states of one game, or a value for each of them."""

Choose = Callable[[Pair, random.Random], "tuple[int, Pair] | None"]
"""Choose a seat and its action in each world that keep the difference hidden.

The result is None if no action does, or if no difference is left. The two actions are usually the same; they
differ where the seat knows of the difference and the blind viewers see the same deed in both worlds.
"""


@dataclass(frozen=True)
class Twins:
    """Two states of one game that differ in something `blind` viewers can't know.

    The states stay alike for these viewers during `steps` actions, while neither is over. The actions are any
    legal ones, the same in both worlds, or those from `choose` where some would reveal the difference.
    `unbriefed` are seats whose briefing is also the same.
    """

    what: str
    states: Pair
    blind: tuple[int | None, ...]
    steps: int
    unbriefed: tuple[int, ...] = ()
    choose: Choose | None = None


@dataclass(frozen=True)
class Worlds:
    """A game's maker of twins, the truth of a state in one line, and options for golden playthroughs.

    Attributes:
        hidden: Whether the game hides anything; if not, there are no twins.
        pictured: Whether the picture of a finished match shows all that was hidden; what doesn't fit a
            picture is told in sentences.
        stray_actions: The chance that an action in a golden playthrough is a random legal one instead of a
            level's, where levels alone leave some rules unused.
        many: How many numbers the long proof makes twins from.
        rarities: Conditions by name that some state of the twins must meet for a proof to be meaningful.
    """

    twins: Callable[[random.Random], Iterator[Twins]]
    truth: Callable[[Any], str]
    goldens: tuple[Mapping[str, object], ...]
    hidden: bool = True
    pictured: bool = True
    stray_actions: float = 0.0
    many: int = 0
    rarities: Mapping[str, Callable[[Any], bool]] = field(default_factory=dict)


def no_twins(rng: random.Random) -> Iterator[Twins]:
    """Return no twins, for a game that hides nothing."""
    return iter(())


def played_in_both(game: Any, states: Pair, seat: int, actions: Pair) -> Pair:
    """Return the result of a seat's action in each of two worlds: the states with their messages."""
    first, second = (game.play(s, seat, action) for s, action in zip(states, actions, strict=True))
    return first, second


def played_alongside(game: Any, states: Pair, choose: Choose, rng: random.Random, most: int) -> Pair:
    """Return the two worlds at most this many chosen actions later, while neither is over."""
    for _ in range(most):
        chosen = choose(states, rng)
        if chosen is None:
            return states
        first, second = played_in_both(game, states, *chosen)
        if any(game.result(played.state) for played in (first, second)):
            return states
        states = first.state, second.state
    return states
