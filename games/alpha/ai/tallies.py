"""The figures of a position, from which a chance of winning is computed."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import msgspec

from games.alpha.ai.exchanges import One
from games.alpha.rules.cards import Card
from games.alpha.rules.state import State

Figures = tuple[float, ...]
_DESTROYING = 9
"""The damage that counts as much as an Object that destroys."""


class Tally(msgspec.Struct, frozen=True, gc=False):
    """What a side has left; an object is represented by its damage, or 0 if it destroys.

    Creatures (attack, health) are on the battlefield (`there`) or in hand and deck (`elsewhere`), as are
    `objects`; `held` is the total attack and health of the creatures in hand.
    """

    there: tuple[One, ...]
    elsewhere: tuple[One, ...]
    objects: tuple[int, ...]
    hand: int
    deck: int
    held: int
    held_objects: tuple[int, ...]

    @property
    def creatures(self) -> tuple[One, ...]:
        """The creatures left, those on the battlefield first."""
        return (*self.there, *self.elsewhere)


def tally(state: State, seat: int) -> Tally:
    """Return what a seat has left, whatever the order of its deck."""
    hand, deck = state.hands[seat], state.decks[seat]
    cards = (*hand, *deck)
    return Tally(
        tuple(
            (creature.card.attack, creature.health)
            for creature in state.table.sides[seat].slots
            if creature is not None
        ),
        tuple((card.attack, card.health) for card in cards if card.health),
        _objects(cards),
        len(hand),
        len(deck),
        sum(card.attack + card.health for card in hand),
        _objects(hand),
    )


def _objects(cards: Sequence[Card]) -> tuple[int, ...]:
    return tuple(card.damage for card in cards if not card.health)


def figures(state: State) -> Figures:
    """Return the figures of a position, which mostly compare seat 0's side to seat 1's."""
    first, second = tally(state, 0), tally(state, 1)
    sides = (first, second)
    worths = [sum(map(_worth, side.creatures)) for side in sides]
    there = [sum(map(_worth, side.there)) for side in sides]
    objects = [sum(damage or _DESTROYING for damage in side.objects) for side in sides]
    means = [worth + each for worth, each in zip(worths, objects, strict=True)]
    return (
        1.0,
        1.0 if state.table.mover == 0 else -1.0,
        _share(worths),
        _share(means),
        (there[0] - there[1]) / 10,
        (means[0] - means[1]) / 30,
        (len(first.there) - len(second.there)) / 2,
        (first.held - second.held) / 10,
        _share([len(side.creatures) for side in sides]),
        (first.hand - second.hand) / 3,
        _share([side.hand + side.deck for side in sides]),
        (objects[0] - objects[1]) / 20,
        _share(there),
        *_after_objects(first, second),
        *_pace(first, second),
    )


def _after_objects(first: Tally, second: Tally) -> Figures:
    """Compare the creatures that the opponent's objects leave: in all, and on the battlefield."""
    worths = [
        _measure_kept(first.creatures, second.objects, _worth),
        _measure_kept(second.creatures, first.objects, _worth),
    ]
    powers = [
        _measure_kept(first.creatures, second.objects, _power),
        _measure_kept(second.creatures, first.objects, _power),
    ]
    there = _measure_kept(first.there, second.held_objects, _worth) - _measure_kept(
        second.there, first.held_objects, _worth
    )
    return (
        _share(worths),
        (worths[0] - worths[1]) / 30,
        _share(powers),
        (powers[0] - powers[1]) / 100,
        there / 10,
    )


def _pace(first: Tally, second: Tally) -> Figures:
    """Return logarithms that compare how long cards last against presses, the cards, and the creatures."""
    cards = [first.hand + first.deck + 1, second.hand + second.deck + 1]
    there = [len(first.there), len(second.there)]
    lives = [(cards[seat] + there[seat]) / (there[1 - seat] + 0.5) for seat in (0, 1)]
    return (
        math.log(lives[0] / lives[1]),
        math.log(cards[0] / cards[1]),
        math.log((there[0] + 0.5) / (there[1] + 0.5)),
    )


def _worth(creature: One) -> int:
    return creature[0] + creature[1]


def _power(creature: One) -> int:
    return creature[0] * creature[1]


def _measure_kept(creatures: Sequence[One], objects: Sequence[int], worth: Callable[[One], int]) -> int:
    """Return the worth left after each object destroys the best it can, or else takes off its damage."""
    ranked = sorted(creatures, key=worth, reverse=True)
    left, wasted = ranked[objects.count(0) :], 0
    for damage in sorted((each for each in objects if each), reverse=True):
        felled = next((creature for creature in left if creature[1] <= damage), None)
        if felled is None:
            wasted += damage
        else:
            left.remove(felled)
    return max(0, sum(map(worth, left)) - wasted)


def _share(pair: Sequence[float]) -> float:
    """Return the difference as a share of the sum, from -1 (all is the second's) to 1."""
    total = pair[0] + pair[1]
    return (pair[0] - pair[1]) / total if total else 0.0
