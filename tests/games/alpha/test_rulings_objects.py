"""Alpha's rulings on objects (ALPHA-14 to 16)."""

from __future__ import annotations

import pytest

from tests.kit.games.alpha_table import (
    AI,
    HUMAN,
    PUBLIC,
    deck,
    discard,
    energy,
    hand,
    legal,
    outcome,
    play,
    put,
    refused,
    slots,
    step,
    turn,
    turns,
)

SLOTS = range(1, 6)


# --- the two shapes -----------------------------------------------------------------------------------


@pytest.mark.parametrize("damage", range(1, 11))
def test_ALPHA_14_damage_is_dealt_to_one_creature(damage):
    state = put("", "1/10@1 1/10@3 1/10@5", hands=(f"{damage}dmg", ""))
    left = f"1/{10 - damage}" if damage < 10 else "-"
    assert slots(play(state, "cast 1 o3"), AI) == f"1/10,-,{left},-,1/10"


@pytest.mark.parametrize(
    ("word", "damage"), [("spark", 2), ("arrow", 3), ("boulder", 5), ("4dmg", 4), ("10dmg$0", 10)]
)
def test_ALPHA_14_a_creature_without_health_left_is_destroyed(word, damage):
    for health in (damage - 1, damage, damage + 1):
        state = put("", f"5/10@2:{min(health, 10)}", hands=(word, ""))
        left = f"5/{health - damage}" if health > damage and health <= 10 else "-"
        assert slots(play(state, "cast 1 o2"), AI) == f"-,{left},-,-,-"


@pytest.mark.parametrize("word", ["pitfall", "end-it$0"])
@pytest.mark.parametrize("target", ["hedgehog@4", "mammoth@4", "5/10@4", "ox@4:1"])
def test_ALPHA_14_destroy_takes_a_creature_whatever_its_health(word, target):
    after = play(put("", target, hands=(word, "")), "cast 1 o4")
    assert slots(after, AI) == "-,-,-,-,-"
    assert len(discard(after, AI)) == 1


def test_ALPHA_14_the_damage_persists():
    state = put("", "ox@1", hands=("spark spark", ""), decks=("ox*9", "ox*9"))
    after = turns(turn(state, "cast 1 o1"), 3)
    assert slots(after, AI) == "2/3,-,-,-,-"
    assert slots(play(after, "cast 1 o1"), AI) == "2/1,-,-,-,-"


def test_ALPHA_14_an_object_hurts_nobody_but_its_target():
    after = play(put("wolf@1 ox@2", "wolf@1 ox@2 wolf@3", hands=("boulder", "ox")), "cast 1 o2")
    assert (slots(after, HUMAN), slots(after, AI)) == ("2/2,2/5,-,-,-", "2/2,-,2/2,-,-")
    assert (deck(after, AI), hand(after, AI), energy(after, AI)) == (["ox"], ["ox"], "9/9")


# --- targets ------------------------------------------------------------------------------------------


def test_ALPHA_14_the_target_is_a_creature_of_either_side():
    state = put("wolf@2 ox@5", "bear@1 boar@5", hands=("spark", ""))
    assert legal(state) == ["cast 1 m2", "cast 1 m5", "cast 1 o1", "cast 1 o5", "end"]
    assert slots(play(state, "cast 1 m5"), HUMAN) == "-,2/2,-,-,2/3"
    assert slots(play(state, "cast 1 o5"), AI) == "4/4,-,-,-,3/1"


@pytest.mark.parametrize("mover", [HUMAN, AI])
def test_ALPHA_14_own_and_opposing_are_seen_from_the_seat_that_plays(mover):
    state = put("bear@3", "bear@3", hands=("pitfall", "pitfall"), mover=mover)
    assert slots(play(state, "cast 1 m3"), mover) == "-,-,-,-,-"
    assert slots(play(state, "cast 1 m3"), 1 - mover) == "-,-,4/4,-,-"
    assert slots(play(state, "cast 1 o3"), 1 - mover) == "-,-,-,-,-"


@pytest.mark.parametrize("word", ["spark", "pitfall"])
def test_ALPHA_14_without_a_creature_there_it_cannot_be_played(word):
    state = put("wolf@1", "bear@2", hands=(word, ""))
    for slot in (2, 3, 4, 5):
        refused(state, f"cast 1 m{slot}", "no creature", f"own slot {slot}")
    for slot in (1, 3, 4, 5):
        refused(state, f"cast 1 o{slot}", "no creature", f"opposing slot {slot}")
    assert legal(put(hands=(word, ""))) == ["end"]


def test_ALPHA_14_a_creature_summoned_in_this_turn_may_be_its_target():
    state = play(put(hands=("boar spark", "")), "play 1 4", "cast 1 m4")
    assert slots(state, HUMAN) == "-,-,-,3/1,-"


# --- the order ----------------------------------------------------------------------------------------


def test_ALPHA_15_an_object_is_paid_leaves_the_hand_and_goes_to_its_owners_discard():
    state = put("", "mammoth@2", hands=("wolf arrow ox", ""), energy=(5, 9), discards=("boar", "viper"))
    after = play(state, "cast 2 o2")
    assert (energy(after, HUMAN), energy(after, AI)) == ("3/5", "9/9")
    assert hand(after, HUMAN) == ["wolf", "ox"]
    assert (discard(after, HUMAN), discard(after, AI)) == (["boar", "arrow"], ["viper"])


@pytest.mark.parametrize("mover", [HUMAN, AI])
def test_ALPHA_15_what_it_kills_goes_to_the_discard_of_the_creatures_owner(mover):
    state = put("wolf@1", "wolf@1", hands=("spark", "spark"), mover=mover)
    after = play(state, "cast 1 o1")
    assert (discard(after, mover), discard(after, 1 - mover)) == (["spark"], ["wolf"])
    assert sorted(discard(play(state, "cast 1 m1"), mover)) == ["spark", "wolf"]


def test_ALPHA_15_a_card_too_dear_is_refused_before_anything_happens():
    state = put("", "wolf@1", hands=("pitfall spark", ""), energy=(4, 9))
    refused(state, "cast 1 o1", "Pitfall costs 5", "4 energy")
    assert legal(state) == ["cast 2 o1", "end"]


def test_ALPHA_15_nothing_is_judged_when_an_object_kills_the_last_creature():
    state = put("wolf@1", "wolf@1", hands=("spark", ""), decks=("ox", "spark*3"))
    after = play(state, "cast 1 o1")
    assert outcome(after) is None
    assert legal(after) == ["end"]
    assert outcome(play(after, "end")) is None
    assert outcome(play(after, "end", "end")) == (HUMAN, "exhaustion")


def test_ALPHA_15_nor_when_a_creature_is_played_after_that():
    state = put("", "wolf@1", hands=("spark wolf", ""), decks=("ox", "spark*3"))
    after = play(state, "cast 1 o1", "play 1 1")
    assert (outcome(after), legal(after)) == (None, ["end"])
    assert outcome(play(after, "end", "end")) == (HUMAN, "exhaustion")


def test_ALPHA_15_an_object_does_not_stay_on_the_battlefield():
    after = play(put("ox@1", hands=("spark", "")), "cast 1 m1")
    assert slots(after, HUMAN) == "2/3,-,-,-,-"
    assert slots(after, AI) == "-,-,-,-,-"


def test_several_objects_may_be_played_in_one_turn_and_the_freed_slot_used():
    state = put("", "mammoth@1 ox@2", hands=("boulder boulder spark arrow", ""), energy=(11, 0))
    state = play(state, "cast 1 o1", "cast 1 o1", "cast 1 o2", "cast 1 o2")
    assert (slots(state, AI), energy(state, HUMAN)) == ("-,-,-,-,-", "0/11")
    assert discard(state, HUMAN) == ["boulder", "boulder", "spark", "arrow"]


@pytest.mark.parametrize("cost", range(11))
def test_ALPHA_16_an_object_costs_0_to_10(cost):
    state = put("", "ox@1", hands=(f"1dmg${cost}", ""), energy=(10, 0))
    assert energy(play(state, "cast 1 o1"), HUMAN) == f"{10 - cost}/10"
    if cost:
        refused(put("", "ox@1", hands=(f"1dmg${cost}", ""), energy=(cost - 1, 0)), "cast 1 o1", "costs")


# --- texts told --------------------------------------------------------------------------------------


def test_an_object_is_told_to_all():
    state = put("wolf@1", "ox@4", hands=("spark", ""))
    assert step(state, "cast 1 o4").told == {
        HUMAN: ("You play Spark on the bot's Ox in slot 4: 3 health left.",),
        AI: ("The player plays Spark on your Ox in slot 4: 3 health left.",),
        PUBLIC: ("The player plays Spark on the bot's Ox in slot 4: 3 health left.",),
    }
    assert step(state, "cast 1 m1").told == {
        HUMAN: ("You play Spark on your own Wolf in slot 1: it's destroyed.",),
        AI: ("The player plays Spark on their own Wolf in slot 1: it's destroyed.",),
        PUBLIC: ("The player plays Spark on their own Wolf in slot 1: it's destroyed.",),
    }


def test_the_bot_s_object_on_its_own_creature_is_its_own():
    told = step(put("", "ox@4", hands=("", "spark"), mover=AI), "cast 1 m4").told
    assert told[HUMAN] == ("The bot plays Spark on its own Ox in slot 4: 3 health left.",)
