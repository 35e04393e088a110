"""Alpha's rulings on energy, drawing, creatures and phases (ALPHA-3 to 7, 15, 17, 18, 21; GEN-4)."""

from __future__ import annotations

import pytest

from games import Illegal
from tests.kit.games.alpha_table import (
    AI,
    GAME,
    HUMAN,
    PUBLIC,
    VIEWERS,
    deck,
    discard,
    document,
    energy,
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
    start,
    step,
    turn,
    turns,
)

SLOTS = range(1, 6)


# --- energy -------------------------------------------------------------------------------------------


def test_ALPHA_3_each_own_turn_brings_one_more_and_refreshes():
    state = start(decks=[document("1/1$1*30")] * 2)
    first = GAME.to_act(state)[0]
    for number in range(1, 6):
        assert energy(state, first) == f"{number}/{number}"
        state = turn(state, "play 1 1") if number == 1 else turn(state)
        assert energy(state, 1 - first) == f"{number}/{number}"
        state = turn(state)


def test_ALPHA_3_the_other_seats_turn_brings_nothing():
    state = put(energy=(4, 7), mover=AI)
    after = turn(state)
    assert (energy(after, HUMAN), energy(after, AI)) == ("5/5", "7/7")
    assert (energy(turn(after), HUMAN), energy(turn(after), AI)) == ("5/5", "8/8")


def test_ALPHA_4_there_is_no_cap():
    state = turns(put(energy=(10, 10), decks=("ox*30", "ox*30"), mover=AI), 31)
    assert (energy(state, HUMAN), energy(state, AI)) == ("26/26", "25/25")
    assert legal(state, "play 1 ")


def test_ALPHA_4_unspent_energy_is_lost_at_the_next_refresh():
    state = play(put(hands=("wolf", ""), energy=(9, 9)), "play 1 1")
    assert energy(state, HUMAN) == "7/9"
    assert energy(turns(state, 2), HUMAN) == "10/10"


def test_ALPHA_4_what_is_left_is_still_shown_in_the_others_turn():
    assert energy(turn(put(hands=("wolf", "")), "play 1 1"), HUMAN) == "7/9"


def test_a_card_is_paid_at_once_and_one_too_dear_is_refused():
    state = put(hands=("wolf boar 1/1$0", ""), energy=(4, 0))
    assert legal(state, "play 2") == [f"play 2 {slot}" for slot in SLOTS]
    after = play(state, "play 1 1")
    assert energy(after, HUMAN) == "2/4"
    refused(after, "play 1 2", "Boar costs 3", "2 energy")
    assert energy(play(after, "play 2 3"), HUMAN) == "2/4"


def test_all_of_the_energy_may_be_spent_and_not_one_more():
    state = put(hands=("mammoth elephant", ""), energy=(8, 0))
    assert energy(play(state, "play 1 1"), HUMAN) == "0/8"
    refused(put(hands=("mammoth", ""), energy=(7, 0)), "play 1 1", "costs 8", "7 energy")


# --- drawing ------------------------------------------------------------------------------------------


def test_ALPHA_5_the_starter_draws_in_turn_1_too():
    for number in range(8):
        state = start(bytes([number]) * 32)
        first = GAME.to_act(state)[0]
        assert (len(hand(state, first)), len(hand(state, 1 - first))) == (6, 5)
        assert len(hand(turn(state), 1 - first)) == 6


def test_ALPHA_5_each_turn_draws_the_top_card_to_the_end_of_the_hand():
    state = put(hands=("wolf", "spark"), decks=("bear ox", "tiger boar ox"))
    after = turn(state)
    assert (hand(after, AI), deck(after, AI)) == (["spark", "tiger"], ["boar", "ox"])
    again = turn(after)
    assert (hand(again, HUMAN), deck(again, HUMAN)) == (["wolf", "bear"], ["ox"])


def test_ALPHA_5_at_the_start_of_a_turn_come_energy_attacks_and_a_card():
    state = put("wolf@1!", "ox@1!", phase="C", decks=("ox*5", "ox*5"), energy=(2, 2))
    mine = turns(state, 2)
    assert shown(mine, HUMAN) == "2/2,-,-,-,-|2/5,-,-,-,- 3/3 3/3 4,1,0 4,1,0 me A 11"
    assert legal(play(mine, "end"), "attack 1") == [f"attack 1 {slot}" for slot in SLOTS]


def test_ALPHA_6_an_empty_deck_costs_nothing_and_loses_nothing():
    state = put("wolf@1", "ox@2:4", hands=("spark", "boar"), decks=("", ""))
    after = turns(state, 2)
    assert outcome(after) is None
    assert shown(after) == "2/2,-,-,-,-|-,2/4,-,-,- 10/10 10/10 0,1,0 0,1,0 me A 11"


def test_ALPHA_6_who_draws_nothing_is_told_of_no_card():
    state = put("wolf@1", "ox@2", hands=("spark", "boar"), decks=("", ""))
    assert not says(heard(state, AI, "end", "end"), "You draw")


def test_ALPHA_7_there_is_no_limit_to_a_hand():
    state = turns(put(decks=("ox*30", "ox*30")), 60)
    assert (len(hand(state, HUMAN)), len(hand(state, AI))) == (30, 30)
    assert "play 30 5" in legal(state)
    assert hand(play(state, "play 30 5"), HUMAN) == ["ox"] * 29


# --- playing creatures --------------------------------------------------------------------------------


@pytest.mark.parametrize("slot", SLOTS)
@pytest.mark.parametrize("seat", [HUMAN, AI])
def test_ALPHA_15_a_creature_is_paid_leaves_the_hand_and_stands_in_the_chosen_slot(slot, seat):
    held = ("wolf bear spark", "ox bear boar")
    state = put(hands=held, mover=seat)
    after = play(state, f"play 2 {slot}")
    assert slots(after, seat).split(",")[slot - 1] == "4/4"
    assert slots(after, seat).count("-") == 4
    assert hand(after, seat) == [held[seat].split()[0], held[seat].split()[2]]
    assert (energy(after, seat), discard(after, seat)) == ("5/9", [])
    assert (hand(after, 1 - seat), energy(after, 1 - seat)) == (held[1 - seat].split(), "9/9")


def test_ALPHA_15_later_cards_of_the_hand_move_up():
    state = put(hands=("hedgehog viper wolf tortoise boar", ""), energy=(30, 0))
    for text, left in [
        ("play 2 1", "hedgehog wolf tortoise boar"),
        ("play 4 2", "hedgehog wolf tortoise"),
        ("play 1 3", "wolf tortoise"),
        ("play 1 4", "tortoise"),
    ]:
        state = play(state, text)
        assert hand(state, HUMAN) == left.split()
    refused(state, "play 2 5", "1 card")


def test_ALPHA_16_a_cost_of_0_or_10_is_paid_like_any_other():
    state = put(hands=("5/5$0 1/1$10", ""), energy=(10, 0))
    assert energy(play(state, "play 1 1"), HUMAN) == "10/10"
    assert energy(play(state, "play 2 1"), HUMAN) == "0/10"
    assert legal(put(hands=("5/5$0", ""), energy=(0, 0)), "play") == [f"play 1 {slot}" for slot in SLOTS]


def test_ALPHA_17_a_taken_slot_takes_no_second_creature():
    state = put("wolf@2 ox@4", "bear@1 boar@3", hands=("viper", ""))
    assert legal(state, "play") == ["play 1 1", "play 1 3", "play 1 5"]
    refused(state, "play 1 2", "Slot 2", "Wolf")
    assert legal(play(state, "play 1 3")) == ["end"]


def test_ALPHA_17_on_a_full_board_no_creature_can_be_played():
    board = "wolf@1 ox@2 wolf@3 ox@4 wolf@5"
    state = put(board, hands=("viper hedgehog 1/1$0", ""))
    assert legal(state) == ["end"]
    for slot in SLOTS:
        refused(state, f"play 1 {slot}", f"Slot {slot}", "taken")
    assert slots(state, HUMAN) == "2/2,2/5,2/2,2/5,2/2"


def test_ALPHA_17_a_freed_slot_may_be_used_again_at_once_and_later():
    state = put("wolf@1 ox@2 wolf@3 ox@4 wolf@5", hands=("pitfall bear", ""))
    after = play(state, "cast 1 m3")
    assert legal(after, "play") == ["play 1 3"]
    assert slots(play(after, "play 1 3"), HUMAN) == "2/2,2/5,4/4,2/5,2/2"
    fallen = put("wolf@1", "bear@1", hands=("viper", ""), phase="C")
    assert slots(turn(turns(turn(fallen, "attack 1 1"), 1), "play 1 1"), HUMAN) == "2/1,-,-,-,-"


def test_ALPHA_17_several_may_be_played_in_one_turn():
    state = put(hands=("viper*5", ""), energy=(5, 0))
    state = play(state, "play 1 5", "play 1 1", "play 1 3", "play 1 2", "play 1 4")
    assert shown(state, HUMAN).startswith("2/1,2/1,2/1,2/1,2/1|-,-,-,-,- 0/5 ")


@pytest.mark.parametrize("place", [2, 3, 31, 99])
def test_a_place_of_the_hand_without_a_card_is_refused(place):
    refused(put(hands=("wolf", "bear bear bear")), f"play {place} 1", "1 card", f"{place}")
    refused(put("ox@1", hands=("spark", "bear bear bear")), f"cast {place} m1", "1 card", f"{place}")


def test_a_creature_is_not_cast_and_an_object_not_summoned():
    state = put("ox@1", "ox@1", hands=("wolf spark", ""))
    refused(state, "cast 1 o1", "Wolf", "creature")
    refused(state, "play 2 3", "Spark", "object")


# --- phases -------------------------------------------------------------------------------------------


def test_ALPHA_18_the_draw_phase_is_automatic_and_the_turn_begins_with_the_action_phase():
    state = turn(put(decks=("ox", "bear ox")))
    assert shown(state, AI).split(" ")[-3:] == ["me", "A", "10"]
    assert hand(state, AI) == ["bear"]


def test_ALPHA_18_each_phase_ends_by_an_explicit_end():
    state = put("wolf@1", "ox@1", hands=("viper", "bear"))
    combat = play(state, "end")
    assert shown(combat).split(" ")[-3:] == ["me", "C", "9"]
    assert shown(play(combat, "end")).split(" ")[-3:] == ["op", "A", "10"]


def test_ALPHA_18_no_phase_ends_without_an_end():
    state = put(hands=("", ""))
    assert legal(state) == ["end"]
    assert legal(play(state, "end")) == ["end"]
    attacked = play(put("wolf@1", "ox@1", phase="C"), "attack 1 1")
    assert (legal(attacked), shown(attacked).split(" ")[-2]) == (["end"], "C")


def test_ALPHA_18_there_is_no_way_back_to_the_action_phase():
    state = play(put("wolf@1", "ox@1", hands=("viper spark", "")), "end")
    assert {text.split(" ")[0] for text in legal(state)} == {"attack", "end"}
    refused(state, "play 1 2", "Combat Phase")
    refused(state, "cast 2 o1", "Combat Phase")
    refused(play(state, "attack 1 1"), "cast 2 o1", "Combat Phase")


def test_ALPHA_18_attacks_wait_for_the_combat_phase():
    refused(put("wolf@1", "ox@1"), "attack 1 1", "Combat Phase", "end the Action Phase first")


def test_ALPHA_18_combat_may_be_empty():
    state = put("wolf@1 bear@2", "ox@1", phase="C")
    assert outcome(play(state, "end")) is None
    assert GAME.to_act(play(state, "end")) == (AI,)


def test_ALPHA_21_the_end_phase_comes_once_and_the_turn_passes_to_the_other_seat():
    state, movers = put(decks=("ox*9", "ox*9")), []
    for ply in range(9, 15):
        movers.append(GAME.to_act(state))
        assert GAME.turn_number(state) == ply
        state = play(state, "end")
        assert GAME.turn_number(state) == ply
        state = play(state, "end")
    assert movers == [(HUMAN,), (AI,)] * 3


# --- the seat to act ----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["end", "play 1 1", "cast 2 m1", "attack 1 1"])
@pytest.mark.parametrize("phase", ["A", "C"])
def test_GEN_4_out_of_turn_everything_is_refused(text, phase):
    for seat in (HUMAN, AI):
        state = put("ox@1", "ox@1", hands=("wolf spark", "wolf spark"), mover=1 - seat, phase=phase)
        refused(state, text, "not your turn", seat=seat)
        assert list(GAME.actions(GAME.view(state, seat))) == []


def test_GEN_4_the_public_never_acts():
    view = GAME.view(put(hands=("wolf", "wolf")), PUBLIC)
    assert list(GAME.actions(view)) == []
    for text in ("end", "play 1 1", "nonsense", ""):
        with pytest.raises(Illegal, match="not your turn"):
            GAME.parse(view, text)


def test_GEN_4_a_state_is_a_value_that_play_does_not_change():
    state = put("wolf@1", "ox@1", hands=("viper spark", "bear"))
    before = repr(state)
    for text in legal(state):
        step(state, text)
    assert repr(state) == before


# --- texts told --------------------------------------------------------------------------------------


def test_only_the_drawer_is_told_what_it_draws():
    state = put(hands=("", "bear spark"), decks=("ox", "tiger ox"))
    told = [heard(state, who, "end", "end") for who in VIEWERS]
    assert [says(lines, "Tiger") for lines in told] == [False, True, False]
    assert not any(says(lines, word) for lines in told for word in ("Bear", "Spark", "Ox"))
    assert [says(lines, "The player", "nothing") for lines in told[1:]] == [True, True]


def test_a_summoned_creature_is_told_to_all():
    state = put(hands=("wolf", ""))
    told = step(state, "play 1 4").told
    assert says(told[HUMAN], "You", "Wolf", "2/2", "slot 4")
    assert says(told[AI], "The player", "Wolf", "2/2", "slot 4")
    assert told[AI] == told[PUBLIC]
