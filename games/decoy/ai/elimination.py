"""What the enemy pieces in sight may be, counted over all assignments of the army. From a View alone. DP-40.

The whole enemy army is known: so many pieces of each kind. An assignment gives every one of them to a square
in sight, to the fog or to the dead; it counts when what each piece in sight has shown allows its kind, and
when the match would not be over. All assignments that count are equally likely, but for the weights that are
given for the pieces in sight."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from math import comb

from games.core.search.adding import added
from games.decoy.rules.pieces import COMMANDER, DECOY, KINDS

Counts = tuple[int, ...]
"""How many pieces of each kind."""
Weights = tuple[float, ...]
"""For each kind how much likelier a piece is to be it than another one is; 0: it cannot be."""
World = tuple[tuple[int, ...], int]
"""The kinds of all pieces in sight, and how many Decoys live, in sight or not."""

ARMY_COUNTS: Counts = tuple(kind.count for kind in KINDS)
_DECOYS = KINDS[DECOY].count


class Belief:
    """All assignments of the army to pieces in sight with these weights, to the fog and to the `dead`."""

    def __init__(self, weights: tuple[Weights, ...], dead: int, mortal: float = 1.0) -> None:
        self.weights, self.dead, self.mortal = weights, dead, mortal
        self._ways = _ways_to_go_on(weights, dead, mortal)

    @property
    def total(self) -> float:
        """The weight of all assignments; 0 when what was seen fits none."""
        return self._ways[0][ARMY_COUNTS]

    def chances(self) -> tuple[Weights, ...]:
        """For each piece in sight the chance of each kind."""
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
        """One assignment, drawn as likely as it is."""
        left, kinds = ARMY_COUNTS, []
        for weights, after in zip(self.weights, self._ways[1:], strict=True):
            choices = [(kind, less) for kind, less, _ in _choices(left, weights)]
            likely = [ways * after[less] for _, less, ways in _choices(left, weights)]
            kind, left = rng.choices(choices, likely)[0]
            kinds.append(kind)
        return tuple(kinds), _DECOYS - _dead_decoys(left, self.dead, self.mortal, rng)


def _choices(left: Counts, weights: Weights) -> Iterator[tuple[int, Counts, float]]:
    """What one more piece may be: its kind, the pieces left, and in how many ways."""
    for kind, (count, weight) in enumerate(zip(left, weights, strict=True)):
        if count and weight:
            yield kind, (*left[:kind], count - 1, *left[kind + 1 :]), count * weight


def _ways_to_go_on(weights: tuple[Weights, ...], dead: int, mortal: float) -> list[dict[Counts, float]]:
    """After each number of pieces: the pieces left → the weight of all ways to assign these."""
    layers: list[dict[Counts, float]] = [{ARMY_COUNTS: 0.0}]
    for of_piece in weights:
        layers.append({less: 0.0 for left in layers[-1] for _, less, _ in _choices(left, of_piece)})
    layers[-1] = {left: added(_ways_to_die(left, dead, mortal)) for left in layers[-1]}
    for number in reversed(range(len(weights))):
        after = layers[number + 1]
        layers[number] = {
            left: added(ways * after[less] for _, less, ways in _choices(left, weights[number]))
            for left in layers[number]
        }
    return layers


@cache
def _ways_to_die(left: Counts, dead: int, mortal: float) -> tuple[float, ...]:
    """In how many ways so many of those out of sight are dead, by the number of dead Decoys. The Commander is
    not among them, nor are all the Decoys. DP-36."""
    decoys = left[DECOY]
    others = sum(left) - decoys - left[COMMANDER]
    return tuple(
        comb(decoys, fallen) * comb(others, dead - fallen) * mortal**fallen
        for fallen in range(min(decoys, _DECOYS - 1, dead) + 1)
    )


def _dead_decoys(left: Counts, dead: int, mortal: float, rng: random.Random) -> int:
    ways = _ways_to_die(left, dead, mortal)
    return rng.choices(range(len(ways)), ways)[0]
