"""Random deck documents with custom cards, of every kind within the allowed ranges (ALPHA-14, 16, 26)."""

from __future__ import annotations

import random
from typing import NamedTuple

DECK = 30
LEAST_CREATURES = 10

Range = tuple[int, int]


class Sort(NamedTuple):
    """The range of each number on a deck's cards, and how many of them are creatures."""

    cost: Range = (0, 10)
    attack: Range = (1, 5)
    health: Range = (1, 10)
    damage: Range = (1, 10)
    creatures: Range = (LEAST_CREATURES, DECK)
    destroying: float = 0.25


SORTS = {
    "any": Sort(),
    "cheap": Sort(cost=(0, 3)),
    "free": Sort(cost=(0, 0), damage=(1, 3)),
    "dear": Sort(cost=(7, 10)),
    "objects": Sort(cost=(0, 4), creatures=(10, 10)),
    "destroyers": Sort(cost=(0, 2), creatures=(10, 12), destroying=1.0),
    "creatures": Sort(cost=(0, 5), creatures=(30, 30)),
    "glass": Sort(cost=(0, 1), attack=(5, 5), health=(1, 5), creatures=(10, 14)),
    "walls": Sort(cost=(0, 2), attack=(1, 1), health=(10, 10), damage=(1, 1), destroying=0.0),
}


def creature(name: str, cost: int, attack: int, health: int) -> dict:
    card = {"id": name, "name": f"Card {name}", "type": "creature"}
    return card | {"cost": cost, "attack": attack, "health": health}


def spell(name: str, cost: int, damage: int | None) -> dict:
    """Return an object card that does this damage, or destroys (None)."""
    effect = {"destroy": True} if damage is None else {"damage": damage}
    return {"id": name, "name": f"Card {name}", "type": "object", "cost": cost, "effect": effect}


def document(counts: list[tuple[dict, int]]) -> dict:
    """Return a deck document that lists each card as often as given, in this order."""
    return {
        "cards": [card for card, _ in counts],
        "deck": [card["id"] for card, number in counts for _ in range(number)],
    }


def some_deck(sort: Sort, rng: random.Random) -> dict:
    """Return thirty random cards of this sort, with many or few duplicates and maybe unused cards."""
    creatures = rng.randint(*sort.creatures)
    kinds = rng.choice([1, 2, 5, 30])
    living = [
        creature(f"own-c{n}", rng.randint(*sort.cost), rng.randint(*sort.attack), rng.randint(*sort.health))
        for n in range(kinds)
    ]
    spells = [spell(f"own-s{n}", rng.randint(*sort.cost), some_damage(sort, rng)) for n in range(kinds)]
    listed = rng.choices(living, k=creatures) + rng.choices(spells, k=DECK - creatures)
    names = [card["id"] for card in rng.sample(listed, DECK)]
    return {"cards": rng.sample(living + spells, 2 * kinds), "deck": names}


def some_damage(sort: Sort, rng: random.Random) -> int | None:
    return None if rng.random() < sort.destroying else rng.randint(*sort.damage)
