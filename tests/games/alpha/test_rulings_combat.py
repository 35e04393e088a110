"""Alpha's rulings on combat (ALPHA-8 to 13)."""

from __future__ import annotations

import pytest

from tests.kit.games.alpha_table import (
    AI,
    GAME,
    HUMAN,
    PUBLIC,
    deck,
    discard,
    energy,
    hand,
    legal,
    play,
    put,
    refused,
    shown,
    slots,
    step,
    turn,
    turns,
)

SLOTS = range(1, 6)
BOARD = "wolf@1 ox@2 bear@3 boar@4 viper@5"


def fight(human, ai, *texts, **more):
    """Return the state in the human's Combat Phase after these attacks."""
    return play(put(human, ai, phase="C", **more), *texts)


# --- pieces that may attack ---------------------------------------------------------------------------


def test_ALPHA_8_a_creature_attacks_in_the_turn_in_which_it_was_summoned():
    state = play(put("", "ox@3", hands=("bear", "")), "play 1 1", "end", "attack 1 3")
    assert shown(state, HUMAN).startswith("4/2!,-,-,-,-|-,-,2/1,-,- ")


def test_ALPHA_8_each_creature_attacks_once_a_turn():
    state = fight("bear@1 wolf@2", "ox@3 ox@4", "attack 1 3")
    assert legal(state, "attack") == [f"attack 2 {slot}" for slot in SLOTS]
    for slot in SLOTS:
        refused(state, f"attack 1 {slot}", "Bear in slot 1", "has already attacked")


def test_ALPHA_8_in_its_next_turn_it_attacks_again():
    state = fight("wolf@1", "mammoth@3", "attack 1 5", "end", decks=("ox*9", "ox*9"))
    again = play(turn(state), "end")
    assert slots(again, HUMAN) == "2/2,-,-,-,-"
    assert legal(again, "attack") == [f"attack 1 {slot}" for slot in SLOTS]


def test_only_own_creatures_attack():
    state = put("wolf@1", "ox@2", phase="C")
    refused(state, "attack 2 1", "no creature in slot 2")
    assert legal(state, "attack") == [f"attack 1 {slot}" for slot in SLOTS]


# --- one by one ---------------------------------------------------------------------------------------


def test_ALPHA_9_each_attack_is_resolved_at_once_and_the_next_one_sees_the_result():
    state = fight("wolf@1 viper@2 bear@3", "crocodile@5")
    for text, defender in [("attack 1 5", "3/4"), ("attack 2 5", "3/2"), ("attack 3 5", "-")]:
        state = play(state, text)
        assert slots(state, AI).split(",")[4] == defender
    assert slots(state, HUMAN) == "-,-,4/1!,-,-"


def test_ALPHA_9_creatures_attack_in_any_order():
    forwards = fight("bear@1 boar@2", "mammoth@1", "attack 1 1", "attack 2 1")
    backwards = fight("bear@1 boar@2", "mammoth@1", "attack 2 1", "attack 1 1")
    assert shown(forwards) == shown(backwards)


def test_ALPHA_9_any_number_of_creatures_may_attack():
    state = fight(BOARD, "mammoth@1", *[f"attack {slot} 2" for slot in (5, 3, 1, 2, 4)])
    assert legal(state) == ["end"]
    assert slots(state, HUMAN) == "2/2!,2/5!,4/4!,3/3!,2/1!"
    assert GAME.to_act(play(fight(BOARD, "mammoth@1", "attack 2 1"), "end")) == (AI,)


# --- targets ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slot", SLOTS)
def test_ALPHA_10_any_creature_may_attack_any_opposing_slot(slot):
    state = put(BOARD, "ox@2 mammoth@4", phase="C")
    assert legal(state, f"attack {slot}") == [f"attack {slot} {target}" for target in SLOTS]


@pytest.mark.parametrize("target", SLOTS)
def test_ALPHA_10_there_are_no_lanes_and_nothing_shields_another(target):
    board = [f"ox@{slot}" for slot in SLOTS]
    after = fight("bear@3", " ".join(board), f"attack 3 {target}")
    assert slots(after, AI).split(",") == ["2/1" if slot == target else "2/5" for slot in SLOTS]
    assert slots(after, HUMAN) == "-,-,4/2!,-,-"


def test_ALPHA_10_several_may_attack_the_same_creature():
    after = fight("wolf@1 wolf@2 wolf@3", "mammoth@4", "attack 1 4", "attack 2 4", "attack 3 4")
    assert (slots(after, HUMAN), slots(after, AI)) == ("-,-,-,-,-", "-,-,-,5/4,-")


def test_ALPHA_10_a_slot_emptied_in_this_phase_counts_as_empty():
    after = fight("bear@1 boar@2", "wolf@3", "attack 1 3", "attack 2 3")
    assert (slots(after, HUMAN), slots(after, AI)) == ("4/2!,3/3!,-,-,-", "-,-,-,-,-")
    assert discard(after, AI) == ["wolf"]


# --- pressure -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", SLOTS)
def test_ALPHA_11_an_empty_slot_may_be_attacked_which_uses_the_attack_and_does_nothing_else(target):
    state = put("bear@2", hands=("", "wolf boar"), decks=("ox", "tiger spark ox"), phase="C")
    after = play(state, f"attack 2 {target}")
    assert shown(after, HUMAN) == "-,4/4!,-,-,-|-,-,-,-,- 9/9 9/9 1,0,0 3,2,0 me C 9"
    assert (hand(after, AI), deck(after, AI)) == (["wolf", "boar"], ["tiger", "spark", "ox"])
    refused(after, "attack 2 1", "has already attacked")


def test_ALPHA_11_it_is_told_to_all():
    state = put("bear@2", phase="C")
    told = step(state, "attack 2 5").told
    assert told == {
        HUMAN: ("Your Bear in slot 2 puts pressure on the bot's empty slot 5.",),
        AI: ("The player's Bear in slot 2 puts pressure on your empty slot 5.",),
        PUBLIC: ("The player's Bear in slot 2 puts pressure on the bot's empty slot 5.",),
    }


# --- damage -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attacker", "defender", "kept", "left"),
    [
        ("bear", "ox", "4/2!", "2/1"),
        ("wolf", "wolf", "-", "-"),
        ("tiger", "wolf", "5/3!", "-"),
        ("wolf", "tiger", "-", "5/3"),
        ("viper", "hedgehog", "-", "-"),
        ("hedgehog", "viper", "-", "-"),
        ("hedgehog", "wolf", "-", "2/1"),
        ("1/10", "1/10", "1/9!", "1/9"),
        ("5/5", "5/5", "-", "-"),
        ("5/10", "5/5", "5/5!", "-"),
        ("1/1", "1/2", "-", "1/1"),
    ],
)
def test_ALPHA_12_both_lose_the_others_full_attack_at_once(attacker, defender, kept, left):
    after = fight(f"{attacker}@1", f"{defender}@2", "attack 1 2")
    assert slots(after, HUMAN) == f"{kept},-,-,-,-"
    assert slots(after, AI) == f"-,{left},-,-,-"


def test_ALPHA_12_a_creature_that_dies_still_deals_its_damage():
    after = fight("5/1@1", "5/5@1", "attack 1 1")
    assert (slots(after, HUMAN), slots(after, AI)) == ("-,-,-,-,-", "-,-,-,-,-")


def test_ALPHA_12_no_health_left_is_destroyed_and_one_is_not():
    assert slots(fight("boar@1", "ox@1:3", "attack 1 1"), AI) == "-,-,-,-,-"
    assert slots(fight("boar@1", "ox@1:4", "attack 1 1"), AI) == "2/1,-,-,-,-"


def test_ALPHA_12_what_is_destroyed_goes_to_its_owners_discard():
    for mover in (HUMAN, AI):
        boards = ("wolf@1", "boar@1:1") if mover == HUMAN else ("boar@1:1", "wolf@1")
        state = put(*boards, phase="C", mover=mover, discards=("spark", "arrow"))
        after = play(state, "attack 1 1")
        assert discard(after, mover) == [("spark", "arrow")[mover], "wolf"]
        assert discard(after, 1 - mover) == [("spark", "arrow")[1 - mover], "boar"]


def test_ALPHA_12_excess_damage_is_lost():
    after = fight("5/10@3", "1/1@2 ox@1 ox@3", "attack 3 2", decks=("ox", "tiger ox"))
    assert slots(after, AI) == "2/5,-,2/5,-,-"
    assert (deck(after, AI), energy(after, AI)) == (["tiger", "ox"], "9/9")


def test_ALPHA_12_only_the_two_that_fight_are_hurt():
    after = fight(BOARD, "ox@1 ox@2 ox@3 ox@4 ox@5", "attack 3 4")
    assert slots(after, HUMAN) == "2/2,2/5,4/2!,3/3,2/1"
    assert slots(after, AI) == "2/5,2/5,2/5,2/1,2/5"


def test_ALPHA_12_an_attack_is_told_to_all():
    state = put("bear@2", "ox@5:4 wolf@1", phase="C")
    assert step(state, "attack 2 5").told == {
        HUMAN: ("Your Bear in slot 2 destroys the bot's Ox in slot 5 and keeps 2 health.",),
        AI: ("The player's Bear in slot 2 destroys your Ox in slot 5 and keeps 2 health.",),
        PUBLIC: ("The player's Bear in slot 2 destroys the bot's Ox in slot 5 and keeps 2 health.",),
    }


@pytest.mark.parametrize(
    ("human", "ai", "words"),
    [
        ("viper@1", "tiger@4:2", "and your Tiger in slot 4 destroy each other."),
        ("wolf@2", "tiger@3", "attacks your Tiger in slot 3 and is destroyed; the target keeps 3 health."),
        ("boar@1", "tortoise@2", "attacks your Tortoise in slot 2 and keeps 2 health, the target 1."),
        ("boar@1", "boar@1", "and your Boar in slot 1 destroy each other."),
    ],
)
def test_ALPHA_12_an_attack_tells_what_became_of_both(human, ai, words):
    (name, _, slot), target = human.partition("@"), ai.partition("@")[2][0]
    told = step(put(human, ai, phase="C"), f"attack {slot} {target}").told
    mine = f"{name.capitalize()} in slot {slot}"
    assert told[AI] == (f"The player's {mine} {words}",)
    theirs = words.replace("your", "the bot's")
    assert told[HUMAN] == (f"Your {mine} {theirs}",)
    assert told[PUBLIC] == (f"The player's {mine} {theirs}",)


def test_ALPHA_12_the_bot_s_attack_is_told_to_its_opponent_as_yours():
    told = step(put("wolf@3", "boar@2", phase="C", mover=AI), "attack 2 3").told
    assert told[HUMAN] == ("The bot's Boar in slot 2 destroys your Wolf in slot 3 and keeps 1 health.",)
    assert told[AI] == ("Your Boar in slot 2 destroys the player's Wolf in slot 3 and keeps 1 health.",)


@pytest.mark.parametrize("number", [1, 2, 5, 10])
def test_ALPHA_13_damage_persists_and_nothing_heals(number):
    state = put("mammoth@1 ox@2:1", "ox@1", phase="C", decks=("ox*20", "ox*20"))
    later = turns(turn(state, "attack 1 1"), number)
    assert (slots(later, HUMAN), slots(later, AI)) == ("5/8,2/1,-,-,-", "-,-,-,-,-")


def test_ALPHA_13_damage_of_several_turns_adds_up():
    state = put("1/10@1", "1/10@1", phase="C", decks=("ox*20", "ox*20"))
    for health in range(9, 0, -1):
        state = play(state, "attack 1 1")
        assert {slots(state, seat)[:4].rstrip("!,") for seat in (HUMAN, AI)} == {f"1/{health}"}
        state = play(state, "end", "end")
    last = play(state, "attack 1 1")
    assert (slots(last, HUMAN), slots(last, AI)) == ("-,-,-,-,-", "-,-,-,-,-")


@pytest.mark.parametrize("own", SLOTS)
@pytest.mark.parametrize("other", SLOTS)
def test_ALPHA_9_an_attack_fells_those_whose_slots_it_empties_and_no_others(own, other):
    before = put(BOARD, BOARD, phase="C")
    after = play(before, f"attack {own} {other}")
    emptied = {
        (seat, slot)
        for seat in (0, 1)
        for slot, creature in enumerate(after.table.sides[seat].slots)
        if creature is None and before.table.sides[seat].slots[slot] is not None
    }
    assert set(after.table.done[0][-1].felled) == emptied
