"""The card type, and the core set of cards that is part of the ruleset. ALPHA-27."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

ATTACK, HEALTH, COST, DAMAGE = range(1, 6), range(1, 11), range(11), range(1, 11)
"""The allowed values of a card's numbers. docs/engine.md, section 6; ALPHA-14, ALPHA-16."""


class Card(msgspec.Struct, frozen=True, gc=False):
    """A card, either a Creature or an Object.

    A Creature has an attack and a health. An Object has neither (both are 0): it deals `damage` to one
    creature, or destroys it if `damage` is 0.
    """

    id: str
    name: str
    cost: int
    attack: int = 0
    health: int = 0
    damage: int = 0

    @property
    def is_creature(self) -> bool:
        """Whether the card is a Creature rather than an Object."""
        return self.health > 0

    @property
    def text(self) -> str:
        """The card's numbers in a few characters: attack/health such as `2/3`, or the Object's effect."""
        if self.is_creature:
            return f"{self.attack}/{self.health}"
        return f"{self.damage} damage" if self.damage else "destroy"


_CORE = (
    Card("hedgehog", "Hedgehog", 1, 1, 2),
    Card("viper", "Viper", 1, 2, 1),
    Card("wolf", "Wolf", 2, 2, 2),
    Card("tortoise", "Tortoise", 2, 1, 4),
    Card("boar", "Boar", 3, 3, 3),
    Card("ox", "Ox", 3, 2, 5),
    Card("bear", "Bear", 4, 4, 4),
    Card("crocodile", "Crocodile", 4, 3, 6),
    Card("tiger", "Tiger", 5, 5, 5),
    Card("rhino", "Rhino", 6, 4, 8),
    Card("elephant", "Elephant", 7, 5, 8),
    Card("mammoth", "Mammoth", 8, 5, 10),
    Card("spark", "Spark", 1, damage=2),
    Card("arrow", "Arrow", 2, damage=3),
    Card("boulder", "Boulder", 4, damage=5),
    Card("pitfall", "Pitfall", 5),
)

CORE: Mapping[str, Card] = MappingProxyType({card.id: card for card in _CORE})
"""The shipped cards by id: Creatures, then Objects, each group by cost."""
