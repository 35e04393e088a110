"""CCC's rulings on what an Attack does to both sides (CCC-14 to CCC-20)."""

from __future__ import annotations

import pytest

from tests.kit.games.ccc_table import at, board, collapses, outcome, parts, play, pools, put, reach, refused

ATTACKERS = {
    "F": "d4",
    "(FF)": "d4",
    "(FFFFF)": "d4",
    "T": "d4",
    "S": "c4",
    "M": "c4",
    "(M1)": "c4",
    "L": "c4",
    "(LM)": "c4",
    "(LMS)": "c4",
    "(L3M1S1)": "c4",
    "(FS)": "d4",
    "(FFFLM)": "d4",
    "(FL2S)": "d4",
}
"""Attackers, each with a square from which it reaches d5."""
BASIC = ["f", "s", "m", "(m1)", "l", "t"]
STRUCTURES = ["(ff)", "(fffff)", "(lm)", "(lm1)", "(lms)", "(l2m3s1)", "(fs)", "(ffm3s)", "(fffffl)"]
PAIRS = [
    (attacker, victim, white, black)
    for attacker in ATTACKERS
    for victim in BASIC + STRUCTURES * (attacker not in ("(FF)", "(FFFFF)"))
    for white in ([1, 4, 10] if attacker == "T" else [0])
    for black in ([1, 4, 10] if victim == "t" else [0])
]


def round_by_round(attacker, victim, white, black):
    """Apply the rule's text literally: one point from each side, again and again, while both remain.

    Attackers lose from the bottom, defenders from the top. Return what's left of both, as lists.
    """
    ours = [["T", white]] if attacker == "T" else [list(part) for part in parts(attacker)]
    theirs = [["T", black]] if victim == "t" else [list(part) for part in parts(victim)]
    while ours and theirs:
        ours[0][1] -= 1
        theirs[-1][1] -= 1
        ours = [part for part in ours if part[1]]
        theirs = [part for part in theirs if part[1]]
    return ours, theirs


def struck(attacker, victim, white=0, black=0):
    """Return the state after an Attack on d5; both sides have a Pyramid, in the fight or elsewhere."""
    source = ATTACKERS[attacker]
    return play(put(f"{attacker}{source} {victim}d5", pools=f"{white},{black}"), f"{source}xd5")


@pytest.mark.slow
@pytest.mark.parametrize(("attacker", "victim", "white", "black"), PAIRS)
def test_CCC_14_both_lose_the_smaller_strength(attacker, victim, white, black):
    after = struck(attacker, victim, white, black)
    ours, theirs = round_by_round(attacker, victim, white, black)
    assert not (ours and theirs)
    left = [tuple(part) for part in ours + theirs if part[0] != "T"]
    there = at(after, "d5")
    assert there.isupper() == bool(ours)
    assert [part for part in parts(there) if part[0] != "T"] == left
    assert pools(after)[0] == sum(points for letter, points in ours if letter == "T")
    assert pools(after)[1] == sum(points for letter, points in theirs if letter == "T")
    assert at(after, ATTACKERS[attacker]) == ""


@pytest.mark.parametrize(
    ("attacker", "victim", "stands"),
    [
        ("L", "m", "(L2)"),
        ("M", "l", "(l2)"),
        ("M", "m", ""),
        ("F", "f", ""),
        ("S", "f", "(S1)"),
        ("F", "s", "(s1)"),
    ],
)
def test_CCC_15_the_survivor_stands_on_the_attacked_square(attacker, victim, stands):
    after = struck(attacker, victim)
    assert at(after, "d5") == stands
    assert at(after, ATTACKERS[attacker]) == ""


@pytest.mark.parametrize(
    ("attacker", "victim", "stands"),
    [
        ("(FL2S)", "f", "(L2S)"),
        ("(FL2S)", "m", "(S1)"),
        ("(LM)", "(fffff)", "(L1M)"),
        ("(LM)", "l", "M"),
        ("(LMS)", "(l2m3s1)", "MS"),
        ("(FFFLM)", "(ff)", "(FLM)"),
        ("(FFFLM)", "m", "(L5M)"),
    ],
)
def test_CCC_16_an_attacking_structure_loses_from_the_bottom(attacker, victim, stands):
    assert at(struck(attacker, victim), "d5").strip("()") == stands.strip("()")


@pytest.mark.parametrize(
    ("attacker", "victim", "stands"),
    [
        ("M", "(fffm)", "(fff)"),
        ("L", "(ffm)", ""),
        ("S", "(lm)", "(lm2)"),
        ("M", "(lm)", "l"),
        ("L", "(lms)", "l"),
        ("S", "(fls)", "(fl)"),
        ("F", "(ff)", "f"),
        ("(M1)", "(lms)", "(lms1)"),
        ("L", "(fffffm3)", "(ff)"),
    ],
)
def test_CCC_16_a_defending_structure_loses_from_the_top(attacker, victim, stands):
    assert at(struck(attacker, victim), "d5") == stands


def test_CCC_16_a_flat_stack_becomes_a_flat():
    assert at(struck("(FF)", "f"), "d5") == "F"
    assert at(play(put("Mc4 (fffff)d5"), "c4xd5"), "d5") == "f"


# --- damage stays -------------------------------------------------------------------------------------


def test_CCC_17_damage_goes_along_when_pyramids_are_merged_swapped_and_collapsed():
    state = play(put("Ma1 tb2 La3 fh6 cg8", pools="0,3"), "a1xb2")
    assert at(state, "b2") == "(M1)"
    state = play(state, "h6-h5", "b2~a3", "h5-h4")
    assert (at(state, "a3"), at(state, "b2")) == ("(M1)", "L")
    state = play(state, "a3&b2", "h4-h3")
    assert at(state, "b2") == "(LM1)"
    state = play(state, "1b2+>01", "h3-h2")
    assert (at(state, "b2"), at(state, "d4")) == ("L", "(M1)")


def test_CCC_17_a_weakened_pyramid_keeps_its_size():
    state = put("(M3)c3 (L1)d4 Sb4 fh6")
    assert "&d4" in reach(state, "c3")
    assert "&d4" not in reach(put("Mc3 (S1)d4"), "c3")
    refused(put("(L1)c3 Md4"), "c3&d4", "larger")
    assert at(play(state, "c3&d4"), "d4") == "(L1M3)"


def test_CCC_17_strength_is_never_regained():
    state = put("(S1)c1 (M1)f1 fh7")
    state = play(state, "c1~f1", "h7-h6", "c1-d2", "h6-h5", "f1-e2", "h5-h4")
    assert (at(state, "d2"), at(state, "e2")) == ("(M1)", "(S1)")


# --- Cubes --------------------------------------------------------------------------------------------

CUBE_ATTACKERS = {**ATTACKERS, "(FFFFFLMS)": "d4"}


@pytest.mark.parametrize("attacker", CUBE_ATTACKERS)
def test_CCC_18_suicidal_attacks_are_legal(attacker):
    source = CUBE_ATTACKERS[attacker]
    assert "xd5" in reach(put(f"{attacker}{source} cd5"), source)


@pytest.mark.parametrize("attacker", CUBE_ATTACKERS)
def test_CCC_19_the_whole_attacker_dies_on_a_cube_which_stays_unhurt(attacker):
    source = CUBE_ATTACKERS[attacker]
    after = play(put(f"{attacker}{source} cd5"), f"{source}xd5")
    assert at(after, "d5") == "c"
    assert not any(piece.isupper() for square, piece in board(after).items() if square != "h1")


def test_CCC_19_of_a_collapse_the_dropped_group_dies_on_a_cube_and_the_rest_goes_on():
    flats = play(put("(FFFF)d4 cd5"), "3d4+12")
    assert (at(flats, "d4"), at(flats, "d5"), at(flats, "d6")) == ("F", "c", "(FF)")
    pyramids = play(put("(LMS)c3 cd4"), "3c3+>21")
    assert (at(pyramids, "c3"), at(pyramids, "d4"), at(pyramids, "e5")) == ("", "c", "S")
    stack = play(put("(FFS)d4 cd5"), "3d4:+2:>1")
    assert (at(stack, "d4"), at(stack, "d5"), at(stack, "e5")) == ("", "c", "S")


def test_CCC_19_the_last_pyramid_may_die_on_a_cube_and_the_match_is_lost():
    assert outcome(play(put("Sc4 cd5"), "c4xd5")) == (1, "pyramids")


# --- sizes are for merging only -----------------------------------------------------------------------


@pytest.mark.parametrize("attacker", ["S", "M", "L", "(S1)", "(MS)", "(LM)"])
@pytest.mark.parametrize("victim", ["s", "m", "l", "(ms)", "(lms)", "(fs)", "(ffl)"])
def test_CCC_20_any_pyramid_attacks_any_pyramid(attacker, victim):
    state = put(f"{attacker}c4 {victim}d5")
    assert "xd5" in reach(state, "c4")
    play(state, "c4xd5")


def test_CCC_20_a_large_pyramid_may_be_dropped_onto_a_small_enemy():
    state = put("(LM)c3 sd4 mh2")
    assert "2c3+>11" in collapses(state, "c3")
    assert at(play(state, "2c3+>11"), "d4") == "(L4)"
