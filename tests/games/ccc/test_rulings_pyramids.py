"""CCC's rulings on Pyramids, their landings and Constructed Pyramids (CCC-44 to 48, 60 to 63)."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.kit.games.ccc_table import at, board, collapses, listed, outcome, play, put, reach, refused

BLOCKERS = ["F", "C", "T", "N", "(FF)", "f", "(fff)", "c", "t", "n", "s", "(fs)"]
FLATS = ["F", "(FF)", "(FFFF)", "(FFFFF)"]
PYRAMIDS = ["S", "M", "L", "(MS)", "(LS)", "(LM)", "(LMS)"]


# --- sliding ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("piece", PYRAMIDS)
def test_CCC_44_pyramids_slide_diagonally_any_distance(piece):
    diagonals = ["b2", "a1", "d4", "e5", "f6", "g7", "h8", "b4", "a5", "d2", "e1"]
    assert reach(put(f"{piece}c3", keepers=("", "sh7")), "c3") == {f"-{square}" for square in diagonals}


@pytest.mark.parametrize("piece", ["S", "L", "(LM)"])
@pytest.mark.parametrize("there", BLOCKERS)
def test_CCC_44_pyramids_leap_nobody(piece, there):
    state = put(f"{piece}c3 {there}e5")
    beyond = {"f6", "g7", "h8"}
    assert not beyond & {target[1:] for target in reach(state, "c3")}
    assert "-d4" in reach(state, "c3")
    refused(state, "c3-f6", "without leaping")


@pytest.mark.slow
@pytest.mark.parametrize("text", ["c3-c4", "c3-e4", "c3-c3", "c3xd3", "c3-h7"])
def test_CCC_44_pyramids_go_in_no_other_line(text):
    refused(put("Mc3 fd3"), text, "diagonally")


# --- landings --------------------------------------------------------------------------------

ONTO_LARGER = [
    ("S", "M", "(MS)"),
    ("S", "L", "(LS)"),
    ("M", "L", "(LM)"),
    ("S", "(LM)", "(LMS)"),
    ("(MS)", "L", "(LMS)"),
    ("S", "(FFM)", "(FFMS)"),
    ("M", "(FL)", "(FLM)"),
    ("S", "(FFFFFLM)", "(FFFFFLMS)"),
    ("(MS)", "(FFL)", "(FFLMS)"),
    ("S", "(M1)", "(M1S)"),
    ("(M1)", "(L1)", "(L1M1)"),
]
NOT_ONTO_SMALLER = [
    ("M", "S"),
    ("L", "S"),
    ("L", "M"),
    ("M", "(LS)"),
    ("L", "(MS)"),
    ("(LS)", "M"),
    ("(LM)", "S"),
    ("M", "(FS)"),
    ("L", "(FFM)"),
    ("M", "(FLS)"),
    ("(LM)", "(FFFS)"),
    ("(L1)", "M"),
]


@pytest.mark.parametrize(("mover", "target", "both"), ONTO_LARGER)
def test_CCC_45_pyramids_go_onto_larger_ones(mover, target, both):
    state = put(f"{mover}d4 {target}e5")
    assert "&e5" in reach(state, "d4")
    assert at(play(state, "d4&e5"), "e5") == both


@pytest.mark.parametrize(("mover", "target"), NOT_ONTO_SMALLER)
def test_CCC_45_pyramids_never_go_onto_smaller_ones(mover, target):
    state = put(f"{mover}d4 {target}e5")
    assert "&e5" not in reach(state, "d4")
    refused(state, "d4&e5", "larger")


def test_CCC_45_a_refused_merge_never_says_that_a_larger_pyramid_is_not_larger():
    for text in ("c1&d1", "c1&c4"):
        assert "not larger" not in refused(put("Sc1 Ld1 Mc4"), text)
    assert "6" not in refused(put("(FFF)d4"), "d4&d4")


@pytest.mark.parametrize("mover", PYRAMIDS)
@pytest.mark.parametrize("flats", FLATS)
def test_CCC_46_pyramids_go_onto_any_flats(mover, flats):
    after = play(put(f"{mover}d4 {flats}e5"), "d4&e5")
    assert at(after, "e5") == f"({flats.strip('()')}{mover.strip('()')})"


@pytest.mark.parametrize("target", FLATS)
@pytest.mark.parametrize("mover", [*FLATS, "(FS)", "(FFLM)", "(FFFFFS)"])
def test_CCC_46_flats_and_pyramid_stacks_go_onto_flats_up_to_five(mover, target):
    state = put(f"{mover}d5 {target}e5", ply=2)
    flats = mover.count("F") + target.count("F")
    if flats > 5:
        assert "&e5" not in reach(state, "d5")
        refused(state, "d5&e5", "at most 5 Flats", str(flats))
    else:
        assert "&e5" in reach(state, "d5")
        both = "F" * flats + mover.strip("()").lstrip("F")
        assert at(play(state, "d5&e5"), "e5") == f"({both})"


@pytest.mark.parametrize("mover", ["F", "(FF)", "(FL)", "(FFFFFL)"])
@pytest.mark.parametrize("target", ["S", "M", "(MS)", "(FS)", "(FFM)"])
def test_CCC_46_nothing_with_flats_goes_onto_pyramids(mover, target):
    state = put(f"{mover}d5 {target}e5")
    assert "&e5" not in reach(state, "d5")
    refused(state, "d5&e5", "can't go onto Pyramids")


@pytest.mark.parametrize("mover", ["F", "(FF)", "S", "(LM)", "(FS)"])
@pytest.mark.parametrize("target", ["C", "T", "N"])
def test_CCC_46_nothing_goes_onto_a_cube_a_torus_or_a_flag(mover, target):
    source = "d4" if mover in ("S", "(LM)") else "d5"
    state = put(f"{mover}{source} {target}e5")
    assert "&e5" not in reach(state, source)
    refused(state, f"{source}&e5", "Nothing can go onto your")


def test_CCC_46_the_greatest_height_is_8():
    assert at(play(put("(LMS)d4 (FFFFF)e5"), "d4&e5"), "e5") == "(FFFFFLMS)"


@pytest.mark.parametrize(
    ("mover", "targets"),
    [("F", "c4 e4 d5"), ("(FF)", "c4 e4 d5 d3"), ("(FS)", "c3 d3 e3 c4 e4 c5 d5 e5"), ("S", "c3 e3 c5 e5")],
)
def test_CCC_47_a_merge_is_within_the_movers_own_movement(mover, targets):
    state = put(f"{mover}d4 Fc3 Fd3 Fe3 Fc4 Fe4 Fc5 Fd5 Fe5")
    assert reach(state, "d4") == {f"&{square}" for square in targets.split()}


def test_CCC_47_pyramids_merge_at_any_distance_and_flat_stacks_at_one():
    assert "&h8" in reach(put("Sc3 Lh8", keepers=("", "sg8")), "c3")
    assert "&d6" not in reach(put("(FF)d4 Fd6"), "d4")
    refused(put("(FF)d4 Fd6"), "d4&d6", "along a rank or file")


# --- swaps --------------------------------------------------------------------------------------------


def test_CCC_48_two_lone_pyramids_swap_wherever_they_stand():
    state = put("Sa1 Mh8 Le4 Fb2 ng7 (FF)d4", keepers=("", "sc8"))
    assert {text for text in listed(state) if "~" in text} == {"a1~e4", "a1~h8", "e4~h8"}
    after = play(state, "a1~h8")
    assert (at(after, "a1"), at(after, "h8"), at(after, "e4")) == ("M", "S", "L")


def test_CCC_48_the_square_of_the_lower_rank_and_then_of_the_lower_file_comes_first():
    state = put("Sh1 Ma2 Lc1")
    assert {text for text in listed(state) if "~" in text} == {"c1~h1", "c1~a2", "h1~a2"}
    for text in ("a2~h1", "h1~c1", "a2~c1"):
        refused(state, text, "first")


@pytest.mark.parametrize("other", ["(MS)", "(FM)", "F", "C", "T", "N", "m", ""])
def test_CCC_48_structures_enemies_and_other_pieces_do_not_swap(other):
    state = put(f"Lc1 {other}f1" if other else "Lc1", keepers=("", "sh8"))
    assert not any("~" in text for text in listed(state))
    refused(state, "c1~f1", "You don't have a lone Pyramid on f1")


def test_CCC_48_a_pyramid_does_not_swap_with_itself():
    refused(put("Lc1"), "c1~c1", "two different Pyramids")


# --- collapses of a Constructed Pyramid ---------------------------------------------------------------

LINES = {"+>": 5, "+<": 2, "->": 2, "-<": 2}
"""Number of squares from c3 to the edge in each direction."""


def drops_of(held, squares):
    """Yield every list of drops of `held` pyramids, over all the squares on which each can fall."""
    for most in range(1, held + 1):
        for places in combinations(range(1, squares + 1), most):
            yield from (
                "".join(
                    str(dict(zip(places, split, strict=True)).get(place, 0))
                    for place in range(1, places[-1] + 1)
                )
                for split in splits(held, most)
            )


def splits(held, groups):
    """Return every way of writing a number as a sum of `groups` positive numbers."""
    if groups == 1:
        return [(held,)]
    return [
        (first, *rest) for first in range(1, held - groups + 2) for rest in splits(held - first, groups - 1)
    ]


@pytest.mark.parametrize("piece", ["(LM)", "(LMS)"])
def test_CCC_60_and_CCC_61_any_top_part_drops_anyhow_along_one_diagonal(piece):
    height = len(piece) - 2
    expected = {
        f"{held}c3{line}{drops}"
        for held in range(1, height + 1)
        for line, squares in LINES.items()
        for drops in drops_of(held, squares)
        if not (held == height and str(height) in drops)
    }
    assert collapses(put(f"{piece}c3", keepers=("", "sh7")), "c3") == expected


def test_CCC_60_the_rest_stays():
    state = put("(LMS)c3")
    assert at(play(state, "1c3+>01"), "c3") == "(LM)"
    assert at(play(state, "2c3+>11"), "c3") == "L"
    assert at(play(state, "3c3+>12"), "c3") == ""


def test_CCC_60_no_more_than_it_is_high_and_only_diagonally():
    refused(put("(LM)c3"), "3c3+>111", "has only 2 parts")
    for line in "+-<>":
        refused(put("(LM)c3"), f"2c3{line}11", "diagonally")
    refused(put("Lc3"), "1c3+>01", "Only Structures collapse")


def test_CCC_61_the_bottom_is_dropped_first():
    after = play(put("(LMS)c3"), "3c3+>1101")
    assert (at(after, "d4"), at(after, "e5"), at(after, "f6"), at(after, "g7")) == ("L", "M", "", "S")
    after = play(put("(LMS)c3"), "2c3+>11")
    assert (at(after, "c3"), at(after, "d4"), at(after, "e5")) == ("L", "M", "S")


@pytest.mark.parametrize(
    "there", ["F", "(FFFFF)", "C", "T", "N", "f", "(fffff)", "c", "t", "n", "(lms)", "(fs)"]
)
def test_CCC_61_it_passes_over_anything(there):
    state = put(f"(LM)c3 {there}d4 ce5")
    assert "2c3+>0011" in collapses(state, "c3")
    after = play(state, "2c3+>0011")
    assert (at(after, "d4"), at(after, "e5"), at(after, "f6"), at(after, "g7")) == (there, "c", "L", "M")


def test_CCC_62_all_is_dropped_at_the_edge_at_the_latest():
    state = put("(LM)c3", keepers=("", "sh7"))
    assert at(play(state, "2c3+>00011"), "h8") == "M"
    refused(state, "2c3+>00001", "lift 2 and drop 1")
    refused(state, "2c3+>000011", "leaves the board")
    refused(state, "1c3-<001", "leaves the board")


@pytest.mark.parametrize("there", ["C", "T", "N", "S", "(FS)"])
def test_CCC_62_a_plan_that_ends_where_nothing_may_land_is_illegal(there):
    state = put(f"(LM)c3 {there}h8", keepers=("", "sh7"))
    assert "2c3+>00011" not in collapses(state, "c3")
    refused(state, "2c3+>00011")


def test_CCC_62_it_drops_onto_own_flats_and_larger_pyramids():
    after = play(put("(LM)c3 Fd4 (FF)e5"), "2c3+>11")
    assert (at(after, "d4"), at(after, "e5")) == ("(FL)", "(FFM)")
    assert at(play(put("(MS)c3 (FL)e5"), "1c3+>01"), "e5") == "(FLS)"


def test_CCC_63_several_dropped_together_attack_as_one():
    after = play(put("(LMS)c3 (fffff)d4"), "3c3+>21")
    assert (at(after, "d4"), at(after, "e5")) == ("(L1M)", "S")
    after = play(put("(LMS)c3 (ffl)d4"), "3c3+>21")
    assert (at(after, "d4"), at(after, "e5")) == ("(M2)", "S")


def test_CCC_63_the_held_ones_go_on_whatever_the_result():
    after = play(put("(LM)c3 cd4 fe5"), "2c3+>11")
    assert (at(after, "d4"), at(after, "e5")) == ("c", "(M3)")
    after = play(put("(L1M)c3 (fff)d4"), "2c3+>11")
    assert (at(after, "d4"), at(after, "e5")) == ("(ff)", "M")


def test_CCC_63_each_drop_is_an_attack_of_its_own():
    state = play(put("(LMS)c3 md4 se5"), "3c3+>111")
    assert board(state) == {"d4": "(L2)", "e5": "(M2)", "f6": "S"}
    assert outcome(state) == (0, "pyramids")
