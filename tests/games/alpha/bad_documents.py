"""Deck documents with faults, made from good ones, with the place of each fault.

A place is written as faults write it, such as `cards[0].effect.damage` or `deck[7]`; the whole document is
the empty place. Every place must be named in the faults found.
"""

from __future__ import annotations

import copy
import random

from games.alpha.rules.cards import CORE
from tests.games.alpha.faults import as_bytes, at, put_at
from tests.kit.games.alpha_decks import SORTS, some_deck

WORDS = [
    "",
    "wlof",
    "WOLF",
    "a b",
    "ä",
    "x" * 33,
    "x" * 5000,
    "\u202elive",
    "a\u200bb",
    "\ud800",
    "\x00",
    "§",
]
NO_NUMBERS = [True, False, None, 2.0, 1.5, float("nan"), float("inf"), 1e308, "2", "", [], [1], {}, {"a": 1}]
BAD_NUMBERS = [-1, 11, 100, -(10**9), 2**63, 10**400]
NO_TEXTS = [None, True, 0, 7, -1, 2.5, [], ["wolf"], {}, {"id": "wolf"}]
NO_LISTS = [None, True, 3, 0.5, "wolf", {}, {"0": "wolf"}]
NO_OBJECTS = [None, False, 3, float("nan"), "spark", [], [[]], ["damage", 2]]
BAD_NAMES = [
    "",
    "x" * 41,
    " Wolf",
    "Wolf ",
    "Wo\u200blf",
    "\u202eflow",
    "a\tb",
    "a\nb",
    "\u2066x",
    "\udcff",
    " ",
]
BAD_IDS = [word for word in WORDS if word != "wlof"]
ODD_FIELDS = ["colour", "Id", "ID", "x" * 200, "", "\u202e", "\udc00", "id ", "healht", "1"]


def good_document(rng):
    """Return a deck of custom cards of a random sort, some replaced by shipped cards of the same kind."""
    document = some_deck(SORTS[rng.choice(sorted(SORTS))], rng)
    kinds = {card["id"]: card["type"] == "creature" for card in document["cards"]}
    for number, card in enumerate(document["deck"]):
        if rng.random() < 0.2:
            alike = [each.id for each in CORE.values() if each.is_creature == kinds[card]]
            document["deck"][number] = rng.choice(alike)
    return document


# --- one fault each: they change the document and give it back with the place ----------------------------


def some_card(document, rng, kind=None):
    """Return the place of a random custom card."""
    found = [n for n, card in enumerate(document["cards"]) if kind in (None, card["type"])]
    return f"cards[{rng.choice(found)}]"


def wrong_type(document, rng):
    card, creature = some_card(document, rng), some_card(document, rng, "creature")
    place, values = rng.choice(
        [
            ("", NO_OBJECTS),
            ("cards", NO_LISTS),
            ("deck", NO_LISTS),
            (card, NO_OBJECTS),
            (f"{card}.id", NO_TEXTS),
            (f"{card}.name", NO_TEXTS),
            (f"{card}.type", NO_TEXTS),
            (f"{card}.cost", NO_NUMBERS),
            (f"{creature}.attack", NO_NUMBERS),
            (f"{creature}.health", NO_NUMBERS),
            (f"{some_card(document, rng, 'object')}.effect", NO_OBJECTS),
            (f"deck[{rng.randrange(30)}]", NO_TEXTS),
        ]
    )
    return put_at(document, place, copy.deepcopy(rng.choice(values))), place


def wrong_number(document, rng):
    creature, field = some_card(document, rng, "creature"), rng.choice(["cost", "attack", "health"])
    low = [] if field == "cost" else [0]
    high = [6, 10] if field == "attack" else []
    place = f"{creature}.{field}"
    return put_at(document, place, rng.choice(BAD_NUMBERS + low + high)), place


def wrong_word(document, rng):
    card = some_card(document, rng)
    place, values = rng.choice(
        [
            (f"{card}.id", BAD_IDS),
            (f"{card}.name", BAD_NAMES),
            (f"{card}.type", ["", "Creature", "spell", "creature ", "objekt"]),
            (f"deck[{rng.randrange(30)}]", WORDS),
        ]
    )
    return put_at(document, place, rng.choice(values)), place


def wrong_effect(document, rng):
    place = f"{some_card(document, rng, 'object')}.effect"
    effect, inner = rng.choice(
        [
            ({}, ""),
            ({"damage": 2, "destroy": True}, ""),
            ({"damage": rng.choice([0, *BAD_NUMBERS])}, ".damage"),
            ({"damage": rng.choice(NO_NUMBERS)}, ".damage"),
            ({"destroy": rng.choice([False, None, 1, "true", [], {}])}, ".destroy"),
            ({"damage": 2, "heal": 1}, '."heal"'),
            ({"Damage": 2}, ""),
        ]
    )
    return put_at(document, place, copy.deepcopy(effect)), place + inner


def missing_field(document, rng):
    card = some_card(document, rng)
    place = rng.choice(["deck", *(f"{card}.{field}" for field in at(document, card))])
    owner, _, field = place.rpartition(".")
    del at(document, owner)[field]
    return document, place


def unknown_field(document, rng):
    owner, field = rng.choice(["", some_card(document, rng)]), rng.choice(ODD_FIELDS)
    at(document, owner)[field] = rng.choice([1, None, "x", [], {}])
    return document, f'{owner}."' if owner else '"'


def field_of_the_other_kind(document, rng):
    kind, field, value = rng.choice(
        [("object", "attack", 1), ("object", "health", 1), ("creature", "effect", {"damage": 1})]
    )
    place = f"{some_card(document, rng, kind)}.{field}"
    return put_at(document, place, value), place


def clash(document, rng):
    """Give a custom card the id of a shipped card or of an earlier custom card."""
    card = some_card(document, rng)
    if rng.random() < 0.5:
        return put_at(document, f"{card}.id", rng.choice(sorted(CORE))), f"{card}.id"
    document["cards"].append({**at(document, card), "name": "The same again"})
    return document, f"cards[{len(document['cards']) - 1}].id"


def too_many_cards(document, rng):
    card, number = at(document, some_card(document, rng)), 201 - len(document["cards"])
    document["cards"] += [{**card, "id": f"more-{n}"} for n in range(number)]
    return document, "cards"


def wrong_count(document, rng):
    """Change the deck to more or fewer than 30 cards, or to too few creatures."""
    if rng.random() < 0.4:
        kept = rng.randint(0, 9)
        document["deck"] = ["wolf"] * kept + ["spark"] * (30 - kept)
    else:
        document["deck"] = (document["deck"] * 10)[: rng.choice([0, 1, 29, 31, 60, 300])]
    return document, "deck"


KINDS = (
    wrong_type,
    wrong_number,
    wrong_word,
    wrong_effect,
    missing_field,
    unknown_field,
    field_of_the_other_kind,
    clash,
    too_many_cards,
    wrong_count,
)


def spoiled(kind, number):
    """Return a good document with one fault of this kind, and the place that must be named."""
    rng = random.Random(number)
    return kind(good_document(rng), rng)


def spoiled_often(number):
    """Return a good document with several faults in different cards, and all of their places."""
    rng, places = random.Random(number), []
    document = good_document(rng)
    for kind in rng.choices([wrong_number, wrong_effect, unknown_field, field_of_the_other_kind], k=6):
        tried, place = kind(copy.deepcopy(document), rng)
        if not {owner(place)} & set(map(owner, places)):
            document = tried
            places.append(place)
    return document, places


def owner(place):
    """Return the card that contains a place; the empty place stands for the document itself."""
    return place.partition("]")[0] if place.startswith("cards") else ""


# --- bytes --------------------------------------------------------------------------------------------


def garbage(number):
    """Return the bytes of a file that isn't even JSON."""
    rng = random.Random(number)
    text = as_bytes(good_document(rng))
    cut, junk = rng.randrange(1, len(text)), rng.randbytes(rng.randrange(20, 2000))
    return rng.choice(
        [
            text[:cut],
            text[:cut] + b"\xff" + text[cut:],
            text + b"}",
            text + text,
            b"\x00" + text,
            b"\xfe\xff" + junk,
            b"{" + junk,
            b"[" * cut,
            b'{"deck":' * cut,
            text.replace(b'"', b"'"),
            text.decode().encode("utf-16"),
            b"9" * 5000 + text,
            text.replace(b",", b",,", 1),
            b"",
            b" " * cut,
        ]
    )
