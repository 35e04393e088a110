"""The options of a match: both decks, the rules, and the two variants of v0.1. ALPHA-29."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from games.alpha.rules.cards import CORE, Card
from games.alpha.rules.decks import SHIPPED
from games.alpha.rules.documents import CardDocument, DeckDocument, read_decks
from games.core.errors import OptionError
from games.core.vocabulary.options import OptionSpec, check_options

FIRST, SKIRMISH = "0.1", "skirmish"
"""The author's version of the rules, and our own. ALPHA-31."""
RULESETS: Mapping[str, str] = {FIRST: "alpha-fixed-0.1", SKIRMISH: "skirmish/1"}
RULESET = RULESETS[FIRST]

FORMER_RULESETS: Mapping[str, str] = {"alpha-fixed-0.2": RULESETS[SKIRMISH]}
"""Former ids in records, with the present ones of the same rules. ALPHA-31."""
_FORMER_VERSIONS: Mapping[object, str] = {"0.2": SKIRMISH}
"""Former values of `version` in records and stored options. ALPHA-31."""

SPECS: tuple[OptionSpec, ...] = (
    OptionSpec("decks", "The decks: a shipped one or your own", tuple(SHIPPED), per_seat=True),
    OptionSpec(
        "summoningSickness",
        "Whether a creature must wait a turn before it attacks",
        ("off", "on"),
        phrases={"on": "creatures wait a turn to attack"},
    ),
    OptionSpec(
        "pressure",
        "What an attack on an empty slot does",
        ("none", "mill1"),
        phrases={"none": "pressure does nothing", "mill1": "pressure takes a card"},
    ),
    OptionSpec(
        "version",
        "The rules: the author's, or our own",
        (FIRST, SKIRMISH),
        phrases={FIRST: "the author's v0.1", SKIRMISH: "Skirmish"},
    ),
)

ChosenDeck = str | DeckDocument


class Options(msgspec.Struct, frozen=True, rename="camel"):
    """Checked options, encoded as users write them; a deck is a shipped deck's name or a document."""

    decks: tuple[ChosenDeck, ChosenDeck]
    summoning_sickness: str
    pressure: str
    version: str

    @property
    def is_skirmish(self) -> bool:
        """Whether the match is played by our own rules. ALPHA-31."""
        return self.version == SKIRMISH

    @property
    def milled(self) -> int:
        """The number of cards that an attack on an empty slot takes (0, 1 or 2). ALPHA-11, ALPHA-32."""
        return 2 if self.is_skirmish else int(self.pressure == "mill1")


def read_options(raw: Mapping[str, object]) -> Options:
    """Return raw options as complete and checked ones; raise OptionError if one isn't allowed.

    The error lists every mistake in a deck with its place.
    """
    checked = check_options(SPECS, _rename_version(raw))
    usual = next(iter(SHIPPED))
    decks = read_decks(raw.get("decks", [usual, usual]))
    sickness, pressure, version = (str(checked[spec.name]) for spec in SPECS[1:])
    if version == SKIRMISH and (sickness, pressure) != (SPECS[1].default, SPECS[2].default):
        raise OptionError("Skirmish has no variants: leave summoning_sickness and pressure as they are.")
    return Options(decks, sickness, pressure, version)


def _rename_version(raw: Mapping[str, object]) -> Mapping[str, object]:
    """Return raw options with the present name of their version."""
    version = raw.get("version")
    former = isinstance(version, str) and version in _FORMER_VERSIONS
    return {**raw, "version": _FORMER_VERSIONS[version]} if former else raw


def ruleset_of(options: Options) -> str:
    """Return the id of the rules with these options; each variant has its own id. ALPHA-29."""
    mill = "+mill1" if options.pressure == "mill1" else ""
    sickness = "+sickness" if options.summoning_sickness == "on" else ""
    return RULESETS[options.version] + mill + sickness


def resolve_decks(options: Options) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the cards of both decks, in the order of their lists."""
    return cards_of(options.decks[0]), cards_of(options.decks[1])


@lru_cache(maxsize=128)
def cards_of(deck: ChosenDeck) -> tuple[Card, ...]:
    """Return the cards of a deck, in the order of its list."""
    if isinstance(deck, str):
        return tuple(CORE[card] for card in SHIPPED[deck].ids)
    own = {card.id: card_of(card) for card in deck.cards}
    return tuple(own.get(card) or CORE[card] for card in deck.deck)


def card_of(document: CardDocument) -> Card:
    """Return the card that a document describes."""
    damage = document.effect.damage if document.effect else 0
    return Card(
        document.id, document.name, document.cost, document.attack or 0, document.health or 0, damage or 0
    )
