"""The names of cards that players wrote themselves and everyone can read, and their removal from decks."""

from __future__ import annotations

import msgspec

from games.alpha.rules.documents import CardDocument, DeckDocument
from games.alpha.rules.options import ChosenDeck, Options
from games.core.teaching.removed import is_removed, mark_removed


def names_in(options: Options) -> tuple[str, ...]:
    """Return the names of both decks' own cards, each once, except those already removed."""
    return tuple(dict.fromkeys(card.name for card in _own(options) if not is_removed(card.name)))


def _own(options: Options) -> tuple[CardDocument, ...]:
    return tuple(card for deck in options.decks if isinstance(deck, DeckDocument) for card in deck.cards)


def without_names(options: Options) -> Options:
    """Return the options with the names and ids of own cards replaced by hashes."""
    first, second = options.decks
    return msgspec.structs.replace(options, decks=(_nameless(first), _nameless(second)))


def _nameless(deck: ChosenDeck) -> ChosenDeck:
    if isinstance(deck, str):
        return deck
    ids = {card.id: _id(card) for card in deck.cards}
    cards = tuple(msgspec.structs.replace(card, id=ids[card.id], name=_name(card)) for card in deck.cards)
    return DeckDocument(cards, tuple(ids.get(card, card) for card in deck.deck))


def _name(card: CardDocument) -> str:
    return card.name if is_removed(card.name) else mark_removed(card.name)


def _id(card: CardDocument) -> str:
    """Return a hash in place of a card's id, which may contain no colon; a removed card keeps its id."""
    return card.id if is_removed(card.name) else mark_removed(card.id).replace(":", "-")
