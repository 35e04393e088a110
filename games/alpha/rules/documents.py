"""Deck documents: their structure, and the search for mistakes in them.

Source: docs/engine.md, section 6; ALPHA-26.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from games.alpha.rules.cards import ATTACK, CORE, COST, DAMAGE, HEALTH
from games.alpha.rules.decks import DECK_SIZE, FEWEST_CREATURES, SHIPPED
from games.alpha.rules.faults import Faults, at, is_visible, quote
from games.core.errors import OptionError
from games.core.vocabulary.documents import MOST_BYTES, more_faults

MOST_OWN_CARDS = 200
LONGEST_NAME = 40
_ALLOWED = f"{', '.join(SHIPPED)}, or a document"
_ID = re.compile(r"[a-z0-9-]{1,32}")
_FIELDS = {
    "creature": ("id", "name", "type", "cost", "attack", "health"),
    "object": ("id", "name", "type", "cost", "effect"),
}
_EVERY_FIELD = tuple(dict.fromkeys(field for each in _FIELDS.values() for field in each))
_NUMBERS = {"cost": COST, "attack": ATTACK, "health": HEALTH}


class Effect(msgspec.Struct, frozen=True, omit_defaults=True):
    """The effect of an Object: damage to one creature, or its destruction (destroy: true). ALPHA-14."""

    damage: int | None = None
    destroy: bool | None = None


class CardDocument(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card as written in a document."""

    id: str
    name: str
    type: str
    cost: int
    attack: int | None = None
    health: int | None = None
    effect: Effect | None = None


class DeckDocument(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deck as written in a document: the author's own cards, and the ids of all thirty cards."""

    cards: tuple[CardDocument, ...] = ()
    deck: tuple[str, ...] = ()


def read_decks(raw: object) -> tuple[str | DeckDocument, str | DeckDocument]:
    """Return both decks of the raw option; raise OptionError that lists the mistakes of both."""
    found = Faults()
    if not isinstance(raw, list | tuple) or len(raw) != 2:
        given = len(raw) if isinstance(raw, list | tuple) else quote(raw)
        raise OptionError(f"decks: must be two, yours and the bot's, not {given}; each must be {_ALLOWED}.")
    for seat, deck in enumerate(raw):
        _find_deck(found, f"decks[{seat}]", deck)
    if found.count:
        told = found.sentences
        raise OptionError("\n".join((*told, *more_faults(found.count - len(told)))))
    return convert_deck(raw[0]), convert_deck(raw[1])


def convert_deck(raw: Any) -> str | DeckDocument:
    """Return a deck without mistakes as a value: a shipped deck's name as it is, a document as a struct."""
    return raw if isinstance(raw, str) else msgspec.convert(raw, DeckDocument)


def faults_of(raw: object) -> Faults:
    """Return the mistakes in a document, each with its place."""
    found = Faults()
    _find_document(found, "", raw)
    return found


def _find_deck(found: Faults, place: str, raw: object) -> None:
    if isinstance(raw, Mapping):
        _find_document(found, place, raw)
    elif not isinstance(raw, str) or raw not in SHIPPED:
        meant = found.suggest(raw, tuple(SHIPPED))
        found.add(place, f"no deck {quote(raw)}{meant} (allowed: {_ALLOWED})")


def _find_document(found: Faults, place: str, raw: object) -> None:
    if not isinstance(raw, Mapping):
        found.add(place or "the document", f"must be an object with “deck”, not {quote(raw)}")
        return
    before = found.count
    _find_unknown(found, place, raw, ("cards", "deck"))
    own = _find_cards(found, at(place, "cards"), raw.get("cards", []))
    if "deck" in raw:
        _find_list(found, at(place, "deck"), raw["deck"], own)
    else:
        found.add(at(place, "deck"), "is missing")
    if found.count == before and (size := _size(raw)) > MOST_BYTES:
        found.add(place or "the document", f"{size:,} bytes; at most {MOST_BYTES:,} are allowed")


def _size(raw: object) -> int:
    """Return the size, in bytes of compact UTF-8 JSON, of a document without mistakes."""
    return len(json.dumps(raw, ensure_ascii=False, default=dict).encode())


def _find_unknown(found: Faults, place: str, raw: Mapping[Any, Any], known: tuple[str, ...]) -> None:
    for name in getattr(raw, "twice", ()):
        found.add(partial(_field, place, name, known), "is here twice")
    for name in raw:
        if name not in known:
            found.add(partial(_field, place, name, known), partial(_unknown_field, found, name, known))


def _field(place: str, name: str, known: tuple[str, ...]) -> str:
    return at(place, name if name in known else quote(name))


def _unknown_field(found: Faults, name: str, known: tuple[str, ...]) -> str:
    return f"unknown field{found.suggest(name, known)}"


def _find_cards(found: Faults, place: str, raw: object) -> dict[str, bool | None]:
    """Return the ids of own cards, and whether each is a Creature (None if its type isn't clear)."""
    own: dict[str, bool | None] = {}
    if not isinstance(raw, list | tuple):
        found.add(place, f"must be a list of cards, not {quote(raw)}")
        return own
    if len(raw) > MOST_OWN_CARDS:
        found.add(place, f"{len(raw)} cards of your own; at most {MOST_OWN_CARDS} are allowed")
    for number, card in enumerate(raw):
        _find_card(found, f"{place}[{number}]", card, own)
    return own


def _find_card(found: Faults, place: str, raw: object, own: dict[str, bool | None]) -> None:
    if not isinstance(raw, Mapping):
        found.add(place, lambda: f"must be a card, not {quote(raw)}")
        return
    kind = raw.get("type")
    fields = _FIELDS.get(kind) if isinstance(kind, str) else None
    _find_fields(found, place, raw, kind, fields)
    _find_id(found, at(place, "id"), raw, own, None if fields is None else kind == "creature")
    if "name" in raw:
        _find_name(found, at(place, "name"), raw["name"])
    for field, allowed in _NUMBERS.items():
        if field in raw and (fields is None or field in fields):
            _find_number(found, at(place, field), raw[field], allowed)
    if "effect" in raw and kind != "creature":
        _find_effect(found, at(place, "effect"), raw["effect"])


def _find_fields(
    found: Faults, place: str, raw: Mapping[Any, Any], kind: object, fields: tuple[str, ...] | None
) -> None:
    _find_unknown(found, place, raw, _EVERY_FIELD)
    for field in fields or ("id", "name", "type", "cost"):
        if field not in raw:
            found.add(at(place, field), "is missing")
    if "type" in raw and fields is None:
        found.add(at(place, "type"), lambda: f"must be “creature” or “object”, not {quote(kind)}")
    for field in _EVERY_FIELD if fields else ():
        if field in raw and field not in (fields or ()):
            found.add(at(place, field), f"{'a creature' if kind == 'creature' else 'an object'} has none")


def _find_id(
    found: Faults, place: str, raw: Mapping[Any, Any], own: dict[str, bool | None], creature: bool | None
) -> None:
    if "id" not in raw:
        return
    card = raw["id"]
    if not isinstance(card, str) or not _ID.fullmatch(card):
        found.add(place, lambda: f"must be 1 to 32 characters from a–z, 0–9 and -, not {quote(card)}")
    elif card in CORE:
        found.add(place, lambda: f"{quote(card)} is a shipped card; choose another id")
    elif card in own:
        found.add(place, lambda: f"{quote(card)} is the id of an earlier card; choose another id")
    else:
        own[card] = creature


def _find_name(found: Faults, place: str, name: object) -> None:
    if not isinstance(name, str) or not 1 <= len(name) <= LONGEST_NAME:
        found.add(place, lambda: f"must be 1 to {LONGEST_NAME} characters, not {quote(name)}")
    elif name != name.strip(" ") or unicodedata.category(name[0])[0] == "M":
        found.add(place, lambda: f"begins or ends with something invisible: {quote(name)}")
    elif not all(map(is_visible, name)):
        found.add(place, lambda: f"every character must be visible: {quote(name)}")


def _find_number(found: Faults, place: str, number: object, allowed: range) -> None:
    if type(number) is not int or number not in allowed:
        first, last = allowed[0], allowed[-1]
        found.add(place, lambda: f"must be a whole number from {first} to {last}, not {quote(number)}")


def _find_effect(found: Faults, place: str, raw: object) -> None:
    if not isinstance(raw, Mapping):
        needed = 'must be {"damage": 1 to 10} or {"destroy": true}'
        found.add(place, lambda: f"{needed}, not {quote(raw)}")
        return
    _find_unknown(found, place, raw, ("damage", "destroy"))
    if ("damage" in raw) == ("destroy" in raw):
        found.add(place, 'must be either {"damage": 1 to 10} or {"destroy": true}')
    if "damage" in raw:
        _find_number(found, at(place, "damage"), raw["damage"], DAMAGE)
    if "destroy" in raw and raw["destroy"] is not True:
        found.add(at(place, "destroy"), lambda: f"must be true, not {quote(raw['destroy'])}")


def _find_list(found: Faults, place: str, raw: object, own: Mapping[str, bool | None]) -> None:
    if not isinstance(raw, list | tuple):
        found.add(place, f"must be a list of {DECK_SIZE} card ids, not {quote(raw)}")
        return
    if len(raw) != DECK_SIZE:
        found.add(place, f"{len(raw)} cards; it must be exactly {DECK_SIZE}")
    known = (*own, *CORE)
    for number, card in enumerate(raw):
        if not isinstance(card, str) or (card not in own and card not in CORE):
            found.add(f"{place}[{number}]", partial(_no_card, found, card, known))
    perhaps = len([card for card in _creatures(raw, own) if card is not False])
    if perhaps < FEWEST_CREATURES:
        found.add(place, f"{perhaps} Creature cards; it needs at least {FEWEST_CREATURES}")


def _no_card(found: Faults, card: object, known: tuple[str, ...]) -> str:
    if not isinstance(card, str):
        return f"must be the id of a card, not {quote(card)}"
    return f"no card {quote(card)}{found.suggest(card, known)}"


def _creatures(deck: Sequence[object], own: Mapping[str, bool | None]) -> Iterator[bool | None]:
    """Yield whether each card is a Creature, or None if that is unknown because of another mistake."""
    for card in deck:
        if isinstance(card, str):
            yield CORE[card].is_creature if card in CORE else own.get(card)
        else:
            yield None
