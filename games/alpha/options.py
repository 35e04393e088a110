"""The options of a match of alpha: both decks, and the two variants. ALPHA-29."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from games.alpha.cards import CORE, Card
from games.alpha.decks import SHIPPED
from games.alpha.documents import CardDocument, DeckDocument, read_decks
from games.core.options import OptionSpec, check_options

RULESET = "alpha-fixed-0.1"

SPECS: tuple[OptionSpec, ...] = (
    OptionSpec("decks", "The decks: a shipped one or your own", tuple(SHIPPED), per_seat=True),
    OptionSpec("summoningSickness", "Whether a creature must wait a turn before it attacks", ("off", "on")),
    OptionSpec("pressure", "What an attack on an empty slot does", ("none", "mill1")),
)

ChosenDeck = str | DeckDocument


class Options(msgspec.Struct, frozen=True, rename="camel"):
    """Checked options; encoded as they are written. A deck is the name of a shipped one, or a document."""

    decks: tuple[ChosenDeck, ChosenDeck]
    summoning_sickness: str
    pressure: str

    @property
    def milled(self) -> int:
        """How many cards an attack on an empty slot takes. ALPHA-11."""
        return 1 if self.pressure == "mill1" else 0


def read_options(raw: Mapping[str, object]) -> Options:
    """Complete and checked options; OptionError, for decks with their faults, each with its place."""
    checked = check_options(SPECS, raw)
    usual = next(iter(SHIPPED))
    decks = read_decks(raw.get("decks", [usual, usual]))
    return Options(decks, str(checked["summoningSickness"]), str(checked["pressure"]))


def ruleset_of(options: Options) -> str:
    """The id of the rules: variants have their own. ALPHA-29."""
    mill = "+mill1" if options.pressure == "mill1" else ""
    sickness = "+sickness" if options.summoning_sickness == "on" else ""
    return RULESET + mill + sickness


def resolved(options: Options) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards of both decks, in the order of their lists."""
    return cards_of(options.decks[0]), cards_of(options.decks[1])


@lru_cache(maxsize=128)
def cards_of(deck: ChosenDeck) -> tuple[Card, ...]:
    """The cards of a deck, in the order of its list."""
    if isinstance(deck, str):
        return tuple(CORE[card] for card in SHIPPED[deck].ids)
    own = {card.id: card_of(card) for card in deck.cards}
    return tuple(own.get(card) or CORE[card] for card in deck.deck)


def card_of(document: CardDocument) -> Card:
    """A card as the game plays it."""
    damage = document.effect.damage if document.effect else 0
    return Card(
        document.id, document.name, document.cost, document.attack or 0, document.health or 0, damage or 0
    )
