"""The shipped decks, and what a deck is."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

DECK_SIZE = 30
FEWEST_CREATURES = 10

_LISTS: Mapping[str, Mapping[str, int]] = {
    "balanced": {"hedgehog": 2, "viper": 2, "wolf": 3, "tortoise": 3, "boar": 3, "bear": 1, "crocodile": 1,
                 "tiger": 3, "elephant": 2, "mammoth": 1, "spark": 1, "arrow": 4, "boulder": 1, "pitfall": 3},
    "swarm": {"hedgehog": 1, "viper": 2, "wolf": 7, "tortoise": 4, "boar": 6, "ox": 3, "arrow": 3,
              "pitfall": 4},
    "giants": {"crocodile": 2, "tiger": 2, "rhino": 4, "elephant": 1, "mammoth": 2, "spark": 9, "arrow": 7,
               "boulder": 1, "pitfall": 2},
    "control": {"hedgehog": 4, "viper": 2, "tortoise": 3, "bear": 3, "tiger": 1, "arrow": 3, "boulder": 7,
                "pitfall": 7},
}  # fmt: skip


class ShippedDeck(msgspec.Struct, frozen=True):
    """A deck of the core set: what it is after, and its cards' ids, each with how many of it."""

    name: str
    plan: str
    counts: Mapping[str, int]

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all cards, in the order of the list."""
        return tuple(card for card, count in self.counts.items() for _ in range(count))


_PLANS = {
    "balanced": "A creature for every turn and an answer to most others.",
    "swarm": "Many small creatures: they fill five slots early, and more are always coming.",
    "giants": "Burn the small creatures, then send in ones that are too big to kill in one turn.",
    "control": "Few creatures, and objects to take apart whatever they face.",
}

SHIPPED: Mapping[str, ShippedDeck] = MappingProxyType(
    {name: ShippedDeck(name, _PLANS[name], counts) for name, counts in _LISTS.items()}
)
"""The shipped decks by name, the usual one first."""
