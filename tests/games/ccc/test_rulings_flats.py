"""CCC's rulings on Flats, their hops, and the step of a Flat Stack (CCC-21 to CCC-28, CCC-49)."""

from __future__ import annotations

import pytest

from tests.kit.games.ccc_table import (
    at,
    board,
    field,
    hops,
    legal,
    listed,
    outcome,
    play,
    put,
    reach,
    refused,
)

STEPS = {"-c4", "-e4", "-d5"}
ENEMIES = ["f", "(ff)", "(fffff)", "c", "t", "s", "l", "(lm)", "(fs)"]
NOT_A_LONE_FLAT = ["(ff)", "c", "t", "s", "(lm)", "(fs)"]


# --- moving and attacking -----------------------------------------------------------------------------


def test_CCC_21_a_flat_goes_one_square_left_right_or_forwards():
    assert reach(put("Fd4"), "d4") == {"-c4", "-e4", "-d5"}
    assert reach(put("fd4", side="b"), "d4") == {"-c4", "-e4", "-d3"}
    assert reach(put("Fa4"), "a4") == {"-b4", "-a5"}
    assert reach(put("Fh4"), "h4") == {"-g4", "-h5"}


@pytest.mark.parametrize("text", ["d4-d3", "d4-c3", "d4-e5", "d4-c5", "d4-d6", "d4-b4", "d4-d4", "d4xd6"])
def test_CCC_21_a_flat_goes_nowhere_else(text):
    refused(put("Fd4 fd6"), text, "left, right or forward")


def test_CCC_21_on_the_last_rank_a_flat_goes_sideways_and_is_never_promoted():
    state = put("Fd7 fg2")
    state = play(state, "d7-d8", "g2-g1")
    assert at(state, "d8") == "F"
    assert set(legal(state, "d8")) == {"d8-c8", "d8-e8"}
    refused(state, "d8-d7")
    after = play(state, "d8-c8")
    assert set(legal(after, "g1")) == {"g1-f1", "g1xh1"}


def test_CCC_22_diagonally_forwards_a_flat_only_attacks_a_lone_enemy_flat():
    assert reach(put("Fd4 fc5 fe5"), "d4") == STEPS | {"xc5", "xe5"}
    assert reach(put("fd4 Fc3 Fe3", side="b"), "d4") == {"-c4", "-e4", "-d3", "xc3", "xe3"}
    assert at(play(put("Fd4 fe5"), "d4xe5"), "e5") == ""


def test_CCC_22_diagonally_there_is_no_move_no_merge_and_no_attack_backwards():
    assert reach(put("Fd4 Fc5 Fe5"), "d4") == STEPS
    assert reach(put("Fd4 fc3 fe3 fd3"), "d4") == STEPS
    for text in ("d4-e5", "d4xe3", "d4xd3"):
        refused(put("Fd4 fc3 fe3 fd3"), text, "diagonally forward only to attack a lone Flat")
    refused(put("Fd4 Fe5"), "d4&e5")


@pytest.mark.parametrize("enemy", NOT_A_LONE_FLAT)
def test_CCC_22_diagonally_nothing_but_a_lone_flat_is_attacked(enemy):
    state = put(f"Fd4 {enemy}e5")
    assert reach(state, "d4") == STEPS
    refused(state, "d4xe5", "diagonally forward only to attack a lone Flat")


@pytest.mark.parametrize("enemy", ENEMIES)
def test_CCC_23_straight_and_sideways_a_flat_attacks_any_enemy(enemy):
    for square in ("c4", "e4", "d5"):
        state = put(f"Fd4 {enemy}{square}")
        assert reach(state, "d4") == STEPS - {f"-{square}"} | {f"x{square}"}


@pytest.mark.parametrize(
    ("enemy", "left"),
    [("f", ""), ("(ff)", "f"), ("(fffff)", "(ffff)"), ("(fs)", "(fs1)"), ("(lm1)", "l"), ("m", "(m3)")],
)
def test_CCC_23_a_flat_costs_its_victim_one_strength_and_is_gone(enemy, left):
    after = play(put(f"Fd4 {enemy}d5"), "d4xd5")
    assert (at(after, "d4"), at(after, "d5")) == ("", left)


# --- hops ---------------------------------------------------------------------------------------------

FIRST_HOPS = {"c4": "b4", "e4": "f4", "d5": "d6", "c5": "b6", "e5": "f6"}
LATER_HOPS = [
    *[("d5", "d6", over, onto) for over, onto in (("d7", "d8"), ("c6", "b6"), ("e6", "f6"), ("c7", "b8"))],
    *[("d5", "d6", over, onto) for over, onto in (("e7", "f8"), ("c5", "b4"), ("e5", "f4"))],
    ("e4", "f4", "f3", "f2"),
]


@pytest.mark.parametrize("over", FIRST_HOPS)
def test_CCC_24_the_first_hop_goes_over_a_lone_flat_that_could_be_attacked(over):
    state = put(f"Fd4 f{over}")
    text = f"d4^{FIRST_HOPS[over]}"
    assert hops(state, "d4") == {text}
    after = play(state, text)
    assert (at(after, "d4"), at(after, over), at(after, FIRST_HOPS[over])) == ("", "", "F")


@pytest.mark.parametrize(("over", "onto"), [("d3", "d2"), ("c3", "b2"), ("e3", "f2")])
def test_CCC_24_the_first_hop_never_goes_backwards(over, onto):
    state = put(f"Fd4 f{over}")
    assert hops(state, "d4") == set()
    refused(state, f"d4^{onto}", "the first hop can't go backward")


def test_CCC_24_black_hops_the_other_way():
    assert hops(put("fd4 Fd3 Fd5 Fc5 Fe3", side="b"), "d4") == {"d4^d2", "d4^d2^f4", "d4^f2"}


@pytest.mark.parametrize(("first", "landing", "over", "onto"), LATER_HOPS)
def test_CCC_24_later_hops_go_in_all_eight_directions(first, landing, over, onto):
    state = put(f"Fd4 f{first} f{over}")
    text = f"d4^{landing}^{onto}"
    assert text in hops(state, "d4")
    after = play(state, text)
    assert [square for square in board(after) if square[1] not in "18" or square == onto] == [onto]
    assert at(after, onto) == "F"


@pytest.mark.parametrize("there", ["F", "f", "C", "c", "N", "(FF)", "s"])
def test_CCC_24_the_square_behind_must_be_empty(there):
    state = put(f"Fd4 fd5 {there}d6")
    assert hops(state, "d4") == set()
    refused(state, "d4^d6", "empty square behind")


def test_CCC_24_nothing_lies_behind_the_edge():
    assert hops(put("Fd7 fd8 fc8"), "d7") == set()
    assert hops(put("Fb4 fa4 fa5"), "b4") == set()


def test_CCC_24_what_is_hopped_stands_next_to_the_flat():
    refused(put("Fd4 fd6"), "d4^d7", "next to it")
    refused(put("Fd4 fd5 fd7"), "d4^d8")
    refused(put("Fd4 fd5"), "d4^e6")
    refused(put("Fd4 fd5"), "d4^d4")


def test_CCC_25_a_hopped_flat_is_gone_at_once_and_is_not_hopped_twice():
    state = put("Fd4 fd5 fh7")
    refused(state, "d4^d6^d4", "to d4")
    assert board(play(state, "d4^d6")) == {"d6": "F", "h7": "f", "h1": "S", "h8": "s"}


def test_CCC_25_the_start_counts_as_empty():
    state = put("Fd4 fd5 fe6 ff5 fe4")
    after = play(state, "d4^d6^f6^f4^d4")
    assert board(after) == {"d4": "F", "h1": "S", "h8": "s"}
    assert "d4^d6^f6^f4^d4" in hops(state, "d4")


def test_CCC_25_a_chain_may_stop_anywhere():
    state = put("Fd4 fd5 fe6 fg5")
    assert hops(state, "d4") == {"d4^d6", "d4^d6^f6", "d4^d6^f6^h4"}
    assert set(board(play(state, "d4^d6"))) == {"d6", "e6", "g5", "h1", "h8"}
    assert set(board(play(state, "d4^d6^f6"))) == {"f6", "g5", "h1", "h8"}


def test_CCC_26_hopping_is_never_compulsory_and_weakens_nobody():
    state = put("Fd4 fd5 Fa2")
    assert {"a2-a3", "d4-c4", "d4xd5", "d4^d6"} <= set(listed(state))
    assert at(play(state, "d4^d6"), "d6") == "F"


@pytest.mark.parametrize("mover", ["(FF)", "(FS)", "C", "T", "S"])
def test_CCC_27_only_lone_flats_hop(mover):
    state = put(f"{mover}d4 fd5 fe5")
    assert hops(state, "d4") == set()
    refused(state, "d4^d6", "Only a lone Flat can hop")


@pytest.mark.parametrize("over", [*NOT_A_LONE_FLAT, "F", "(FF)", "C", "N"])
def test_CCC_27_only_lone_enemy_flats_are_hopped(over):
    state = put(f"Fd4 {over}d5")
    assert hops(state, "d4") == set()
    refused(state, "d4^d6", "lone enemy Flat")


def test_CCC_28_a_landing_beside_the_flag_ends_the_chain():
    state = put("Fd4 fd5 fe6 nc7")
    assert hops(state, "d4") == {"d4^d6"}
    refused(state, "d4^d6^f6", "next to your opponent's Nice Flag")


def test_CCC_28_a_later_landing_beside_the_flag_ends_it_too():
    state = put("Fd4 fd5 fe6 ff5 ng7")
    assert hops(state, "d4") == {"d4^d6", "d4^d6^f6"}
    refused(state, "d4^d6^f6^f4", "next to your opponent's Nice Flag")


def test_CCC_28_squares_that_are_hopped_over_do_not_count_as_entered():
    state = put("Fd2 fc3 fb5 nd4")
    assert "d2^b4^b6" in hops(state, "d2")


def test_CCC_28_a_frozen_flat_cannot_hop():
    state = put("Fd4 fd5 nc3")
    assert legal(state, "d4") == []
    refused(state, "d4^d6", "next to your opponent's Nice Flag")


def test_CCC_28_hopping_beside_ones_own_flag_is_free():
    assert "d4^d6^f6" in hops(put("Fd4 fd5 fe6 Nc7"), "d4")


# --- a Flat Stack's own step --------------------------------------------------------------------------


@pytest.mark.parametrize("stack", ["(FF)", "(FFFFF)"])
def test_CCC_49_a_flat_stack_goes_one_square_orthogonally(stack):
    assert reach(put(f"{stack}d4"), "d4") == {"-c4", "-e4", "-d5", "-d3"}
    assert reach(put(f"{stack}a8"), "a8") == {"-b8", "-a7"}
    for text in ("d4-e5", "d4-d6", "d4-c3"):
        refused(put(f"{stack}d4"), text, "along a rank or file")


@pytest.mark.parametrize(
    ("enemy", "left"),
    [("f", "(FF)"), ("s", "F"), ("m", "(m1)"), ("t", "t"), ("c", "c"), ("(m3)", ""), ("(s1)", "(FF)")],
)
def test_CCC_49_a_flat_stack_attacks_basic_pieces_with_all_its_strength(enemy, left):
    for square in ("c4", "e4", "d5", "d3"):
        state = put(f"(FFF)d4 {enemy}{square}")
        assert f"x{square}" in reach(state, "d4")
        after = play(state, f"d4x{square}")
        assert (at(after, "d4"), at(after, square)) == ("", left)
        assert field(after, "pools") == ("0,7" if enemy == "t" else "0,0")


@pytest.mark.parametrize("enemy", ["(ff)", "(lm)", "(fs)"])
def test_CCC_49_a_flat_stack_attacks_structures_only_by_collapsing(enemy):
    state = put(f"(FFF)d4 {enemy}d5")
    assert "xd5" not in reach(state, "d4")
    assert "3d4+3" in listed(state)
    refused(state, "d4xd5", "(?i)collaps")


def test_CCC_49_a_flat_stack_never_attacks_diagonally():
    assert reach(put("(FF)d4 fe5 fc5 se3"), "d4") == {"-c4", "-e4", "-d5", "-d3"}
    assert outcome(play(put("(FF)d4 se4"), "d4xe4")) == (0, "pyramids")
