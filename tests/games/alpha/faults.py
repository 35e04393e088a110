"""Deck documents of Alpha, good and bad, with their faults as files and as options.

A place is written as faults write it, such as `cards[0].effect.damage` or `deck[7]`; the whole document is
the empty place.
"""

from __future__ import annotations

import json
import re
import unicodedata

import pytest

from games import OptionError
from games.core.vocabulary.documents import Faulty
from tests.kit.games.alpha_table import GAME

_STEP = re.compile(r"([a-zA-Z]+)|\[(\d+)\]")
READ = GAME.documents.read
LONGEST_FAULT = 400
MISSING = object()


def sample():
    """Return a good document with two custom creatures and two custom objects."""
    return {
        "cards": [
            {"id": "otter", "name": "Otter", "type": "creature", "cost": 2, "attack": 3, "health": 1},
            {"id": "stork", "name": "Stork", "type": "creature", "cost": 0, "attack": 5, "health": 10},
            {"id": "net", "name": "Net", "type": "object", "cost": 3, "effect": {"damage": 4}},
            {"id": "flood", "name": "Flood", "type": "object", "cost": 10, "effect": {"destroy": True}},
        ],
        "deck": ["otter"] * 5 + ["wolf"] * 5 + ["net"] * 5 + ["flood"] * 5 + ["spark"] * 10,
    }


def changed(*changes):
    """Return the sample with other values in some places; MISSING removes a field."""
    document = sample()
    for place, value in changes:
        if value is MISSING:
            owner, _, field = place.rpartition(".")
            del (document if not owner else document["cards"][int(owner[6:-1])])[field]
        else:
            document = put_at(document, place, value)
    return document


def faults(document):
    """Return the faults of a file with this document; check that an option reports the same ones."""
    found = refused_file(as_bytes(document))
    for seat, raw in ((0, [document, "swarm"]), (1, ["swarm", document])):
        told = refused_as_option(raw)
        if isinstance(document, dict):
            assert told == [f"decks[{seat}].{fault}" for fault in found]
        else:
            assert all(fault.startswith(f"decks[{seat}]: ") for fault in told)
    return found


def refused_as_option(decks):
    """Return the faults with which an option is refused."""
    with pytest.raises(OptionError) as refused:
        GAME.options({"decks": decks})
    return str(refused.value).split("\n")


def refused_file(content):
    """Return the faults with which the bytes of a file are refused."""
    with pytest.raises(Faulty) as faulty:
        READ(content)
    assert str(faulty.value) == "\n".join(faulty.value.faults)
    return list(faulty.value.faults)


# --- places -------------------------------------------------------------------------------------------


def steps(place):
    return [name or int(number) for name, number in _STEP.findall(place)]


def at(document, place):
    for step in steps(place):
        document = document[step]
    return document


def put_at(document, place, value):
    """Return the document with another value in a place."""
    if not place:
        return value
    *way, last = steps(place)
    inner = document
    for step in way:
        inner = inner[step]
    inner[last] = value
    return document


def as_bytes(document):
    """Return the document as a file, allowing NaN and lone surrogates."""
    return json.dumps(document).encode()


def is_named(place, fault):
    """Return whether a fault begins with this place, or with the quotation mark of a field's odd name."""
    return fault.startswith(place if place.endswith('"') else f"{place}:")


def harmless(fault):
    """Return whether a text is one short line of visible characters."""
    hidden = [each for each in fault if each != " " and unicodedata.category(each)[0] in "CZ"]
    return not hidden and 0 < len(fault) <= LONGEST_FAULT
