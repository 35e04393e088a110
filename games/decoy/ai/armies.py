"""Exact counts of all armies that the enemy can have.

How many pieces of each kind the enemy started with is known. An *army* assigns each of them to one of the
bodies that a player can tell apart (a diamond in sight, a removed piece, one whose place is known) or, for
the rest, to the fog. It counts if every body has a kind that it can be, and if the match isn't over: neither
the Commander nor all the Decoys have been removed. DP-36.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.core.search.adding import add_up
from games.decoy.rules.notes import Kinds
from games.decoy.rules.pieces import COMMANDER, DECOY, KINDS

Weights = tuple[float, ...]
"""For each kind, the likelihood of a body being it, relative to other bodies; 0 if it can't be."""
EVERY_KIND: Kinds = tuple(range(len(KINDS)))

_DIGIT = 8
_MASK = _DIGIT - 1
_UNITS: tuple[int, ...] = tuple(_DIGIT**number for number in range(len(KINDS)))
_DEATH: int = _DIGIT ** len(KINDS)
"""The unit of one more digit: the Decoys that may still be removed before the match is over."""
_MORTAL = KINDS[DECOY].count - 1
_ALL = sum(kind.count * unit for kind, unit in zip(KINDS, _UNITS, strict=True)) + _MORTAL * _DEATH
"""The whole army as one integer, whose base-8 digits are the pieces left of each kind."""
_REMEMBERED = 1 << 10


class Body(NamedTuple):
    """An enemy piece that can be told apart: the weight of each kind, and whether it was removed."""

    weights: Weights
    dead: bool = False


def body(kinds: Sequence[int], *, dead: bool = False) -> Body:
    """Return a body that is one of these kinds, all equally likely."""
    return Body(tuple(float(kind in kinds) for kind in EVERY_KIND), dead)


UNTOLD, FALLEN = body(EVERY_KIND), body(EVERY_KIND, dead=True)
"""The body of a living and of a removed piece about which nothing is known."""


class Armies:
    """All armies in which each of the given bodies has a kind that it can be."""

    def __init__(self, bodies: Sequence[Body]) -> None:
        self._bodies = tuple(bodies)
        self._after = _after(self._bodies)

    @property
    def total(self) -> float:
        """The total weight of all armies; 0 if there is none."""
        return self._after[0].get(_ALL, 0.0)

    @property
    def fallen_decoys(self) -> frozenset[int]:
        """The possible numbers of removed enemy Decoys."""
        return frozenset(_MORTAL - left // _DEATH for left in self._after[-1])

    def chances(self) -> tuple[Weights, ...]:
        """Return the chance of each kind for each body; at least one army must exist."""
        found, forward = list[Weights](), {_ALL: 1.0 / self.total}
        for enemy, after in zip(self._bodies, self._after[1:], strict=True):
            chances, following = [0.0] * len(KINDS), dict[int, float]()
            for left, weight in forward.items():
                for kind, less, ways in _choices(left, enemy):
                    if less in after:
                        following[less] = following.get(less, 0.0) + weight * ways
                        chances[kind] += weight * ways * after[less]
            found.append(tuple(chances))
            forward = following
        return tuple(found)

    def draw(self, rng: random.Random) -> tuple[Kinds, Kinds]:
        """Draw one army by its weight, and return the kinds of the bodies and of the pieces in the fog."""
        left, kinds = _ALL, list[int]()
        for enemy, after in zip(self._bodies, self._after[1:], strict=True):
            choices = [choice for choice in _choices(left, enemy) if choice[1] in after]
            likely = [ways * after[less] for _, less, ways in choices]
            kind, left, _ = rng.choices(choices, likely)[0]
            kinds.append(kind)
        fog = (kind for kind, unit in enumerate(_UNITS) for _ in range(left // unit & _MASK))
        return tuple(kinds), tuple(fog)


@lru_cache(maxsize=_REMEMBERED)
def joint_kinds(bodies: tuple[Body, ...]) -> tuple[Kinds, ...]:
    """Return the kinds that each body has in at least one army; empty tuples if there's no army.

    Living bodies of which nothing is known are all alike, so one of them stands for all.
    """
    distinct = sorted({enemy for enemy in bodies if enemy.dead or enemy != UNTOLD}, key=_openness)
    several = [enemy for enemy in distinct for _ in range(bodies.count(enemy))]
    armies = Armies((*several, UNTOLD) if UNTOLD in bodies else several)
    if not armies.total:
        return ((),) * len(bodies)
    last = (UNTOLD,) if UNTOLD in bodies else ()
    of = {
        enemy: tuple(kind for kind, chance in enumerate(chances) if chance)
        for enemy, chances in zip((*several, *last), armies.chances(), strict=True)
    }
    return tuple(of[enemy] for enemy in bodies)


def _openness(enemy: Body) -> tuple[int, Body]:
    """Return a sort key that puts the bodies with the fewest kinds first, which saves dead ends."""
    return sum(map(bool, enemy.weights)), enemy


def _choices(left: int, enemy: Body) -> Iterator[tuple[int, int, float]]:
    """Yield the possible kinds of one more body, each with the pieces left and the number of ways."""
    for kind, weight in enumerate(enemy.weights):
        count = left // _UNITS[kind] & _MASK
        cost = _cost(kind, dead=enemy.dead)
        if weight and count and 0 < cost <= left:
            yield kind, left - cost, count * weight


def _cost(kind: int, *, dead: bool) -> int:
    """Return what a body of a kind subtracts from the pieces left; 0 if the body can't be that kind."""
    if dead and kind == COMMANDER:
        return 0
    return _UNITS[kind] + (_DEATH if dead and kind == DECOY else 0)


@lru_cache(maxsize=_REMEMBERED)
def _after(bodies: tuple[Body, ...]) -> tuple[dict[int, float], ...]:
    """Return, for each number of assigned bodies, the pieces left and the weight of all completions."""
    layers: list[dict[int, float]] = [{_ALL: 1.0}]
    for enemy in bodies:
        layers.append({less: 1.0 for left in layers[-1] for _, less, _ in _choices(left, enemy)})
    for number in reversed(range(len(bodies))):
        after, enemy = layers[number + 1], bodies[number]
        weights = {
            left: add_up(ways * after[less] for _, less, ways in _choices(left, enemy) if less in after)
            for left in layers[number]
        }
        layers[number] = {left: weight for left, weight in weights.items() if weight}
    return tuple(layers)
