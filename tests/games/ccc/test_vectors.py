"""The fifteen test vectors of docs/rulings/ccc.md, each played on the engine."""

from __future__ import annotations

from tests.kit.games.ccc_table import (
    at,
    board,
    collapses,
    field,
    flag_squares,
    listed,
    outcome,
    play,
    pools,
    put,
    reach,
    refused,
)

COOL = "{Cool move.}"


def test_vector_1_flat_against_flat_both_are_gone():
    after = play(put("Fd4 fd5"), "d4xd5")
    assert (at(after, "d4"), at(after, "d5")) == ("", "")


def test_vector_2_a_flat_stack_of_three_steps_onto_a_torus():
    after = play(put("(FFF)d4 td5"), "d4xd5")
    assert (at(after, "d4"), at(after, "d5"), pools(after)) == ("", "t", (0, 7))


def test_vector_3_a_whole_medium_pyramid_attacks_a_flat_stack_of_three():
    after = play(put("Mc4 (fff)d5"), "c4xd5")
    assert at(after, "d5") == "(M1)"


def test_vector_4_a_pyramid_stack_attacks_a_flat_stack_and_loses_its_flats():
    after = play(put("(FFS)d4 (ff)d5"), "d4xd5")
    assert at(after, "d5") == "S"


def test_vector_5_three_flats_collapse_onto_a_pyramid_stack_as_high():
    state = put("(FFF)d4 (ffs)d5")
    assert "3d4+3" in collapses(state, "d4")
    after = play(state, "3d4+3")
    assert (at(after, "d4"), at(after, "d5")) == ("", "f")


def test_vector_6_two_held_flats_are_barred():
    state = put("(FFF)d4 (ffs)d5")
    assert {text[0] for text in collapses(state, "d4", "+")} == {"3"}
    refused(state, "2d4+2", "^d5 is a barricade: it has 3 parts, and you have only 2 Flats in your hand")
    refused(put("(FF)d4 (ffs)d5"), "2d4+2", "is a barricade")


def test_vector_7_five_flats_beside_an_own_full_stack():
    state = put("(FFFFF)d2 (FFFFF)d3")
    assert collapses(state, "d2", "+") == set()
    for text in ("5d2+1112", "5d2+11111", "5d2+5", "5d2+14"):
        refused(state, text, "^d3 would have more than 5 Flats")


def test_vector_8_on_the_first_square_beside_the_flag_all_fall():
    state = put("(FFFF)d2 ne5")
    assert {"4d2+13", "4d2+22", "4d2+31"} == {text for text in collapses(state, "d2", "+") if text[0] == "4"}
    after = play(state, "4d2+13")
    assert (at(after, "d2"), at(after, "d3"), at(after, "d4")) == ("", "F", "(FFF)")
    refused(state, "4d2+112", "^d4 is next to your opponent's Nice Flag")


def test_vector_9_a_torus_does_not_strike_a_flag_from_afar():
    state = put("Ta1 na5")
    assert {target for target in reach(state, "a1") if target[1] == "a"} == {"-a2", "-a3", "-a4"}
    refused(state, "a1xa5", "Nice Flag")


def test_vector_10_a_pyramid_does():
    state = put("Lc3 ne5")
    assert "xe5" in reach(state, "c3")
    assert at(play(state, "c3xe5"), "e5") == "(L5)"


def test_vector_11_last_pyramid_against_last_pyramid_is_a_draw():
    assert outcome(play(put("Sc4 sd5"), "c4xd5")) == (None, "both-pyramids")


def test_vector_12_toruses_with_four_left_attack_five_flats():
    after = play(put("Ta1 Th4 (fffff)a5", pools="4,0"), "a1xa5")
    assert at(after, "a5") == "f"
    assert "T" not in board(after).values()
    assert pools(after) == (0, 0)


def test_vector_13_a_constructed_pyramid_leaps_its_own_cube():
    state = put("(LM)c3 Cd4")
    assert "2c3+>0101" in collapses(state, "c3")
    after = play(state, "2c3+>0101")
    found = {square: piece for square, piece in board(after).items() if piece.isupper()}
    assert found == {"d4": "C", "e5": "L", "g7": "M"}


def test_vector_14_a_hop_chain():
    state = put("Fd4 fd5 fe6")
    assert "d4^d6^f6" in listed(state)
    after = play(state, "d4^d6^f6")
    assert board(after) == {"f6": "F", "h1": "S", "h8": "s"}


def test_vector_15_a_flag_that_moved_on_ply_4_rests_on_ply_6():
    state = put("nd6 Ca2 cg7", side="b", ply=4)
    state = play(state, f"N@d5{COOL}", "a2-a3")
    assert field(state, "ply") == "6"
    assert flag_squares(state) == set()
    refused(state, f"N@d7{COOL}", "last turn")
    state = play(state, "g7-g6", "a3-a2")
    assert field(state, "ply") == "8"
    assert at(play(state, f"N@d7{COOL}"), "d7") == "n"
