"""Alpha's deck documents: every fault with its exact place, and names that can do no harm.

Source: docs/engine.md, section 6; ALPHA-26.
"""

from __future__ import annotations

import pytest

from tests.games.alpha.bad_documents import BAD_NAMES
from tests.games.alpha.faults import (
    MISSING,
    READ,
    as_bytes,
    changed,
    faults,
    harmless,
    is_named,
    refused_as_option,
    sample,
)
from tests.kit.games.alpha_table import GAME

COST, ATTACK, HEALTH = (f"must be a whole number from {least}" for least in ("0 to 10", "1 to 5", "1 to 10"))


def test_the_sample_is_good():
    assert READ(as_bytes(sample())) == sample()


# --- each kind of fault ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "value", "fault"),
    [
        ("deck[7]", "wlof", 'deck[7]: no card "wlof"; did you mean "wolf"?'),
        ("deck[0]", "oter", 'deck[0]: no card "oter"; did you mean "otter"?'),
        ("deck[29]", "Wolf", 'deck[29]: no card "Wolf"; did you mean "wolf"?'),
        ("deck[29]", "zzzzzz", 'deck[29]: no card "zzzzzz"'),
        ("deck[3]", 7, "deck[3]: must be the id of a card, not 7"),
        ("deck[3]", None, "deck[3]: must be the id of a card, not null"),
        ("deck", MISSING, "deck: is missing"),
        ("cards[1].cost", MISSING, "cards[1].cost: is missing"),
        ("cards[1].name", MISSING, "cards[1].name: is missing"),
        ("cards[0].attack", MISSING, "cards[0].attack: is missing"),
        ("cards[0].health", MISSING, "cards[0].health: is missing"),
        ("cards[2].effect", MISSING, "cards[2].effect: is missing"),
        ("cards[0].cost", -1, f"cards[0].cost: {COST}, not -1"),
        ("cards[0].cost", 11, f"cards[0].cost: {COST}, not 11"),
        ("cards[2].cost", 11, f"cards[2].cost: {COST}, not 11"),
        ("cards[0].cost", True, f"cards[0].cost: {COST}, not true"),
        ("cards[0].cost", 2.0, f"cards[0].cost: {COST}, not 2.0"),
        ("cards[0].cost", "2", f'cards[0].cost: {COST}, not "2"'),
        ("cards[1].attack", 0, f"cards[1].attack: {ATTACK}, not 0"),
        ("cards[1].attack", 6, f"cards[1].attack: {ATTACK}, not 6"),
        ("cards[1].health", 0, f"cards[1].health: {HEALTH}, not 0"),
        ("cards[1].health", 11, f"cards[1].health: {HEALTH}, not 11"),
        ("cards[1].health", 10**400, f"cards[1].health: {HEALTH}, not a huge number"),
        ("cards[2].effect", {"damage": 0}, f"cards[2].effect.damage: {HEALTH}, not 0"),
        ("cards[2].effect", {"damage": 11}, f"cards[2].effect.damage: {HEALTH}, not 11"),
        ("cards[3].effect", {"destroy": False}, "cards[3].effect.destroy: must be true, not false"),
        ("cards[3].effect", {"destroy": 1}, "cards[3].effect.destroy: must be true, not 1"),
        ("cards[0].colour", 1, 'cards[0]."colour": unknown field'),
        ("cards[0].helth", 1, 'cards[0]."helth": unknown field; did you mean "health"?'),
        ("dekc", 1, '"dekc": unknown field; did you mean "deck"?'),
        ("cards[2].attack", 2, "cards[2].attack: an object has none"),
        ("cards[2].health", 2, "cards[2].health: an object has none"),
        ("cards[0].effect", {"damage": 2}, "cards[0].effect: a creature has none"),
        ("cards[0].effect", None, "cards[0].effect: a creature has none"),
    ],
)  # fmt: skip
def test_ALPHA_26_a_fault_is_told_with_its_place(place, value, fault):
    assert faults(changed((place, value))) == [fault]


@pytest.mark.parametrize(
    ("place", "value", "named"),
    [
        ("", None, "the document"),
        ("", [], "the document"),
        ("", 7, "the document"),
        ("cards", None, "cards"),
        ("cards", {}, "cards"),
        ("cards[1]", "stork", "cards[1]"),
        ("cards[1]", [], "cards[1]"),
        ("deck", None, "deck"),
        ("deck", "wolf", "deck"),
        ("deck", {}, "deck"),
        ("cards[2].effect", "damage", "cards[2].effect"),
        ("cards[2].effect", {}, "cards[2].effect"),
        ("cards[2].effect", {"damage": 2, "destroy": True}, "cards[2].effect"),
        ("cards[2].effect", {"heal": 2}, 'cards[2].effect."heal"'),
        ("cards[1].type", "spell", "cards[1].type"),
        ("cards[1].type", ["creature"], "cards[1].type"),
        ("cards[1].type", MISSING, "cards[1].type"),
        ("cards[1].id", MISSING, "cards[1].id"),
        ("cards[1].id", 5, "cards[1].id"),
        ("cards[1].name", None, "cards[1].name"),
        *(
            ("cards[1].id", word, "cards[1].id")
            for word in ("", "x" * 33, "Stork", "a b", "ä", "a_b", "wolf", "otter", "stork\n", "ｓtork")
        ),
        *(("cards[1].name", name, "cards[1].name") for name in BAD_NAMES),
    ],
)
def test_ALPHA_26_every_other_fault_is_told_with_its_place_too(place, value, named):
    found = faults(changed((place, value)))
    assert any(is_named(named, fault) for fault in found), found


@pytest.mark.parametrize("length", [0, 1, 29, 31, 1000])
def test_ALPHA_26_a_deck_has_exactly_30_cards(length):
    found = faults(changed(("deck", ["wolf"] * length)))
    assert any(is_named("deck", fault) and str(length) in fault and "30" in fault for fault in found)


def test_ALPHA_26_a_deck_has_at_least_10_creatures():
    nine = ["otter"] * 5 + ["wolf"] * 4 + ["net"] * 21
    assert faults(changed(("deck", nine))) == ["deck: 9 Creature cards; it needs at least 10"]


def test_a_card_that_may_be_a_creature_is_not_counted_against_the_deck():
    """Report only the card's own fault, as the deck may be good once that's fixed."""
    nine = ["wlof"] + ["wolf"] * 9 + ["net"] * 20
    assert len(faults(changed(("deck", nine)))) == 1


def test_ALPHA_26_the_second_of_two_cards_with_one_id_is_refused():
    assert is_named("cards[2].id", faults(changed(("cards[2].id", "otter")))[0])


def test_ALPHA_26_all_faults_of_both_decks_are_told_at_once():
    first = changed(("deck[7]", "wlof"), ("cards[0].cost", 11), ("cards[3].colour", 1), ("cards[2].name", ""))
    second = changed(("deck", ["wolf"] * 29), ("cards[1].attack", MISSING))
    told = refused_as_option([first, second])
    places = ["decks[0].deck[7]", "decks[0].cards[0].cost", 'decks[0].cards[3]."', "decks[0].cards[2].name"]
    places += ["decks[1].deck", "decks[1].cards[1].attack"]
    assert len(told) == len(places)
    assert all(any(is_named(place, fault) for fault in told) for place in places)


@pytest.mark.parametrize(
    ("decks", "named"),
    [
        ("swarm", "decks"),
        ([], "decks"),
        (["swarm"], "decks"),
        (["swarm"] * 3, "decks"),
        (None, "decks"),
        ({"0": "swarm", "1": "swarm"}, "decks"),
        (["swarm", "swrm"], "decks[1]"),
        (["Swarm", "swarm"], "decks[0]"),
        (["swarm", ""], "decks[1]"),
        (["swarm", None], "decks[1]"),
        ([13, "swarm"], "decks[0]"),
        ([b"swarm", "swarm"], "decks[0]"),
    ],
)
def test_a_deck_is_the_name_of_a_shipped_one_or_a_document(decks, named):
    assert is_named(named, refused_as_option(decks)[0])


def test_a_shipped_deck_that_was_meant_is_named():
    (fault,) = refused_as_option(["swrm", "swarm"])
    assert fault.startswith('decks[0]: no deck "swrm"')
    assert "swarm" in fault


# --- texts shown are harmless --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "word", ["\u202eevil", "a\u200bb", "\x1b[31m", "\ud800", "x" * 5000, "\n\n", "\u2066"]
)
def test_whatever_a_fault_quotes_is_short_and_visible(word):
    document = changed(("cards[0].id", word), ("cards[1].name", (word * 50)[:5000]), ("deck[5]", word))
    document["cards"][2][word] = document[word] = document["cards"][3]["effect"][word] = word
    document["cards"][3]["type"] = word
    found = faults(document)
    assert len(found) >= 7
    assert all(map(harmless, found)), found


@pytest.mark.parametrize(
    "character", "\u034f\u00ad\u061c\u115f\u17b4\u180b\u180e\u2028\u2800\u3000\u3164\ufeff"
)
@pytest.mark.parametrize("name", ["{}Wolf", "Wo{}lf", "Wolf{}", "{}"])
def test_a_name_with_anything_invisible_in_it_is_refused(name, character):
    (fault,) = faults(changed(("cards[1].name", name.format(character))))
    assert is_named("cards[1].name", fault)
    assert character not in fault


def test_the_own_names_of_one_deck_are_removed_and_the_other_deck_is_left_alone():
    options = GAME.options({"decks": ["swarm", sample()]})
    names = {card["name"] for card in sample()["cards"]}
    assert set(GAME.texts(options)) == names
    bare = GAME.without_texts(options)
    assert GAME.texts(bare) == ()
    assert bare.decks[0] == "swarm"
    assert not any(name in repr(bare) for name in names)
