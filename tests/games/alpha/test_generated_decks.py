"""Five hundred faulty deck documents are refused with every place named; good ones are accepted unchanged."""

from __future__ import annotations

import copy
import json
import random

import pytest

from games.core.record import read_record, verify, write_record
from games.core.selfplay import numbered_seed, play_match
from games.core.vocabulary.options import options_data
from tests.budgets import first_slow
from tests.games.alpha.bad_documents import KINDS, good_document, spoiled, spoiled_often
from tests.games.alpha.faults import READ, as_bytes, faults, harmless, is_named, put_at
from tests.games.alpha.matches import LEVEL, VARIANTS
from tests.kit.games.alpha_table import GAME

NAMES = [
    "@everyone",
    "**bold**",
    '"] [Seed "00',
    "back\\slash",
    "狼",
    "🐺 & ü",
    "'",
    "1. end",
    '[Result "1-0"]',
]


@pytest.mark.parametrize("kind", first_slow(KINDS, 3), ids=[kind.__name__ for kind in KINDS])
def test_generated_bad_documents_are_refused_with_the_place(kind):
    for number in range(50):
        document, place = spoiled(kind, number)
        before = repr(document)
        found = faults(document)
        assert any(is_named(place or "the document", fault) for fault in found), (number, place, found)
        assert all(map(harmless, found)), (number, found)
        assert repr(document) == before


@pytest.mark.slow
def test_generated_documents_with_several_faults_are_refused_with_every_place():
    most = 0
    for number in range(60):
        document, places = spoiled_often(number)
        found = faults(document)
        assert all(any(is_named(place, fault) for fault in found) for place in places), (number, found)
        most = max(most, len(places))
    assert most > 3


def good(number):
    """Return a good document in which some custom cards have potentially harmful names."""
    rng = random.Random(number)
    document = good_document(rng)
    for place in range(len(document["cards"])):
        if rng.random() < 0.3:
            document = put_at(document, f"cards[{place}].name", rng.choice(NAMES))
    return document


@pytest.mark.slow
@pytest.mark.parametrize("number", range(60))
def test_generated_good_documents_are_taken_as_they_are(number):
    document = good(number)
    before = copy.deepcopy(document)
    assert READ(as_bytes(document)) == document
    assert READ(json.dumps(document, ensure_ascii=False, indent=1).encode()) == document
    assert GAME.options({"decks": [document, "swarm"]})
    assert GAME.options({"decks": ["swarm", document]})
    assert document == before


@pytest.mark.slow
@pytest.mark.parametrize("number", range(60))
def test_options_with_own_decks_come_back_from_their_data(number):
    options = GAME.options({"decks": [good(number), good(number + 1000)], **VARIANTS[number % 4]})
    data = options_data(options)
    assert GAME.options(data) == options
    assert json.loads(json.dumps(data)) == data
    assert GAME.options(json.loads(json.dumps(data))) == options


@pytest.mark.parametrize("number", range(30))
def test_the_cards_of_a_document_are_played_as_they_are_written(number):
    document = good(number)
    state = GAME.new(GAME.options({"decks": [document, document]}), numbered_seed(number))
    own = {card["id"]: card for card in document["cards"]}
    for card, name in zip(state.setup.decks[0], document["deck"], strict=True):
        assert card.id == name
        if name in own:
            assert as_written(card) == own[name]
    dealt = state.hands[0] + state.decks[0]
    assert sorted(card.id for card in dealt) == sorted(document["deck"])


def as_written(card):
    common = {"id": card.id, "name": card.name, "cost": card.cost}
    if card.is_creature:
        return {**common, "type": "creature", "attack": card.attack, "health": card.health}
    effect = {"damage": card.damage} if card.damage else {"destroy": True}
    return {**common, "type": "object", "effect": effect}


@pytest.mark.slow
@pytest.mark.parametrize("number", range(20))
def test_records_with_own_decks_are_read_back_and_verified(number):
    raw = {"decks": [good(number), good(number + 2000)], **VARIANTS[number % 4]}
    record = play_match(GAME, raw, numbered_seed(number), (LEVEL, LEVEL))
    again = read_record(write_record(record))
    assert again == record
    verdict = verify(GAME, again)
    assert verdict.identical, verdict.sentence
    assert verdict.sentence.startswith("identical")
