"""Starting points for matches of Alpha: options, and states in mid-match."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from games import GAMES
from games.alpha.rules.actions import END
from games.alpha.rules.decks import SHIPPED
from games.alpha.rules.documents import LONGEST_NAME
from games.alpha.rules.state import ACTION, COMBAT
from tests.kit.games.alpha_decks import SORTS, creature, document, some_deck

GAME = GAMES["alpha"]
LONGEST_PREFIX = 240

OWN_CARDS = {
    "cards": [
        {"id": "moth", "name": "Moth", "type": "creature", "cost": 0, "attack": 1, "health": 1},
        {"id": "heron", "name": "Heron", "type": "creature", "cost": 3, "attack": 4, "health": 2},
        {"id": "oak", "name": "Old oak", "type": "creature", "cost": 4, "attack": 1, "health": 10},
        {"id": "hail", "name": "Hail", "type": "object", "cost": 2, "effect": {"damage": 4}},
        {"id": "flood", "name": "Flood", "type": "object", "cost": 3, "effect": {"destroy": True}},
    ],
    "deck": [
        *["moth"] * 5,
        *["heron"] * 5,
        *["oak"] * 3,
        *["wolf"] * 4,
        *["tiger"] * 3,
        *["hail"] * 4,
        *["flood"] * 3,
        *["spark"] * 3,
    ],
}
"""A deck of custom and shipped cards."""


def some_options(rng: random.Random, **fixed: object) -> Any:
    """Return random options except the given ones: shipped decks or documents with custom cards."""
    variants = {spec.name: rng.choice(spec.values) for spec in GAME.option_specs if not spec.per_seat}
    if variants["version"] == "skirmish":
        variants = {"version": "skirmish"}  # Skirmish has no variants. ALPHA-31.
    return GAME.options({"decks": [some_cards(rng), some_cards(rng)], **variants, **fixed})


def some_cards(rng: random.Random) -> str | dict:
    """Return a deck: a shipped one half of the time, else custom cards, sometimes with long names."""
    if rng.random() < 0.5:
        return rng.choice(tuple(SHIPPED))
    deck = some_deck(SORTS[rng.choice(tuple(SORTS))], rng)
    return _with_long_names(deck) if rng.random() < 0.3 else deck


def _with_long_names(deck: dict) -> dict:
    """Return the deck with each card's name at the maximum length."""
    cards = [{**card, "name": f"{card['id']} ".ljust(LONGEST_NAME, "W")} for card in deck["cards"]]
    return {**deck, "cards": cards}


def thirty_alike(rng: random.Random) -> dict:
    """Return a deck of equal cards, so that its owner knows every hand and order."""
    card = creature("own-alike", rng.randint(0, 2), rng.randint(1, 5), rng.randint(1, 10))
    return document([(card, 30)])


def somewhere(rng: random.Random, **fixed: object) -> Any:
    """Return a state in mid-match between players who are busy, lazy, or build without fighting."""
    start = GAME.new(some_options(rng, **fixed), rng.randbytes(32))
    return played_on(start, rng, rng.randrange(LONGEST_PREFIX), rng.choice(TEMPERS))


TEMPERS = ({ACTION: 0.05, COMBAT: 0.05}, {ACTION: 0.05, COMBAT: 0.95}, {ACTION: 0.95, COMBAT: 0.95})
"""The chance to end each phase before everything is done in it."""


def played_on(state: Any, rng: random.Random, most: int, temper: Mapping[str, float]) -> Any:
    """Return the state at most this many actions later, before the match is over."""
    for _ in range(most):
        seat = state.table.mover
        *others, _ = GAME.actions(GAME.view(state, seat))
        action = rng.choice(others) if others and rng.random() > temper[state.table.phase] else END
        then = GAME.play(state, seat, action).state
        if GAME.result(then):
            return state
        state = then
    return state
