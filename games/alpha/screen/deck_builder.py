"""A builder that puts decks together card by card, from the core set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.alpha.rules.cards import CORE, Card
from games.alpha.rules.decks import DECK_SIZE, FEWEST_CREATURES, SHIPPED
from games.alpha.screen.scene import in_words, pile
from games.core.screen.pages import RulesPage
from games.core.vocabulary.documents import Builder

_CARDS = tuple(CORE.values())


def _counts(deck: str | Mapping[str, Any]) -> tuple[int, ...] | None:
    ids = SHIPPED[deck].ids if isinstance(deck, str) else deck["deck"]
    return tuple(ids.count(card.id) for card in _CARDS) if set(ids) <= set(CORE) else None


def _document(counts: Sequence[int]) -> Mapping[str, Any]:
    return {"deck": [card.id for card in _list_held(counts)]}


def _list_held(counts: Sequence[int]) -> tuple[Card, ...]:
    return tuple(card for card, count in zip(_CARDS, counts, strict=True) for _ in range(count))


def _missing(counts: Sequence[int]) -> tuple[str, ...]:
    cards = _list_held(counts)
    creatures = len([card for card in cards if card.is_creature])
    found = []
    if len(cards) < DECK_SIZE:
        found.append(f"Add {_cards(DECK_SIZE - len(cards))}: a deck has exactly {DECK_SIZE}.")
    elif len(cards) > DECK_SIZE:
        found.append(f"Take out {_cards(len(cards) - DECK_SIZE)}: a deck has exactly {DECK_SIZE}.")
    if creatures < FEWEST_CREATURES:
        found.append(f"It needs at least {FEWEST_CREATURES} creatures, and has {creatures}.")
    return tuple(found)


def _cards(number: int) -> str:
    return "a card" if number == 1 else f"{number} cards"


def _page(counts: Sequence[int]) -> RulesPage:
    cards = _list_held(counts)
    creatures = len([card for card in cards if card.is_creature])
    text = f"{len(cards)} of {DECK_SIZE} cards: {creatures} creatures, {len(cards) - creatures} objects"
    cost = f", cost {sum(card.cost for card in cards) / len(cards):.1f} on average." if cards else "."
    return RulesPage("Your deck", text + cost, pile("Your deck", ((0, cards),)) if cards else None)


BUILDER = Builder(
    parts=tuple(in_words(card) for card in _CARDS),
    counts=_counts,
    document=_document,
    missing=_missing,
    page=_page,
)
