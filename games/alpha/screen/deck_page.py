"""A deck as shown to its owner: one line about it, and a page with all its cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.alpha.rules.cards import Card
from games.alpha.rules.decks import SHIPPED
from games.alpha.rules.documents import convert_deck
from games.alpha.rules.options import cards_of
from games.alpha.screen.scene import pile
from games.core.screen.pages import RulesPage

Deck = str | Mapping[str, Any]


def about(deck: Deck) -> str:
    """Return a line with a deck's strategy, its number of creatures and objects, and its average cost."""
    cards = _cards(deck)
    creatures = [card for card in cards if card.is_creature]
    cost = sum(card.cost for card in cards) / len(cards)
    plan = f"{SHIPPED[deck].plan} " if isinstance(deck, str) else ""
    objects = len(cards) - len(creatures)
    return f"{plan}{len(creatures)} creatures, {objects} objects, cost {cost:.1f} on average."


def page(deck: Deck) -> RulesPage:
    """Return a page with all cards of a deck, by kind and cost."""
    cards = sorted(_cards(deck), key=lambda card: (not card.is_creature, card.cost, card.id))
    title = deck.capitalize() if isinstance(deck, str) else "Your deck"
    return RulesPage(title, about(deck), pile(title, ((0, tuple(cards)),)))


def _cards(deck: Deck) -> tuple[Card, ...]:
    return cards_of(convert_deck(deck))
