"""CCC's rulings on the Nice Flag, its zone and its compliments (CCC-34 to CCC-43)."""

from __future__ import annotations

import pytest

from tests.kit.games.ccc_table import (
    BLACK,
    WHITE,
    at,
    board,
    field,
    flag_squares,
    legal,
    listed,
    play,
    put,
    reach,
    refused,
    start,
)

AROUND_D4 = ["c3", "d3", "e3", "c4", "e4", "c5", "d5", "e5"]
MORTAL = ["F", "(FF)", "(FFFFF)", "C", "T"]
IMMUNE = ["S", "L", "(LM)", "(LMS)", "(FS)", "(FFFFFL)"]
COOL = "{Cool move.}"


# --- frozen -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("piece", MORTAL)
@pytest.mark.parametrize("square", AROUND_D4)
def test_CCC_34_a_piece_without_pyramids_beside_the_flag_cannot_be_selected(piece, square):
    state = put(f"{piece}{square} nd4")
    assert legal(state, square) == []
    assert legal(put(f"{piece}{square} Nd4"), square) != []


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        ("Fd3 nd4", "d3-c3"),
        ("Fd3 Fc3 nd4", "d3&c3"),
        ("Fd3 fc3 nd4", "d3xc3"),
        ("Fd3 fc3 nd4", "d3^b3"),
        ("(FF)d3 nd4", "1d3-1"),
        ("Cd3 nd4", "d3-d2"),
        ("Td3 nd4", "d3xd4"),
    ],
)
def test_CCC_34_a_frozen_piece_does_not_move_merge_attack_hop_or_collapse(pieces, text):
    refused(put(pieces), text, "next to your opponent's Nice Flag", "Pyramid")


def test_CCC_34_a_frozen_piece_still_defends():
    after = play(put("(FF)c4 ne4 fc5 Fh3 (FF)d4 fd5", side="b"), "d5xd4")
    assert (at(after, "d4"), at(after, "d5")) == ("F", "")
    assert at(play(put("Cd4 ne4 fd5", side="b"), "d5xd4"), "d4") == "C"


def test_CCC_34_a_frozen_torus_still_shares_its_strength():
    state = play(put("Td4 Ta1 ne4 fa2 ch3", pools="4,0"), "a1xa2", "h3-h2")
    assert (at(state, "d4"), field(state, "pools")) == ("T", "3,0")
    assert legal(state, "d4") == []


def test_CCC_34_own_pieces_may_be_merged_or_dropped_onto_a_frozen_one():
    state = put("Fd4 ne5 (FF)d3 (LM)b2 Fc4 Ch8", keepers=("Sh1", "sg8"))
    assert "&d4" in reach(state, "d3")
    assert at(play(state, "d3&d4"), "d4") == "(FFF)"
    assert "&d4" in reach(state, "c4")
    assert at(play(state, "1d3+1"), "d4") == "(FF)"
    assert at(play(state, "1b2+>01"), "d4") == "(FM)"


@pytest.mark.parametrize("piece", IMMUNE)
def test_CCC_35_pyramids_and_structures_with_pyramids_are_immune(piece):
    state = put(f"{piece}d3 nd4")
    assert reach(state, "d3") == reach(put(f"{piece}d3 fd4"), "d3") != set()


@pytest.mark.parametrize("below", ["F", "(FFFFF)"])
def test_CCC_35_a_pyramid_frees_the_flats_on_which_it_lands(below):
    state = put(f"{below}d3 nd4 Sb1 ch8", keepers=("", "sg8"))
    assert legal(state, "d3") == []
    state = play(state, "b1-c2", "h8-h7", "c2&d3", "h7-h8")
    assert "-d2" in reach(state, "d3")


# --- passing by ---------------------------------------------------------------------------------------


def test_CCC_36_a_cube_stops_on_the_first_square_beside_the_flag():
    state = put("Ca4 ne5")
    assert {"-b4", "-c4", "-d4"} <= reach(state, "a4")
    assert not reach(state, "a4") & {"-e4", "-f4"}
    refused(state, "a4-f4", "Nice Flag")


@pytest.mark.parametrize("there", ["F", "f", "C", "s", "(LM)"])
def test_CCC_36_nothing_behind_an_occupied_square_beside_the_flag_is_reached(there):
    cube = put(f"Ca4 {there}d4 ne5")
    assert {target for target in reach(cube, "a4") if target[2] == "4"} == {"-b4", "-c4"}
    torus = put(f"Ta4 {there}d4 ne5")
    attack = {"xd4"} if there.islower() else set()
    assert {target for target in reach(torus, "a4") if target[2] == "4"} == {"-b4", "-c4"} | attack


def test_CCC_36_a_torus_stops_on_the_first_square_beside_the_flag():
    state = put("Ta4 ne5")
    assert {target for target in reach(state, "a4") if target[2] == "4"} == {"-b4", "-c4", "-d4"}
    refused(state, "a4-h4", "Nice Flag")


def test_CCC_36_pyramids_pass_by():
    assert {"-d5", "-e6", "-f7", "-g8"} <= reach(put("Lc4 ne5"), "c4")
    assert {"-d5", "-e6", "-f7", "-g8"} <= reach(put("(LM)c4 ne5"), "c4")


def test_CCC_36_ones_own_flag_stops_nobody():
    assert "-f4" in reach(put("Ca4 Ne5"), "a4")
    assert "-h4" in reach(put("Ta4 Ne5"), "a4")


@pytest.mark.parametrize(
    "pieces", ["Td4 nd5", "Td4 ne5", "Fd4 nd5", "(FFF)d4 nd5", "Fd4 ne5", "Cd4 nd5", "Td1 nd5"]
)
def test_CCC_37_only_pyramids_ever_destroy_a_flag(pieces):
    state = put(pieces)
    source, flag = pieces.split()[0][-2:], pieces[-2:]
    assert not any(flag in text for text in legal(state, source))
    refused(state, f"{source}x{flag}", "Nice Flag")


def test_CCC_37_a_collapsing_flat_stack_never_gets_to_the_flag():
    refused(put("(FFF)d3 nd5"), "3d3+12", "next to your opponent's Nice Flag")
    refused(put("(FFF)b5 nd5"), "3b5>12", "next to your opponent's Nice Flag")


@pytest.mark.parametrize("piece", ["S", "(S1)", "(LM)", "(FS)"])
def test_CCC_37_a_pyramid_destroys_a_flag(piece):
    after = play(put(f"{piece}c4 nd5"), "c4xd5")
    assert "n" not in board(after).values()


@pytest.mark.parametrize(("source", "flag"), [("a1", "a5"), ("d8", "d2"), ("h4", "b4"), ("c3", "c5")])
def test_CCC_37_with_the_option_a_torus_strikes_a_flag_from_afar(source, flag):
    state = put(f"T{source} n{flag}", torusHitsFlag="on")
    assert f"x{flag}" in reach(state, source)
    after = play(state, f"{source}x{flag}")
    assert (at(after, flag), field(after, "pools")) == ("T", "9,0")
    refused(put(f"T{source} n{flag}"), f"{source}x{flag}", "Nice Flag")


@pytest.mark.parametrize("pieces", ["Ta1 na5 Fa4", "Ta1 na5 fa3", "Ta4 na5", "Tb4 na5", "Ta1 nb5"])
def test_CCC_37_the_option_needs_a_free_line_and_a_torus_that_is_not_frozen(pieces):
    state = put(pieces, torusHitsFlag="on")
    source, flag = pieces[1:3], pieces.split()[1][1:]
    assert f"x{flag}" not in reach(state, source)
    refused(state, f"{source}x{flag}")


@pytest.mark.parametrize(("pieces", "target"), [("Ta1 nb5 fa7", "xa7"), ("Ta1 nb4 Na5", "xa5")])
def test_CCC_37_beside_the_flag_nothing_else_is_struck_from_afar(pieces, target):
    """On a4, or a3, the Torus would stop."""
    assert target not in reach(put(pieces, torusHitsFlag="on"), "a1")


# --- moving the Flag ----------------------------------------------------------------------------------


def test_CCC_38_flags_side_by_side_cannot_be_moved():
    for square in AROUND_D4:
        for side in "wb":
            state = put(f"Nd4 n{square}", side=side)
            assert flag_squares(state) == set()
            refused(state, f"N@a8{COOL}", "next to each other")


def test_CCC_38_a_flag_jumps_to_any_empty_square_whatever_lies_between():
    state = put("Na4 ne5 Fb4 fc4 Cd4 ch7")
    empty = {f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9)} - set(board(state))
    assert flag_squares(state) == empty
    assert at(play(state, f"N@f5{COOL}"), "f5") == "N"
    for square in ("a4", "b4", "e5", "h7"):
        refused(state, f"N@{square}{COOL}", f"{square} isn't")


def test_CCC_39_a_flag_that_moved_last_turn_stays():
    state = put("Nd4 Ch4 ch7")
    once = play(state, f"N@a4{COOL}", "h7-h6")
    assert field(once, "moved") == "10"
    assert flag_squares(once) == set()
    refused(once, f"N@a5{COOL}", "last turn")
    later = play(once, "h4-h3", "h6-h7")
    assert field(later, "moved") == "00"
    assert "a5" in flag_squares(later)


def test_CCC_39_each_side_has_its_own_boolean():
    state = play(put("Nd4 nd6"), f"N@a4{COOL}")
    assert field(state, "moved") == "10"
    assert field(play(state, f"N@h6{COOL}"), "moved") == "11"
    assert field(put("Nd4", moved="01", side="w"), "moved") == "01"


def test_CCC_39_a_forced_pass_counts_as_a_turn():
    state = play(put("La1 Cb2 Nh7 nc3 sg1 ch4", moved="10"), "--", "h4-h3")
    assert field(state, "moved") == "00"
    assert flag_squares(state) != set()


def test_CCC_40_a_destroyed_flag_is_put_back_on_its_starting_square():
    state = put("Fd4 fd6")
    assert "N*{Cool move.}" in listed(state)
    assert flag_squares(state) == set()
    after = play(state, "N*{Bold plan all game.}")
    assert (at(after, "e1"), field(after, "moved"), field(after, "quiet"), field(after, "side")) == (
        "N",
        "00",
        "1",
        "b",
    )
    assert at(play(after, f"N*{COOL}"), "e8") == "n"


@pytest.mark.parametrize("there", ["F", "C", "(LM)", "f", "s", "(fs)"])
def test_CCC_40_only_while_that_square_is_empty(there):
    state = put(f"{there}e1 Fd4")
    assert not any(text.startswith("N*") for text in listed(state))
    refused(state, f"N*{COOL}", "starting square", "e1 isn't empty")


def test_CCC_40_only_a_destroyed_flag_is_put_back_and_only_one_that_stands_moves():
    refused(put("Nd4"), f"N*{COOL}", "on the board")
    refused(put("Fd4"), f"N@d5{COOL}", "isn't on the board")


def test_CCC_40_it_is_no_move_so_the_flag_may_move_in_the_next_turn():
    state = play(put("Ch4 ch7"), f"N*{COOL}", "h7-h6")
    assert field(state, "moved") == "00"
    assert "a5" in flag_squares(state)
    assert f"N*{COOL}" in listed(put("Ch4 ch7", moved="10"))


def test_CCC_40_as_often_as_it_is_destroyed():
    state = play(
        put("Nd4 le5 fh7"), "h1-g2", "e5xd4", f"N*{COOL}", "h7-h6", f"N@c3{COOL}", "d4xc3", f"N*{COOL}"
    )
    assert (at(state, "e1"), at(state, "c3")) == ("N", "(l4)")


@pytest.mark.parametrize(
    ("options", "white", "black"),
    [
        ({"layout": "NTCSLMCT"}, "a1", "a8"),
        ({"layout": "NTCSLMCT", "symmetry": "rotate"}, "a1", "h8"),
        ({"rowOrder": "FS"}, "e2", "e7"),
        ({"flatRows": 2, "rowOrder": "FFS"}, "e3", "e6"),
        ({"flatRows": 3}, "e1", "e10"),
    ],
)
def test_CCC_40_the_starting_square_is_that_of_the_layout(options, white, black):
    keepers = ("Sc1", "sf6")
    state = play(put("", keepers=keepers, **options), f"N*{COOL}", f"N*{COOL}")
    assert (at(state, white), at(state, black)) == ("N", "n")


def test_CCC_41_no_flag_moves_at_the_first_ply():
    for first, side in (("white", WHITE), ("black", BLACK)):
        state = start(first=first)
        assert flag_squares(state) == set()
        refused(state, f"N@d5{COOL}", "very first turn", seat=side)


def test_CCC_41_at_the_second_ply_one_may():
    after = play(start(first="white"), "d2-d3")
    assert len(flag_squares(after)) == 32
    assert at(play(after, f"N@e5{COOL}"), "e5") == "n"


def test_CCC_43_a_flag_has_strength_1():
    assert at(play(put("Sc4 nd5"), "c4xd5"), "d5") == "(S1)"
    assert at(play(put("(S1)c4 nd5 Ma1"), "c4xd5"), "d5") == ""
    assert at(play(put("(FFS)c4 nd5"), "c4xd5"), "d5") == "(FS)"
