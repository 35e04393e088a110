"""The names of people's own cards, which everybody at the table reads, and decks without them."""

from __future__ import annotations

import msgspec

from games.alpha.rules.documents import CardDocument, DeckDocument
from games.alpha.rules.options import ChosenDeck, Options
from games.core.teaching.removed import is_removed, removed


def names_in(options: Options) -> tuple[str, ...]:
    """The names of both decks' own cards, each once, but for those that were removed."""
    return tuple(dict.fromkeys(card.name for card in _own(options) if not is_removed(card.name)))


def _own(options: Options) -> tuple[CardDocument, ...]:
    return tuple(card for deck in options.decks if isinstance(deck, DeckDocument) for card in deck.cards)


def without_names(options: Options) -> Options:
    """The same options with hashes in place of the names of own cards and of their ids."""
    one, other = options.decks
    return msgspec.structs.replace(options, decks=(_nameless(one), _nameless(other)))


def _nameless(deck: ChosenDeck) -> ChosenDeck:
    if isinstance(deck, str):
        return deck
    ids = {card.id: _id(card) for card in deck.cards}
    cards = tuple(msgspec.structs.replace(card, id=ids[card.id], name=_name(card)) for card in deck.cards)
    return DeckDocument(cards, tuple(ids.get(card, card) for card in deck.deck))


def _name(card: CardDocument) -> str:
    return card.name if is_removed(card.name) else removed(card.name)


def _id(card: CardDocument) -> str:
    """An id may have no colon. One of a card whose name was removed is left as it is."""
    return card.id if is_removed(card.name) else removed(card.id).replace(":", "-")
