"""Alpha's deck documents as files: JSON and its traps, sizes, and names that players choose.

Source: docs/engine.md, section 6.
"""

from __future__ import annotations

import json
import sys

import pytest

from games import GAMES
from games.alpha.rules import faults as faults_module
from games.alpha.rules.decks import SHIPPED
from games.core.vocabulary.documents import MOST_BYTES, Faulty
from tests.games.alpha.bad_documents import garbage
from tests.games.alpha.faults import (
    READ,
    as_bytes,
    changed,
    faults,
    harmless,
    is_named,
    refused_as_option,
    refused_file,
    sample,
)
from tests.kit.games.alpha_live_names import LIVE, told_of
from tests.kit.games.alpha_table import GAME, HUMAN

KIND = GAME.documents
DECK = ["wolf"] * 30


# --- JSON ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", ["line 1, column 1", "isn't JSON"]),
        (b"{", ["line 1, column 2", "isn't JSON"]),
        (b'{"deck": [\n  "wolf",\n  "wolf",\n]}', ["line 4, column 1", "isn't JSON"]),
        (b'{"deck": [\r\n  wolf]}', ["line 2, column 3", "isn't JSON"]),
        (b"{'deck': []}", ["line 1, column 2", "isn't JSON"]),
        (b'{"deck": []} {}', ["line 1, column 14", "isn't JSON"]),
        (b'{"deck": [] // mine\n}', ["line 1, column 13", "isn't JSON"]),
        (b'{"deck": ["wo\nlf"]}', ["line 1, column 14", "isn't JSON"]),
        (b'{"deck": ["\\x"]}', ["line 1, column 12", "isn't JSON"]),
        (b"\x00\x00", ["line 1, column 1", "isn't JSON"]),
        (b'{"deck": "\xff"}', ["byte 10", "UTF-8"]),
        (b'\xef\xbb\xbf{"deck": "\xff"}', ["byte 13", "UTF-8"]),
        ('{"deck": "ä"}'.encode("latin-1"), ["byte 10", "UTF-8"]),
        ('{"deck": []}'.encode("utf-16"), ["byte 0", "UTF-8"]),
        (b'{"deck": "\xed\xa0\x80"}', ["byte 10", "UTF-8"]),
        (b"[" * 60_000, ["nested"]),
        (b'{"deck":' * 8_000, ["nested"]),
        (b'{"deck": %s}' % (b"9" * 5_000), ["number", "too long"]),
        (b'{"deck": %s}' % (b"-" + b"9" * 60_000), ["number", "too long"]),
    ],
)
def test_what_is_no_json_is_refused_with_line_and_column(content, words):
    (fault,) = refused_file(content)
    assert is_named("the document", fault)
    assert all(word in fault for word in words), fault
    assert harmless(fault)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(80))
def test_garbage_is_refused_as_a_whole(number):
    (fault,) = refused_file(garbage(number))
    assert is_named("the document", fault)
    assert harmless(fault)


def test_a_file_may_begin_with_a_byte_order_mark():
    assert READ(b"\xef\xbb\xbf" + as_bytes(sample())) == sample()


def test_white_space_and_escapes_do_not_matter():
    text = json.dumps(sample(), indent="\t").replace("otter", "\\u006ftter").replace("\n", "\r\n")
    assert READ(text.encode()) == sample()


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity", "1e999", "-0.0", "1E1", "2.0", "1e400000"])
def test_numbers_that_are_not_whole_are_refused(text):
    content = as_bytes(sample()).replace(b'"cost": 2', f'"cost": {text}'.encode())
    assert [is_named("cards[0].cost", fault) for fault in refused_file(content)] == [True]


@pytest.mark.parametrize(
    ("found", "twice", "place"),
    [
        ('"deck": ', '"deck": [], "deck": ', "deck"),
        ('"id": "net"', '"id": "net", "id": "net"', "cards[2].id"),
        ('"cost": 0', '"cost": 0, "cost": 1', "cards[1].cost"),
        ('"damage": 4', '"damage": 4, "damage": 4', "cards[2].effect.damage"),
    ],
)
def test_a_field_that_stands_there_twice_is_refused(found, twice, place):
    (fault,) = refused_file(as_bytes(sample()).decode().replace(found, twice, 1).encode())
    assert is_named(place, fault)
    assert "twice" in fault


@pytest.mark.parametrize("name", ["\\udc01", "\\u202ex", "\\u0000", "x" * 5000, "a\\nb"])
def test_an_odd_field_that_stands_there_twice_is_quoted_harmlessly(name):
    found = refused_file(f'{{"{name}": 1, "{name}": 2, "deck": {json.dumps(DECK)}}}'.encode())
    assert any("twice" in fault for fault in found)
    assert all(map(harmless, found)), found


def test_lone_surrogates_are_refused_wherever_they_are():
    for place in ("cards[0].id", "cards[0].name", "cards[0].type", "deck[0]"):
        found = faults(changed((place, "\ud83d")))
        assert any(is_named(place, fault) for fault in found)
        assert all(map(harmless, found))


# --- sizes --------------------------------------------------------------------------------------------


def test_64_kib_are_read_and_one_byte_more_is_not():
    assert MOST_BYTES == 65_536
    content = as_bytes(sample())
    assert READ(content.ljust(MOST_BYTES)) == sample()
    (fault,) = refused_file(content.ljust(MOST_BYTES + 1))
    assert is_named("the document", fault)
    assert "65,536" in fault


def test_a_file_that_is_too_large_is_not_even_decoded():
    for content in (b"\xff" * (MOST_BYTES + 1), b"[" * 10_000_000):
        (fault,) = refused_file(content)
        assert "bytes" in fault
        assert "UTF-8" not in fault


def many_cards(number):
    """Return this many custom cards, each as long as possible."""
    card = {"name": "🐺" * 40, "type": "creature", "cost": 10, "attack": 5, "health": 10}
    cards = [{"id": f"{n:032}", **card} for n in range(number)]
    return {"cards": cards, "deck": [card["id"] for card in cards[:30]]}


def test_200_own_cards_are_read_and_one_more_is_not():
    largest = many_cards(200)
    content = json.dumps(largest, ensure_ascii=False).encode()
    assert READ(content) == largest
    assert GAME.options({"decks": [largest, largest]})
    found = refused_as_option([many_cards(201), "swarm"])
    assert [is_named("decks[0].cards", fault) for fault in found] == [True]
    assert "201" in found[0]


@pytest.mark.slow
def test_a_huge_option_is_refused_too():
    assert is_named("decks[1].deck", refused_as_option(["swarm", {"deck": ["wolf"] * 100_000}])[0])
    nested = []
    for _ in range(100_000):
        nested = [nested]
    assert refused_as_option([nested, {"deck": nested, "cards": nested}])


def empty_cards(number):
    """Return a file of empty cards: four faults in three bytes."""
    return b'{"cards":[' + b",".join([b"{}"] * number) + b'],"deck":[]}'


@pytest.mark.slow
@pytest.mark.parametrize(
    ("content", "count"),
    [
        (empty_cards(21_000), 84_003),
        (b'{"deck":[' + b",".join([b"0"] * 32_000) + b"]}", 32_001),
        (b"{%s}" % b",".join(b'"%d":0' % n for n in range(6_000)), 6_001),
    ],
    ids=["empty cards", "numbers", "unknown fields"],
)
def test_of_many_thousand_faults_200_are_written_and_the_rest_are_counted(monkeypatch, content, count):
    made, real = [], {name: getattr(faults_module, name) for name in ("format_fault", "quote")}

    def counted(name):
        return lambda *given: made.append(name) or real[name](*given)

    monkeypatch.setattr("games.alpha.rules.faults.format_fault", counted("format_fault"))
    monkeypatch.setattr("games.alpha.rules.documents.quote", counted("quote"))
    with pytest.raises(Faulty) as faulty:
        READ(content)
    assert len(content) <= MOST_BYTES
    assert faulty.value.count == count
    assert len(faulty.value.lines) == 201
    assert faulty.value.lines[-1] == f"… and {count - 200:,} more"
    assert made.count("format_fault") == 200
    assert made.count("quote") <= 400


def test_an_option_tells_no_more_faults_than_a_file():
    found = refused_as_option([{"deck": ["wlof"] * 9_000}, {"deck": ["wlof"] * 9_000}])
    assert len(found) == 201
    assert found[-1] == "… and 17,802 more"


def test_depth_is_looked_at_before_anything_is_parsed(monkeypatch):
    assert "isn't JSON" in refused_file(b"[" * 16)[0]
    assert refused_file(b'{"deck": "%s"}' % (b'[{\\"' * 500)) != []
    monkeypatch.setattr(
        "games.alpha.rules.files.json.loads", lambda *given, **more: pytest.fail("it was parsed")
    )
    for content in (b"[" * 17, b'{"a":' * 17, b'["]", ' + b"[" * 16, b'["\\"]]", ' + b"[" * 60_000):
        assert refused_file(content) == ["the document: lists and objects are nested more than 16 deep"]


NASTY = {
    "many cards with ids alike": {
        "cards": [{"id": f"abababab{n:04}abababababababababab"} for n in range(1400)],
        "deck": [f"abababababab{n:03}xabababababababababababab" for n in range(50)],
    },
    "nothing but empty cards": {"cards": [{}] * 16_300, "deck": []},
    "nothing but numbers": {"cards": [0] * 9000, "deck": [0] * 9000},
    "many unknown fields": {f"card{n:04}": n for n in range(3500)},
}
MOST_CALLS = 3_000_000
"""About a second under the counter, a quarter of that without it."""


@pytest.mark.slow
@pytest.mark.parametrize("name", NASTY)
def test_the_work_for_a_bad_document_is_bounded(name):
    content = as_bytes(NASTY[name])
    assert len(content) <= MOST_BYTES
    assert calls_for(content) < MOST_CALLS


def calls_for(content):
    """Return how many calls reading takes, a measure that other programs on the machine can't change."""
    calls = 0

    def count(frame, event, argument):
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        with pytest.raises(Faulty):
            READ(content)
    finally:
        sys.setprofile(None)
    return calls


# --- names --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "W",
        "x" * 40,
        "É",
        "狼",
        "🐺",
        "O'Neil",
        'He said "wolf"',
        "back\\slash",
        '"] [Seed "00',
        "a  b",
        "ёж",
        *LIVE,
    ],
)
def test_names_of_visible_characters_are_data(name):
    document = changed(("cards[1].name", name))
    assert READ(as_bytes(document)) == document
    state = GAME.new(GAME.options({"decks": [document, "swarm"]}), bytes(32))
    assert [card.name for card in state.setup.options.decks[HUMAN].cards][1] == name


@pytest.mark.parametrize("name", LIVE)
def test_live_names_are_told_as_they_are(name):
    assert any(name in line for line in told_of(name))


# --- the example ----------------------------------------------------------------------------------------


def test_the_example_is_a_good_document_with_own_cards():
    document = READ(KIND.example().encode())
    assert len(document["deck"]) == 30
    assert {card["type"] for card in document["cards"]} == {"creature", "object"}


def test_every_shipped_deck_is_given_as_a_document_that_is_read_again():
    first, second = ("balanced", "swarm", "giants", "control"), ("wild", "pack", "herd", "ambush")
    assert KIND.shipped == tuple(SHIPPED) == first + second
    for name in KIND.shipped:
        document = KIND.shipped_document(name)
        assert READ(as_bytes(document)) == document
        first, second = (
            GAME.new(GAME.options({"decks": [each, each]}), bytes(32)) for each in (name, document)
        )
        assert first.table == second.table
        assert first.hands == second.hands


def test_a_line_and_a_page_tell_of_shipped_decks_and_of_documents():
    for deck in (*KIND.shipped, sample()):
        about, page = KIND.about(deck), KIND.page(deck)
        assert "creatures" in about
        assert 0 < len(page.text) <= 1500
    assert "10 creatures" in KIND.about(sample())
    assert GAMES["alpha"].documents.option == "decks"
