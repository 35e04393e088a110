"""What the contract tests need to know of one game beyond its protocol: the shape of an entry in `worlds`."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Pair = tuple[Any, Any]
"""Two states of one game."""

Choose = Callable[[Pair, random.Random], "tuple[int, Any] | None"]
"""A seat and an action of it that leave the difference hidden; None: none does, or no difference is left."""


@dataclass(frozen=True)
class Twins:
    """Two states of one game that differ in something `blind` viewers cannot know.

    They stay alike for them during `steps` actions, the same in both worlds, while neither has ended: any
    legal ones, or where some would let the difference out, those that `choose` chooses.
    `unbriefed`: seats whose briefing is the same too."""

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
    `many`: how many numbers the long proof makes twins from; `rarities`: what must be found in some state
    of the twins, by name, for a proof over them to mean anything."""

    twins: Callable[[random.Random], Iterator[Twins]]
    truth: Callable[[Any], str]
    goldens: tuple[Mapping[str, object], ...]
    hidden: bool = True
    many: int = 0
    rarities: Mapping[str, Callable[[Any], bool]] = field(default_factory=dict)
