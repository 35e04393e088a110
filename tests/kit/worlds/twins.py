"""What the contract tests need to know of one game beyond its protocol: the shape of an entry in `worlds`."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Pair = tuple[Any, Any]
"""Two states of one game, or what belongs to each of them."""

Choose = Callable[[Pair, random.Random], "tuple[int, Pair] | None"]
"""A seat, and its action in each world, that leave the difference hidden; None: none does, or no difference
is left. The two are mostly the same; they differ where the seat knows of the difference and the blind see the
same deed in both worlds."""


@dataclass(frozen=True)
class Twins:
    """Two states of one game that differ in something `blind` viewers can't know.

    They stay alike for them during `steps` actions while neither has ended: any legal ones, the same in both
    worlds, or where some would let the difference out, those that `choose` chooses.
    `unbriefed`: seats whose briefing is the same too.
    """

    what: str
    states: Pair
    blind: tuple[int | None, ...]
    steps: int
    unbriefed: tuple[int, ...] = ()
    choose: Choose | None = None


@dataclass(frozen=True)
class Worlds:
    """A maker of twins, the truth of a state in one line, and the options of the golden playthroughs.

    `hidden`: whether anything is hidden in this game; where nothing is there are no twins.
    `pictured`: whether the picture of a match that is over shows all that was hidden; where that is more than
    a picture holds, it is told in sentences.
    `stray_actions`: how likely in the golden playthroughs an action is any legal one and not a level's, where
    levels alone leave some rules unused.
    `many`: how many numbers the long proof makes twins from; `rarities`: what must be found in some state
    of the twins, by name, for a proof over them to mean anything.
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
    """What a game makes that hides nothing."""
    return iter(())


def played_in_both(game: Any, states: Pair, seat: int, actions: Pair) -> Pair:
    """What comes of a seat's action in each of two worlds: the states, each with what was told."""
    first, second = (game.play(s, seat, action) for s, action in zip(states, actions, strict=True))
    return first, second


def played_alongside(game: Any, states: Pair, choose: Choose, rng: random.Random, most: int) -> Pair:
    """The two worlds at most this many chosen actions later, while neither is over."""
    for _ in range(most):
        chosen = choose(states, rng)
        if chosen is None:
            return states
        first, second = played_in_both(game, states, *chosen)
        if any(game.result(played.state) for played in (first, second)):
            return states
        states = first.state, second.state
    return states
