"""Deck files: reading bytes as a document, an example, and the shipped decks as documents."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Mapping
from typing import Any

from games.alpha.rules.decks import SHIPPED
from games.alpha.rules.documents import faults_of
from games.core.vocabulary.documents import MOST_BYTES, MOST_DEPTH, Faulty, is_too_deep


class _Object(dict[str, Any]):
    """A JSON object that remembers its repeated names."""

    twice: tuple[str, ...] = ()


def _object(pairs: list[tuple[str, Any]]) -> _Object:
    made, counts = _Object(pairs), Counter(name for name, _ in pairs)
    made.twice = tuple(name for name, count in counts.items() if count > 1)
    return made


def read_file(content: bytes) -> Mapping[str, Any]:
    """Return a file's document as plain JSON data; raise Faulty with the mistakes and their places."""
    document = _json(content)
    found = faults_of(document)
    if found.count:
        raise Faulty(found.sentences, found.count)
    plain: Mapping[str, Any] = json.loads(json.dumps(document))
    return plain


def _json(content: bytes) -> object:
    if len(content) > MOST_BYTES:
        raise Faulty((f"the document: {len(content):,} bytes; at most {MOST_BYTES:,} are allowed",))
    if is_too_deep(content):
        raise Faulty((f"the document: lists and objects are nested more than {MOST_DEPTH} deep",))
    try:
        return json.loads(content.removeprefix(BOM_UTF8).decode(), object_pairs_hook=_object)
    except UnicodeDecodeError as error:
        byte = error.start + len(content) - len(content.removeprefix(BOM_UTF8))
        raise Faulty((f"the document: byte {byte} isn't UTF-8; save the file as UTF-8",)) from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise Faulty((f"the document: {place}: this isn't JSON ({error.msg})",)) from None
    except ValueError:
        raise Faulty(("the document: a number in it is too long",)) from None


def example() -> str:
    """Return an example document as JSON text: a shipped deck with two own cards in it."""
    cards = [
        {"id": "otter", "name": "Otter", "type": "creature", "cost": 2, "attack": 3, "health": 1},
        {"id": "net", "name": "Net", "type": "object", "cost": 3, "effect": {"damage": 4}},
    ]
    deck = [*(("otter",) * 3), *(("net",) * 2), *SHIPPED["balanced"].ids[5:]]
    rows = ",\n".join(f"    {json.dumps(card)}" for card in cards)
    return f'{{\n  "cards": [\n{rows}\n  ],\n  "deck": {json.dumps(deck)}\n}}\n'


def shipped_document(name: str) -> Mapping[str, Any]:
    """Return a shipped deck as a document."""
    return {"deck": list(SHIPPED[name].ids)}
