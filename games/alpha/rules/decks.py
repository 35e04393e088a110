"""The shipped decks, and the size that every deck must have."""

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
    "wild": {"hedgehog": 2, "viper": 2, "wolf": 3, "tortoise": 4, "boar": 5, "ox": 1, "bear": 1,
             "tiger": 3, "rhino": 1, "elephant": 2, "arrow": 2, "boulder": 2, "pitfall": 2},
    "pack": {"hedgehog": 1, "viper": 1, "wolf": 5, "tortoise": 4, "boar": 7, "ox": 1, "crocodile": 1,
             "tiger": 1, "rhino": 1, "spark": 1, "arrow": 1, "boulder": 1, "pitfall": 5},
    "herd": {"viper": 4, "tortoise": 3, "ox": 1, "bear": 2, "crocodile": 4, "tiger": 3, "rhino": 2,
             "elephant": 1, "mammoth": 1, "spark": 5, "arrow": 3, "pitfall": 1},
    "ambush": {"hedgehog": 4, "viper": 3, "wolf": 3, "tortoise": 4, "boar": 2, "ox": 1, "bear": 1,
               "mammoth": 1, "spark": 3, "arrow": 4, "boulder": 3, "pitfall": 1},
}  # fmt: skip


class ShippedDeck(msgspec.Struct, frozen=True):
    """A deck of core cards, with its strategy in a sentence and the number of copies by card id."""

    name: str
    plan: str
    counts: Mapping[str, int]

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all cards, copies included, in the order of the list."""
        return tuple(card for card, count in self.counts.items() for _ in range(count))


_PLANS = {
    "balanced": "A creature for every turn and an answer to most others.",
    "swarm": "Many small creatures: they fill five slots early, and more are always coming.",
    "giants": "Burn the small creatures, then send in ones that are too big to destroy in one turn.",
    "control": "Few creatures, and objects to take apart whatever they face.",
    "wild": "For Skirmish: a bit of everything, and large creatures to end it.",
    "pack": "For Skirmish: small creatures that hunt together, with Pitfalls for the large ones.",
    "herd": "For Skirmish: Vipers and Sparks to hold on with, until the large ones come.",
    "ambush": "For Skirmish: cheap creatures that press early, and small objects to clear their way.",
}

SHIPPED: Mapping[str, ShippedDeck] = MappingProxyType(
    {name: ShippedDeck(name, _PLANS[name], counts) for name, counts in _LISTS.items()}
)
"""The shipped decks by name, the default one first."""
