"""What the enemy pieces in sight may be, counted over all assignments of the army. From a View alone. DP-40.

How many pieces of each kind the enemy started with is known. An assignment gives each of them to a square in
sight, to the fog, or to the dead. It counts if every piece in sight can be its kind by what it has shown, and
if the match wouldn't be over. All assignments that count are equally likely, except for the weights given
for the pieces in sight and for dead Decoys.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from math import comb

from games.core.search.adding import add_up
from games.decoy.rules.pieces import COMMANDER, DECOY, KINDS

Counts = tuple[int, ...]
"""The number of pieces of each kind."""
Weights = tuple[float, ...]
"""For each kind, the likelihood of a piece being it, relative to other pieces; 0 if it can't be."""
World = tuple[tuple[int, ...], int]
"""The kinds of all pieces in sight, and the number of living Decoys, in sight or not."""

ARMY_COUNTS: Counts = tuple(kind.count for kind in KINDS)
_DECOYS = KINDS[DECOY].count


class Belief:
    """All weighted assignments of the army to the pieces in sight, the fog, and the `dead`."""

    def __init__(self, weights: tuple[Weights, ...], dead: int, mortal: float = 1.0) -> None:
        self.weights, self.dead, self.mortal = weights, dead, mortal
        self._ways = _ways_to_go_on(weights, dead, mortal)

    @property
    def total(self) -> float:
        """The total weight of all assignments; 0 if none fits what was seen."""
        return self._ways[0][ARMY_COUNTS]

    def chances(self) -> tuple[Weights, ...]:
        """Return the chance of each kind for each piece in sight."""
        found, forward = [], {ARMY_COUNTS: 1.0}
        for weights, after in zip(self.weights, self._ways[1:], strict=True):
            following: dict[Counts, float] = {}
            chances = [0.0] * len(KINDS)
            for left, weight in forward.items():
                for kind, less, ways in _choices(left, weights):
                    following[less] = following.get(less, 0.0) + weight * ways
                    chances[kind] += weight * ways * after[less] / self.total
            forward = following
            found.append(tuple(chances))
        return tuple(found)

    def world(self, rng: random.Random) -> World:
        """Draw one assignment by its weight."""
        left, kinds = ARMY_COUNTS, []
        for weights, after in zip(self.weights, self._ways[1:], strict=True):
            choices = [(kind, less) for kind, less, _ in _choices(left, weights)]
            likely = [ways * after[less] for _, less, ways in _choices(left, weights)]
            kind, left = rng.choices(choices, likely)[0]
            kinds.append(kind)
        return tuple(kinds), _DECOYS - _dead_decoys(left, self.dead, self.mortal, rng)


def _choices(left: Counts, weights: Weights) -> Iterator[tuple[int, Counts, float]]:
    """Yield the possible kinds of one more piece, each with the pieces left and the number of ways."""
    for kind, (count, weight) in enumerate(zip(left, weights, strict=True)):
        if count and weight:
            yield kind, (*left[:kind], count - 1, *left[kind + 1 :]), count * weight


def _ways_to_go_on(weights: tuple[Weights, ...], dead: int, mortal: float) -> list[dict[Counts, float]]:
    """Return, for each number of assigned pieces, the pieces left and the weight of all completions."""
    layers: list[dict[Counts, float]] = [{ARMY_COUNTS: 0.0}]
    for of_piece in weights:
        layers.append({less: 0.0 for left in layers[-1] for _, less, _ in _choices(left, of_piece)})
    layers[-1] = {left: add_up(_ways_to_die(left, dead, mortal)) for left in layers[-1]}
    for number in reversed(range(len(weights))):
        after = layers[number + 1]
        layers[number] = {
            left: add_up(ways * after[less] for _, less, ways in _choices(left, weights[number]))
            for left in layers[number]
        }
    return layers


@cache
def _ways_to_die(left: Counts, dead: int, mortal: float) -> tuple[float, ...]:
    """Return the weights of the ways in which `dead` pieces out of sight are dead, by the dead Decoys.

    The Commander isn't among them, nor are all the Decoys. DP-36.
    """
    decoys = left[DECOY]
    others = sum(left) - decoys - left[COMMANDER]
    return tuple(
        comb(decoys, fallen) * comb(others, dead - fallen) * mortal**fallen
        for fallen in range(min(decoys, _DECOYS - 1, dead) + 1)
    )


def _dead_decoys(left: Counts, dead: int, mortal: float, rng: random.Random) -> int:
    ways = _ways_to_die(left, dead, mortal)
    return rng.choices(range(len(ways)), ways)[0]
