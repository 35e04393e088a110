"""All armies that the enemy can have, counted exactly.

The enemy's army is known: so many pieces of each kind. An *army* gives each of these pieces to one of the
bodies that a player can tell apart (a diamond in sight, a piece that fell, one whose place is known) or, what
is left, to the fog. It counts when every body is of a kind that it can be, and when the match isn't over: the
Commander hasn't fallen, nor have all the Decoys. DP-36."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.core.search.adding import added
from games.decoy.rules.notes import Kinds
from games.decoy.rules.pieces import COMMANDER, DECOY, KINDS

Weights = tuple[float, ...]
"""For each kind how much likelier a body is to be it than another one is; 0: it can't be."""
EVERY_KIND: Kinds = tuple(range(len(KINDS)))

_DIGIT = 8
_MASK = _DIGIT - 1
_UNITS: tuple[int, ...] = tuple(_DIGIT**number for number in range(len(KINDS)))
_DEATH: int = _DIGIT ** len(KINDS)
"""The unit of one more digit: the Decoys that may still fall before the match is over."""
_MORTAL = KINDS[DECOY].count - 1
_ALL = sum(kind.count * unit for kind, unit in zip(KINDS, _UNITS, strict=True)) + _MORTAL * _DEATH
"""The whole army as one number: of each kind how many are left, in digits."""
_REMEMBERED = 1 << 10


class Body(NamedTuple):
    """A piece of the enemy that can be told from all others: what it can be, and whether it fell."""

    weights: Weights
    dead: bool = False


def body(kinds: Sequence[int], *, dead: bool = False) -> Body:
    """A body that is one of these kinds, all alike."""
    return Body(tuple(float(kind in kinds) for kind in EVERY_KIND), dead)


UNTOLD, FALLEN = body(EVERY_KIND), body(EVERY_KIND, dead=True)
"""Bodies of which nothing is known."""


class Armies:
    """All armies in which each of these bodies is what it can be."""

    def __init__(self, bodies: Sequence[Body]) -> None:
        self._bodies = tuple(bodies)
        self._after = _after(self._bodies)

    @property
    def total(self) -> float:
        """The weight of all armies; 0 when there is none."""
        return self._after[0].get(_ALL, 0.0)

    @property
    def fallen_decoys(self) -> frozenset[int]:
        """How many of the enemy's Decoys can have fallen."""
        return frozenset(_MORTAL - left // _DEATH for left in self._after[-1])

    def chances(self) -> tuple[Weights, ...]:
        """For each body the chance of each kind; there must be an army."""
        found, forward = list[Weights](), {_ALL: 1.0 / self.total}
        for one, after in zip(self._bodies, self._after[1:], strict=True):
            chances, following = [0.0] * len(KINDS), dict[int, float]()
            for left, weight in forward.items():
                for kind, less, ways in _choices(left, one):
                    if less in after:
                        following[less] = following.get(less, 0.0) + weight * ways
                        chances[kind] += weight * ways * after[less]
            found.append(tuple(chances))
            forward = following
        return tuple(found)

    def drawn(self, rng: random.Random) -> tuple[Kinds, Kinds]:
        """One army, drawn as likely as it is: the kinds of the bodies, and of the pieces in the fog."""
        left, kinds = _ALL, list[int]()
        for one, after in zip(self._bodies, self._after[1:], strict=True):
            choices = [choice for choice in _choices(left, one) if choice[1] in after]
            likely = [ways * after[less] for _, less, ways in choices]
            kind, left, _ = rng.choices(choices, likely)[0]
            kinds.append(kind)
        fog = (kind for kind, unit in enumerate(_UNITS) for _ in range(left // unit & _MASK))
        return tuple(kinds), tuple(fog)


@lru_cache(maxsize=_REMEMBERED)
def joint_kinds(bodies: tuple[Body, ...]) -> tuple[Kinds, ...]:
    """For each body the kinds that it is in some army; nothing for any when there is no army.

    Living bodies of which nothing is known are all alike, and one stands for them all."""
    distinct = sorted({one for one in bodies if one.dead or one != UNTOLD}, key=_openness)
    several = [one for one in distinct for _ in range(bodies.count(one))]
    armies = Armies((*several, UNTOLD) if UNTOLD in bodies else several)
    if not armies.total:
        return ((),) * len(bodies)
    last = (UNTOLD,) if UNTOLD in bodies else ()
    of = {
        one: tuple(kind for kind, chance in enumerate(chances) if chance)
        for one, chances in zip((*several, *last), armies.chances(), strict=True)
    }
    return tuple(of[one] for one in bodies)


def _openness(one: Body) -> tuple[int, Body]:
    """Those that can be least come first: few armies are begun in vain."""
    return sum(map(bool, one.weights)), one


def _choices(left: int, one: Body) -> Iterator[tuple[int, int, float]]:
    """What one more body can be: its kind, the pieces left, and in how many ways."""
    for kind, weight in enumerate(one.weights):
        count = left // _UNITS[kind] & _MASK
        cost = _cost(kind, dead=one.dead)
        if weight and count and 0 < cost <= left:
            yield kind, left - cost, count * weight


def _cost(kind: int, *, dead: bool) -> int:
    """What a body of a kind takes from the pieces left; 0: it can't be."""
    if dead and kind == COMMANDER:
        return 0
    return _UNITS[kind] + (_DEATH if dead and kind == DECOY else 0)


@lru_cache(maxsize=_REMEMBERED)
def _after(bodies: tuple[Body, ...]) -> tuple[dict[int, float], ...]:
    """After each number of bodies: the pieces left → the weight of all ways to go on."""
    layers: list[dict[int, float]] = [{_ALL: 1.0}]
    for one in bodies:
        layers.append({less: 1.0 for left in layers[-1] for _, less, _ in _choices(left, one)})
    for number in reversed(range(len(bodies))):
        after, one = layers[number + 1], bodies[number]
        weights = {
            left: added(ways * after[less] for _, less, ways in _choices(left, one) if less in after)
            for left in layers[number]
        }
        layers[number] = {left: weight for left, weight in weights.items() if weight}
    return tuple(layers)
