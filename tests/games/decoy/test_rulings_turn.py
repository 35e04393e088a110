"""Decoy Patrol's rulings on turns, healing and movement, and their texts (DP-5 to DP-13)."""

from __future__ import annotations

import re

import pytest

from games import Illegal, Unreadable
from tests.games.decoy.table import (
    CYAN,
    GAME,
    MAGENTA,
    PUBLIC,
    at,
    enemies,
    field,
    heard,
    legal,
    play,
    playout,
    put,
    refused,
    step,
    targets,
    truth,
)

REACHES = {"C": 1, "S": 3, "G": 2, "I": 3, "D": 1}
STRAIGHT, SLANTED = {"e4", "e6", "d5", "f5"}, {"d4", "d6", "f4", "f6"}


def turn(state):
    """Return side, phase and points as the mover sees them."""
    return tuple(field(state, state.mover, name) for name in ("side", "phase", "points"))


# --- the order of a turn ------------------------------------------------------------------------------


def test_DP_5_a_turn_is_healing_then_movement_then_attacks_then_the_other_side():
    state = play(put("Se5'", "Ge7", mover=MAGENTA), "end")
    assert (at(state, "e5"), turn(state)) == ("S", ("c", "m", "3"))
    state = play(state, "e5-e6", "end")
    assert (turn(state), at(state, "e6")) == (("c", "a", "-"), "S")
    state = play(state, "e6xe7")
    assert turn(state) == ("m", "m", "3")


def test_DP_5_nobody_attacks_while_still_moving():
    sentence = refused(put("Se5", "Ge6"), "e5xe6")
    assert "still moving" in sentence
    assert not any("x" in text for text in legal(put("Se5", "Ge6")))


def test_DP_5_nobody_moves_after_the_movement_phase_or_after_an_attack():
    state = play(put("Se5 Gd5", "Ge6 Gd6"), "end")
    assert "done moving" in refused(state, "a0-a1")
    state = play(state, "e5xe6")
    assert "done moving" in refused(state, "a0-a1")
    assert not any("-" in text for text in legal(state))


def test_DP_5_the_movement_phase_ends_by_itself_without_a_point():
    touching = play(put("Se1", "Ge5"), "e1-e2", "e2-e3", "e3-e4")
    assert turn(touching) == ("c", "a", "-")
    assert turn(play(put("Se1"), "e1-e2", "e2-e3", "e3-e4")) == ("m", "m", "3")


def test_DP_5_the_movement_phase_ends_by_itself_when_no_piece_can_step():
    assert turn(play(put("Ce5", "Ca9 Dj9", bare=True), "e5-e6")) == ("m", "m", "3")
    assert turn(play(put("Ce5", "Ca9 Dj9 Ge7", bare=True), "e5-e6")) == ("c", "a", "-")
    assert turn(play(put("Ce5 Da0", "Ca9 Dj9", bare=True), "e5-e6")) == ("c", "m", "2")


def test_DP_5_the_attack_phase_ends_by_itself_when_no_attack_is_left():
    state = put("Se5 Gd5", "Ge6", phase="a")
    assert turn(play(state, "e5xe6")) == ("c", "a", "-")
    assert turn(play(state, "e5xe6", "d5xe6")) == ("m", "m", "3")
    assert turn(play(state, "d5xe6")) == ("m", "m", "3")


def test_DP_5_without_an_enemy_in_contact_there_is_no_attack_phase():
    assert turn(play(put("Se5", "Ge7"), "end")) == ("m", "m", "3")


def test_DP_5_a_side_that_can_do_nothing_passes_by_itself_and_that_counts_as_a_ply():
    state = put("Ce5'' De4", "", bare=True, ply=7, since=3)
    lines = heard(state, PUBLIC, "end")
    state = play(state, "end")
    assert lines == ["Cyan's turn is over.", "Magenta's turn is over."]
    assert (turn(state), field(state, CYAN, "ply"), field(state, CYAN, "since")) == (
        ("c", "m", "3"),
        "9",
        "5",
    )
    assert at(state, "e5") == "C'"


# --- healing ------------------------------------------------------------------------------------------


def test_DP_6_only_the_own_pieces_heal_at_the_start_of_a_turn():
    state = play(put("Ge5'''", "Ge8'''"), "end")
    assert (at(state, "e5"), at(state, "e8")) == ("G'''", "G''")
    state = play(state, "end")
    assert (at(state, "e5"), at(state, "e8")) == ("G''", "G''")


def test_DP_6_the_option_heals_all_pieces_at_the_start_of_every_turn():
    state = play(put("Ge5'''", "Ge8'''", heal="all"), "end")
    assert (at(state, "e5"), at(state, "e8")) == ("G''", "G''")
    assert at(play(state, "end"), "e8") == "G'"


@pytest.mark.parametrize(("heal", "left"), [("own", "G'"), ("all", "G")])
def test_DP_6_a_piece_has_healed_exactly_one_point_before_it_is_attacked_again(heal, left):
    state = play(put("Se5", "Ge6", phase="a", heal=heal), "e5xe6")
    state = play(state, "end", "end")
    assert (at(state, "e6"), state.mover) == (left, CYAN)


def test_DP_7_nothing_heals_above_its_maximum():
    state = put("Ge5'", "Ge8'", heal="all")
    for _ in range(4):
        state = play(state, "end")
    assert (at(state, "e5"), at(state, "e8")) == ("G", "G")


def test_DP_7_healing_is_silent_to_the_opponent_and_the_public():
    hurt, whole = step(put("Ge5", "Ge7''"), "end"), step(put("Ge5", "Ge7"), "end")
    assert hurt.state != whole.state
    for who, side in ((CYAN, "Your"), (PUBLIC, "Cyan's")):
        assert hurt.told[who] == whole.told[who] == (f"{side} turn is over.",)
        assert GAME.view(hurt.state, who) == GAME.view(whole.state, who)


def test_DP_7_a_piece_hit_by_several_heals_one_point_all_the_same():
    state = put("Dd5 Df5 De5", "Ge6", phase="a")
    assert at(play(state, "d5xe6", "e5xe6"), "e6") == "G''"
    assert at(play(state, "d5xe6", "e5xe6", "f5xe6"), "e6") == "G''"


def test_DP_8_a_turn_may_be_empty_and_a_part_of_the_points_may_be_left():
    for points in (3, 2, 1):
        state = put("Se5", "Sb7", points=points)
        assert "end" in legal(state)
        after = play(state, "end")
        assert (after.mover, truth(after, CYAN)) == (MAGENTA, truth(state, CYAN))
        assert enemies(after, MAGENTA) == {"e5"}


def test_DP_8_every_attack_may_be_skipped():
    state = put("Se5 Gd5", "Ge6", phase="a")
    assert "end" in legal(state)
    assert at(play(state, "end", "end"), "e6") == "G"
    assert turn(play(state, "e5xe6", "end"))[0] == "m"


# --- movement -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("letter", "reach"), REACHES.items())
def test_DP_9_each_kind_makes_as_many_steps_in_a_turn_as_its_reach(letter, reach):
    state, square, made = put(f"{letter}e4 Sa5"), "e4", 0
    while state.mover == CYAN and (texts := legal(state, square)):
        assert made < reach
        state, square, made = play(state, texts[-1]), texts[-1][3:], made + 1
    assert made == reach
    if reach < 3:
        assert re.search(f"all its steps.*{reach}", refused(state, f"{square}-{square[0]}0"))
        assert legal(state, "a5")


def test_DP_9_one_step_is_one_action_and_costs_one_point():
    state = put("Se4 Ga4")
    for text in ("e4-e6", "e4-e7", "a4-a6", "e4-e4"):
        assert "one square at a time" in refused(state, text)
    for points, text in ((3, "e4-e5"), (2, "a4-b5"), (1, "e5-e6")):
        assert turn(state)[2] == str(points)
        state = play(state, text)
    assert state.mover == MAGENTA


def test_DP_9_steps_of_different_pieces_are_interleaved_and_a_piece_may_bend():
    state = play(put("Se4 Gc4 Ih2"), "e4-e5", "c4-d5", "e5-f5")
    assert (at(state, "f5"), at(state, "d5"), state.mover) == ("S", "G", MAGENTA)
    assert at(play(put("Ih2"), "h2-g3", "g3-h4", "h4-g5"), "g5") == "I"
    assert at(play(put("Se4"), "e4-e5", "e5-f5", "f5-f4"), "f4") == "S"


def test_DP_9_a_piece_that_others_interrupted_has_still_made_its_steps():
    assert legal(play(put("Gc4 Se4"), "c4-c5", "e4-e5"), "c5")
    state = play(put("Dc4 Se4"), "c4-c5", "e4-e5")
    assert legal(state, "c5") == []
    assert "all its steps" in refused(state, "c5-c6")


def test_DP_9_no_step_goes_beyond_the_points():
    state = put("Se5 Sc5", "Ge6", points=1)
    assert "done moving" in refused(play(state, "c5-c4"), "c4-c3")
    alone = play(put("Se5 Sc5", points=1), "c5-c4")
    assert "Magenta's turn" in refused(alone, "c4-c3", CYAN)


def test_DP_9_steps_and_points_are_new_in_the_next_turn():
    state = play(put("De4 Se8"), "e4-e5", "end", "end")
    assert turn(state) == ("c", "m", "3")
    assert at(play(state, "e5-e6"), "e6") == "D"


@pytest.mark.parametrize(
    ("letter", "squares"),
    [
        ("C", STRAIGHT | SLANTED),
        ("S", STRAIGHT),
        ("G", STRAIGHT | SLANTED),
        ("I", SLANTED),
        ("D", STRAIGHT | SLANTED),
    ],
)
def test_DP_10_each_kind_steps_in_its_directions(letter, squares):
    state = put(f"{letter}e5")
    assert targets(state, "e5") == squares
    for square in (STRAIGHT | SLANTED) - squares:
        assert "one square at a time" in refused(state, f"e5-{square}")


def test_DP_10_a_slanted_step_costs_one_point_and_passes_between_any_two_pieces():
    for cyan, magenta in (("De6 Df5", ""), ("", "De6 Df5"), ("De6", "Df5")):
        state = play(put(f"Ge5 {cyan}", magenta), "e5-f6")
        assert (at(state, "f6"), turn(state)) == ("G", ("c", "m", "2"))


def test_DP_11_no_step_onto_anybody_and_nobody_is_leapt_over_or_swapped():
    state = put("Se5 Sd5", "Ge6")
    assert refused(state, "e5-d5") == "There's a piece on d5."
    assert refused(state, "e5-e6") == "There's a piece on e6."
    assert targets(state, "e5") == {"f5", "e4"}
    for text in ("e5-e7", "e5-c5"):
        refused(state, text)


def test_DP_11_the_edge_of_the_board_is_the_end_of_it():
    assert targets(put("Gj5"), "j5") == {"j4", "j6", "i4", "i5", "i6"}
    assert targets(put("Ga0 Cd0"), "a0") == {"a1", "b0", "b1"}
    assert targets(put("Ij9", "De5 Ce6"), "j9") == {"i8"}
    for text in ("j5-a6", "j5-a5", "j5-b5"):
        refused(put("Gj5"), text)
    for text in ("j5-k5", "j5-j10", "a0-a-1"):
        refused(put("Gj5"), text, error=Unreadable)


def test_DP_11_only_an_own_piece_steps():
    state = put("Se5", "Ge7")
    assert refused(state, "e7-e6") == "You have no piece on e7."
    assert refused(state, "b5-b6") == "You have no piece on b5."


@pytest.mark.parametrize("number", range(3))
def test_DP_12_no_step_can_meet_an_unseen_enemy(number):
    for state, seat, _, played in playout(number):
        if state.phase == "m":
            assert not {text[3:] for text in legal(state)} & set(truth(state, 1 - seat))
            assert not any("unseen" in line for line in played.told[seat])


def test_DP_12_a_path_stops_before_its_first_illegal_step_and_keeps_the_points():
    state = play(put("Se2", "Ge4"), "e2-e3")
    assert refused(state, "e3-e4") == "There's a piece on e4."
    assert turn(state) == ("c", "m", "2")


def test_DP_13_an_infiltrator_stays_on_its_square_colour():
    reached, edge = {"d4"}, {"d4"}
    while edge:
        edge = {
            to for square in edge for to in targets(put(f"I{square} Ca0 Dj1", "Ca8 Dj9"), square)
        } - reached
        reached |= edge
    assert len(reached) == 50
    assert {(ord(square[0]) + int(square[1])) % 2 for square in reached} == {0}


# --- out of turn --------------------------------------------------------------------------------------


def test_nobody_acts_in_the_turn_of_the_other():
    for state in (put("Se5", "Ge6"), put("Se5", "Ge6", phase="a")):
        for text in ("e6-e7", "e6xe5", "end", "e5-e4"):
            assert refused(state, text, MAGENTA) == "It's Cyan's turn."
        for who in (MAGENTA, PUBLIC):
            assert list(GAME.actions(GAME.view(state, who))) == []
        with pytest.raises(Illegal, match="Cyan's turn"):
            GAME.parse(GAME.view(state, PUBLIC), "end")
