"""CCC's rulings on collapses of Flat Stacks and Pyramid Stacks (CCC-50 to 59, 64 to 69, 76, 77)."""

from __future__ import annotations

import pytest

from games import Unreadable
from tests.kit.games.ccc_table import (
    at,
    board,
    collapses,
    field,
    first_actions,
    legal,
    play,
    put,
    reach,
    refused,
)

HEIGHTS = {"(ff)": 2, "(fff)": 3, "(lm)": 2, "(lms)": 3, "(fs)": 2, "(ffm3s)": 4, "(fffffl)": 6}
LONE = ["f", "c", "t", "s", "l", "(m1)"]
BLOCKERS = ["C", "T", "N", "S", "(LM)", "(FS)", "(FFFFF)"]


def drops(state, direction="+", source="d4"):
    """Return the possible drops in a direction, each with the number lifted, as `2:11`."""
    return {text.replace(f"{source}{direction}", ":") for text in collapses(state, source, direction)}


def lists(number, most):
    """Return every list of at most `most` drops that add up to a number."""
    if number == 0:
        return [""]
    return [f"{n}{rest}" for n in range(1, number + 1) if most for rest in lists(number - n, most - 1)]


# --- Flat Stacks --------------------------------------------------------------------------------------


@pytest.mark.parametrize("height", [2, 3, 4, 5])
def test_CCC_50_and_CCC_51_any_top_part_drops_anyhow_along_one_line(height):
    state = put(f"({'F' * height})d4")
    for direction, squares in (("+", 4), ("-", 3), (">", 4), ("<", 3)):
        every = {f"{k}:{line}" for k in range(1, height + 1) for line in lists(k, squares)}
        assert drops(state, direction) == every - {f"{height}:{height}"}


def test_CCC_50_the_rest_stays():
    after = play(put("(FFFF)d4"), "2d4>11")
    assert (at(after, "d4"), at(after, "e4"), at(after, "f4")) == ("(FF)", "F", "F")
    assert at(play(put("(FFFF)d4"), "4d4>121"), "d4") == ""
    refused(put("(FFFF)d4"), "5d4+5", "has only 4 parts")


def test_CCC_51_one_flat_at_least_is_dropped_on_every_square():
    for text in ("2d4+011", "2d4+101", "2d4+20"):
        refused(put("(FFF)d4"), text, "Drop at least one Flat on every square")


@pytest.mark.parametrize("direction", ["+>", "+<", "->", "-<"])
def test_CCC_51_no_line_is_diagonal(direction):
    refused(put("(FFF)d4"), f"2d4{direction}11", "along a rank or file")


def test_CCC_52_flats_drop_onto_own_flats_up_to_five():
    after = play(put("(FFFF)d4 Fd5 (FFF)d6"), "3d4+12")
    assert (at(after, "d5"), at(after, "d6")) == ("(FF)", "(FFFFF)")
    state = put("(FFFF)d4 Fd5 (FFF)d6 Cd7")
    assert "3:12" in drops(state)
    refused(state, "4d4+13", "more than 5 Flats|higher than 5 Flats")


@pytest.mark.parametrize("blocker", BLOCKERS)
def test_CCC_52_own_pieces_that_take_no_flats_block(blocker):
    state = put(f"(FFFF)d4 {blocker}d6", ply=2)
    assert drops(state) == {"1:1", "2:2", "3:3"}
    refused(state, "3d4+12", "^d6 ", "can't take Flats|5 Flats")


def test_CCC_52_the_edge_blocks():
    assert drops(put("(FFFF)d7"), source="d7") == {"1:1", "2:2", "3:3"}
    refused(put("(FFFF)d7"), "3d7+12", "leaves the board")
    assert drops(put("(FFFF)d8"), source="d8") == set()


@pytest.mark.parametrize(
    ("enemy", "text", "d5"),
    [
        ("f", "3d4+21", "F"),
        ("f", "3d4+12", ""),
        ("m", "3d4+21", "(m2)"),
        ("(ff)", "3d4+12", "f"),
        ("(fs)", "4d4+31", ""),
    ],
)
def test_CCC_53_a_drop_on_an_enemy_is_an_attack_of_its_own(enemy, text, d5):
    after = play(put(f"(FFFFF)d4 {enemy}d5"), text)
    assert at(after, "d5") == d5
    assert at(after, "d6").strip("()") == "F" * int(text[-1])


@pytest.mark.parametrize("enemy", HEIGHTS)
@pytest.mark.parametrize("held", [1, 2, 3, 4, 5])
def test_CCC_54_a_higher_structure_bars_the_way_and_an_equal_one_does_not(enemy, held):
    state = put(f"(FFFFF)d4 {enemy}d5")
    if held >= HEIGHTS[enemy]:
        assert f"{held}:{held}" in drops(state)
    else:
        assert not any(text.startswith(f"{held}:") for text in drops(state))
        words = ("^d5 is a barricade", f"{HEIGHTS[enemy]} parts", f"only {held} Flat")
        refused(state, f"{held}d4+{held}", *words)


def test_CCC_54_barricade_counts_held_before_the_drop():
    assert "3:111" in drops(put("(FFFF)d4 (ff)d6"))
    state = put("(FFFF)d4 (fff)d6")
    assert {text for text in drops(state) if text[0] == "3"} == {"3:3"}
    refused(state, "3d4+12", "^d6 is a barricade")


@pytest.mark.parametrize("enemy", LONE)
def test_CCC_54_lone_pieces_never_bar_the_way(enemy):
    assert {"1:1", "2:11", "3:12"} <= drops(put(f"(FFFF)d4 {enemy}d5"))


def test_CCC_55_the_rest_goes_on_past_an_enemy_that_survived():
    after = play(put("(FFFF)d4 td5 (ff)d6"), "4d4+121")
    assert (at(after, "d5"), at(after, "d6"), at(after, "d7")) == ("t", "", "F")
    assert field(after, "pools") == "0,9"


def test_CCC_56_what_cannot_go_on_all_falls_on_the_last_square():
    state = put("(FFFF)d4 td5 Cd6")
    assert drops(state) == {"1:1", "2:2", "3:3"}
    assert field(play(state, "3d4+3"), "pools") == "0,7"


@pytest.mark.parametrize("blocker", [*BLOCKERS, "(fffffs)"])
def test_CCC_56_blocked_at_the_first_step_there_is_no_collapse(blocker):
    state = put(f"(FFFFF)d4 {blocker}d5", ply=2)
    assert drops(state) == set()
    refused(state, "3d4+12", "^d5 ")


def test_CCC_57_on_a_square_beside_the_flag_everything_held_is_dropped():
    state = put("(FFFF)d2 ne5")
    assert {text for text in drops(state, "+", "d2") if text[0] == "4"} == {"4:13", "4:22", "4:31"}
    refused(state, "4d2+112", "^d4 is next to your opponent's Nice Flag")
    assert drops(put("(FFF)c4 ne5"), ">", "c4") == {"1:1", "2:2"}


def test_CCC_57_if_that_cannot_be_the_square_blocks():
    state = put("(FFFF)d2 (FFF)d4 ne5")
    assert drops(state, "+", "d2") == {"1:1", "2:2", "2:11", "3:3", "3:12", "3:21", "4:22", "4:31"}
    refused(state, "4d2+13", "^d4 would have more than 5 Flats")


def test_CCC_58_a_forced_drop_beyond_five_is_illegal():
    state = put("(FFF)d4 (FFFF)d5 Cd6")
    assert drops(state) == {"1:1"}
    for text in ("2d4+2", "2d4+11"):
        refused(state, text)


@pytest.mark.parametrize("text", ["3d4+1", "3d4+11", "3d4+2", "4d4+21"])
def test_CCC_59_lists_that_stop_short_are_refused(text):
    said = sum(map(int, text[4:]))
    refused(put("(FFFF)d4"), text, f"lift {text[0]} and drop {said}")
    refused(put("(FFFS)d4"), f"{text[0]}d4:+{':+'.join(text[4:])}", f"drop {said}")


# --- Pyramid Stacks -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stack", "text", "squares"),
    [
        ("(FFLM)", "1d4:+1", {"d4": "(FFL)", "d5": "M"}),
        ("(FFLM)", "2d4:+2", {"d4": "(FF)", "d5": "(LM)"}),
        ("(FFLM)", "2d4:+1:>1", {"d4": "(FF)", "d5": "L", "e5": "M"}),
        ("(FFLM)", "3d4:+1:+>1:->1", {"d4": "F", "d5": "F", "e6": "L", "f5": "M"}),
        ("(FFLM)", "4d4:-<1:<3", {"c3": "F", "b3": "(FLM)"}),
        ("(FFLM)", "4d4:-<2:<1:+1", {"c3": "(FF)", "b3": "L", "b4": "M"}),
    ],
)
def test_CCC_64_and_CCC_65_the_top_is_taken_and_its_bottom_dropped_first(stack, text, squares):
    after = board(play(put(f"{stack}d4"), text))
    assert {square: piece for square, piece in after.items() if piece.isupper()} == squares


def test_CCC_64_no_more_than_it_is_high():
    refused(put("(FFS)d4"), "4d4:+2:+2", "has only 3 parts")


def test_CCC_65_no_square_is_entered_twice_and_the_origin_counts():
    state = put("(FFLM)d4")
    refused(state, "3d4:+1:-1:>1", "visit a square twice", "d4")
    refused(state, "4d4:+1:>1:<1:+1", "visit a square twice", "d5")
    refused(state, "4d4:+1:>1:-1:<1", "visit a square twice")
    refused(state, "4d4:+0:>4", error=Unreadable)


def test_CCC_66_a_square_takes_the_lowest_held_piece_or_is_not_entered():
    state = put("(FFS)d4 Cd5 Te4 Nc4 (FFFFF)d3 Mc5 (FL)e5 Fc3", ply=2)
    assert {text[3:6] for text in collapses(state, "d4") if text[0] == "3"} == {":->", ":-<"}
    singles = {f"1d4:{way}1" for way in ("-", "+<", "+>", "-<", "->")}
    assert {text for text in collapses(state, "d4") if text[0] == "1"} == singles
    for way, square in (("+", "d5"), (">", "e4"), ("<", "c4"), ("-", "d3"), ("+<", "c5"), ("+>", "e5")):
        refused(state, f"3d4:{way}1:+2", f"^{square} is your own")


def test_CCC_66_the_edge_is_the_end():
    for text in ("2a4:<1:+1", "2a4:+1:<1"):
        refused(put("(FFS)a4"), text, "off the board")


@pytest.mark.parametrize("enemy", [*HEIGHTS, *LONE, "n"])
def test_CCC_66_nothing_bars_the_way_not_even_of_a_single_flat(enemy):
    state = put(f"(FFM)d4 {enemy}d5")
    assert {"3d4:+1:+2", "2d4:+1:>1", "1d4:+1"} <= collapses(state, "d4")


def test_CCC_66_squares_beside_the_flag_do_not_matter():
    after = play(put("(FFS)d4 ne6"), "3d4:+1:>1:>1")
    assert (at(after, "d5"), at(after, "e5"), at(after, "f5")) == ("F", "F", "S")


def test_CCC_67_where_nothing_more_can_be_entered_all_the_rest_is_dropped():
    state = put("(FFS)b1 Ca2 Tb2", keepers=("", "sh8"))
    assert {text for text in collapses(state, "b1", "<") if text[0] == "2"} == {"2b1:<2"}
    for text in ("2b1:<1:+1", "2b1:<1:+>1", "2b1:<1:>1"):
        refused(state, text)
    assert at(play(state, "2b1:<2"), "a1") == "(FS)"


def test_CCC_67_the_rest_may_be_a_second_attack_there():
    after = play(put("(FFS)b1 Ca2 Tb2 fa1"), "2b1:<2")
    assert (at(after, "b1"), at(after, "a1")) == ("F", "S")


def test_CCC_67_if_that_is_impossible_the_plan_is_illegal():
    state = put("(FFS)b1 Ca2 Tb2 (FFFF)a1", keepers=("", "sh8"))
    assert collapses(state, "b1", "<") == {"1b1:<1", "2b1:<2"}
    refused(state, "3b1:<3", "5 Flats")
    refused(state, "3b1:<1", "lift 3 and drop 1")


def test_CCC_67_the_player_may_drop_all_earlier():
    assert {"2d4:+2", "3d4:+1:+2", "3d4:>2:>1"} <= collapses(put("(FFS)d4"), "d4")


def test_CCC_68_flats_left_or_dropped_beside_the_flag_are_frozen_from_the_next_turn():
    state = play(put("(FFS)d4 nd6 ch3"), "2d4:+>1:>1", "h3-h2")
    assert (at(state, "d4"), at(state, "e5"), at(state, "f5")) == ("F", "F", "S")
    assert legal(state, "e5") == []
    assert legal(state, "d4") != []
    left = play(put("(FFS)d4 nd5 ch3"), "1d4:->1", "h3-h2")
    assert (at(left, "d4"), legal(left, "d4")) == ("(FF)", [])


def test_CCC_69_the_enemy_flag_may_be_dropped_onto_and_its_zone_ends():
    state = play(put("(FFS)d4 nd5 Fe6 ch3"), "2d4:+1:>1", "h3-h2")
    assert (at(state, "d5"), at(state, "e5"), at(state, "d4")) == ("", "S", "F")
    assert legal(state, "d4") != []
    assert "-e7" in reach(state, "e6")
    assert at(play(put("(LM)c3 nd4"), "2c3+>11"), "d4") == "(L5)"


# --- one form, and too many to list -------------------------------------------------------------------

PLAIN = [
    ("(FFF)d4", "3d4+3", "d4-d5"),
    ("(FFF)d4 Fd5", "3d4+3", "d4&d5"),
    ("(FFF)d4 fd5", "3d4+3", "d4xd5"),
    ("(LM)c3", "2c3+>002", "c3-f6"),
    ("(MS)c3 Ld4", "2c3+>2", "c3&d4"),
    ("(LM)c3 fe5", "2c3+>02", "c3xe5"),
    ("(FS)d4", "2d4:+>2", "d4-e5"),
    ("(FS)d4 Fe5", "2d4:+>2", "d4&e5"),
    ("(FS)d4 (ff)e5", "2d4:+>2", "d4xe5"),
]


@pytest.mark.parametrize(("pieces", "collapse", "plain"), PLAIN)
def test_CCC_76_what_an_ordinary_action_does_is_written_as_one(pieces, collapse, plain):
    state = put(pieces)
    refused(state, collapse, "ordinary move")
    assert (plain in legal(state), collapse in legal(state)) == (True, False)


def test_CCC_76_what_it_does_not_reach_is_a_collapse():
    assert "3:3" in drops(put("(FFF)d4 (fff)d5"))
    assert "2c3+>02" in collapses(put("(LM)c3 fd4"), "c3")
    assert at(play(put("(LM)c3 Cd4"), "2c3+>02"), "e5") == "(LM)"


def test_CCC_77_a_towers_collapses_are_checked_and_listed_lazily():
    state = put("(FFFFFLMS)d4")
    assert len(set(first_actions(state, 2000))) == 2000
    after = play(state, "8d4:+1:+1:>1:->1:-1:-1:<1:<1")
    assert (at(after, "d5"), at(after, "f3"), at(after, "d3"), at(after, "d4")) == ("F", "L", "S", "")
    refused(state, "8d4:+1:+1:>1:->1:-1:-1:<1:+<1", "visit a square twice, and it has already been on d4")
