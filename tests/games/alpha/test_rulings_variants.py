"""Alpha's rulings on the variants and their ids (ALPHA-8, 11, 22, 29)."""

from __future__ import annotations

import pytest

from games import OptionError
from tests.kit.games.alpha_table import (
    AI,
    GAME,
    HUMAN,
    PUBLIC,
    VIEWERS,
    deck,
    discard,
    document,
    hand,
    heard,
    legal,
    outcome,
    play,
    put,
    refused,
    says,
    shown,
    slots,
    step,
    turn,
    turns,
    twin,
)

SICK = {"summoningSickness": "on"}
MILL = {"pressure": "mill1"}
IDS = {
    ("off", "none"): "alpha-fixed-0.1",
    ("off", "mill1"): "alpha-fixed-0.1+mill1",
    ("on", "none"): "alpha-fixed-0.1+sickness",
    ("on", "mill1"): "alpha-fixed-0.1+mill1+sickness",
}


# --- ids ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("sickness", "pressure"), IDS)
@pytest.mark.parametrize("decks", [["balanced", "balanced"], [document("2/2*30"), "swarm"]])
def test_ALPHA_29_each_variant_has_its_own_id_whatever_the_decks(sickness, pressure, decks):
    raw = {"summoningSickness": sickness, "pressure": pressure, "decks": decks}
    assert GAME.ruleset_of(GAME.options(raw)) == IDS[sickness, pressure]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("summoningSickness", "On"),
        ("summoningSickness", True),
        ("summoningSickness", 1),
        ("summoningSickness", None),
        ("pressure", "mill2"),
        ("pressure", "mill"),
        ("pressure", ""),
        ("pressure", 1),
        ("pressure", ["mill1"]),
    ],
)
def test_ALPHA_29_other_values_are_refused_with_field_value_and_what_is_allowed(name, value):
    with pytest.raises(OptionError) as error:
        GAME.options({name: value})
    allowed = ("off", "on") if name == "summoningSickness" else ("none", "mill1")
    slug = "summoning_sickness" if name == "summoningSickness" else name
    assert all(word in str(error.value) for word in (slug, repr(value), *allowed))


@pytest.mark.parametrize("name", ["summoning_sickness", "Pressure", "deck", "mulligan", ""])
def test_ALPHA_29_there_are_no_other_options(name):
    with pytest.raises(OptionError, match="There's no option"):
        GAME.options({name: "off"})


# --- summoning sickness -------------------------------------------------------------------------------


def test_ALPHA_8_with_the_variant_a_creature_waits_for_its_owners_next_turn():
    state = play(put("ox@4", "ox@3", hands=("bear", ""), decks=("ox*9", "ox*9"), **SICK), "play 1 1", "end")
    assert legal(state) == [*(f"attack 4 {slot}" for slot in range(1, 6)), "end"]
    refused(state, "attack 1 3", "Bear in slot 1", "it can attack next turn")
    later = play(turns(state, 2), "end")
    assert legal(later, "attack 1") == [f"attack 1 {slot}" for slot in range(1, 6)]


def test_ALPHA_8_with_the_variant_it_is_attacked_and_fights_back_at_once():
    state = turn(put("", "wolf@2", hands=("bear", ""), **SICK), "play 1 1")
    after = play(state, "end", "attack 2 1")
    assert (slots(after, HUMAN), slots(after, AI)) == ("4/2,-,-,-,-", "-,-,-,-,-")


def test_ALPHA_8_without_the_variant_there_is_no_such_wait():
    state = play(put("", "ox@3", hands=("bear", "")), "play 1 1", "end")
    assert "attack 1 3" in legal(state)


# --- pressure that mills ------------------------------------------------------------------------------


@pytest.mark.parametrize("mover", [HUMAN, AI])
def test_ALPHA_11_with_the_variant_the_top_card_of_the_others_deck_goes_to_its_discard(mover):
    boards, other = (("bear@2", ""), AI) if mover == HUMAN else (("", "bear@2"), HUMAN)
    state = put(*boards, decks=("tiger ox", "boar spark ox"), mover=mover, phase="C", **MILL)
    before = deck(state, other)
    after = play(state, "attack 2 5")
    assert deck(after, other) == before[1:]
    assert discard(after, other) == before[:1]
    assert (deck(after, mover), discard(after, mover)) == (deck(state, mover), [])
    assert (hand(after, other), slots(after, mover)) == (hand(state, other), "-,4/4!,-,-,-")


def test_ALPHA_11_with_the_variant_the_milled_card_is_told_to_all():
    state = put("bear@2", decks=("ox", "boar ox"), phase="C", **MILL)
    told = step(state, "attack 2 5").told
    assert all(says(told[who], "Bear", "empty slot 5", "Boar") for who in VIEWERS)


def test_ALPHA_11_with_the_variant_each_attack_on_an_empty_slot_mills_one():
    state = put("bear@2 wolf@4 viper@5", "ox@1", decks=("ox", "boar spark tiger ox"), phase="C", **MILL)
    after = play(state, "attack 2 5", "attack 4 5", "attack 5 1")
    assert discard(after, AI) == ["boar", "spark"]
    assert deck(after, AI) == ["tiger", "ox"]


def test_ALPHA_11_with_the_variant_an_attack_on_a_creature_mills_nothing():
    after = play(put("bear@2", "ox@1:1", decks=("ox", "boar ox"), phase="C", **MILL), "attack 2 1")
    assert (deck(after, AI), discard(after, AI)) == (["boar", "ox"], ["ox"])


def test_ALPHA_11_with_the_variant_an_empty_deck_is_not_hurt():
    state = put("bear@2", "ox@1", decks=("ox", ""), phase="C", **MILL)
    after = play(state, "attack 2 5")
    assert shown(after) == "-,4/4!,-,-,-|2/5,-,-,-,- 9/9 9/9 1,0,0 0,0,0 me C 9"
    assert not says(heard(state, PUBLIC, "attack 2 5"), "lost")


def test_ALPHA_11_with_the_variant_the_last_creature_may_be_milled_and_is_judged_after_combat():
    state = put("bear@2", hands=("", "spark"), decks=("ox", "wolf spark"), phase="C", **MILL)
    after = play(state, "attack 2 1")
    assert outcome(after) is None
    assert outcome(play(after, "end")) == (HUMAN, "exhaustion")


def test_ALPHA_11_with_the_variant_an_object_milled_exhausts_nobody():
    state = put("bear@2", decks=("ox", "spark wolf"), phase="C", **MILL)
    assert outcome(turn(state, "attack 2 1")) is None


def test_ALPHA_22_a_milled_card_is_neither_played_nor_drawn_nor_damaged():
    state = put("1/10@1", "1/10@1", decks=("", "wolf*9"), phase="C", quiet=19, stirred=False, **MILL)
    assert outcome(play(state, "attack 1 2", "end")) == (None, "stall")


def test_ALPHA_28_with_the_variant_nobody_sees_the_card_before_it_is_milled():
    state = put("bear@2", hands=("ox", "boar"), decks=("tiger ox", "spark wolf viper"), phase="C", **MILL)
    for who in VIEWERS:
        worlds = [twin(state, who, number) for number in range(6)]
        assert len({deck(world, AI)[0] for world in worlds}) > 1
        assert {repr(GAME.view(world, who)) for world in worlds} == {repr(GAME.view(state, who))}
