"""Deck documents of alpha, good and bad, and their faults as a file and as an option.

A place is written as faults write it: `cards[0].effect.damage`, `deck[7]`; the whole document is the empty
place.
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
    """A good document with two creatures and two objects of its own."""
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
    """The sample with other values at some places; MISSING takes a field away."""
    document = sample()
    for place, value in changes:
        if value is MISSING:
            owner, _, field = place.rpartition(".")
            del (document if not owner else document["cards"][int(owner[6:-1])])[field]
        else:
            document = put_at(document, place, value)
    return document


def faults(document):
    """The faults of a file with this document; an option with it tells the same ones of the same places."""
    found = refused_file(as_bytes(document))
    for seat, raw in ((0, [document, "swarm"]), (1, ["swarm", document])):
        told = refused_as_option(raw)
        if isinstance(document, dict):
            assert told == [f"decks[{seat}].{fault}" for fault in found]
        else:
            assert all(fault.startswith(f"decks[{seat}]: ") for fault in told)
    return found


def refused_as_option(decks):
    """The faults that an option is refused with."""
    with pytest.raises(OptionError) as refused:
        GAME.options({"decks": decks})
    return str(refused.value).split("\n")


def refused_file(content):
    """The faults that the bytes of a file are refused with."""
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
    """The document with something else at a place."""
    if not place:
        return value
    *way, last = steps(place)
    inner = document
    for step in way:
        inner = inner[step]
    inner[last] = value
    return document


def as_bytes(document):
    """The document as a file; NaN, lone surrogates and all."""
    return json.dumps(document).encode()


def is_named(place, fault):
    """Whether a fault begins with this place; of a field with an odd name its quotation mark is enough."""
    return fault.startswith(place if place.endswith('"') else f"{place}:")


def harmless(fault):
    """One line of visible characters, and not a long one."""
    hidden = [each for each in fault if each != " " and unicodedata.category(each)[0] in "CZ"]
    return not hidden and 0 < len(fault) <= LONGEST_FAULT
