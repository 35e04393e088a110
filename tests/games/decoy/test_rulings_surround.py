"""Decoy Patrol's rulings on groups without a liberty, as in Go (DP-28 to DP-35)."""

from __future__ import annotations

import re

import msgspec
import pytest

from games.decoy.rules.board import NAMES
from tests.games.decoy.table import (
    CYAN,
    GAME,
    MAGENTA,
    PUBLIC,
    at,
    begun,
    counts,
    enemies,
    field,
    heard,
    legal,
    outcome,
    play,
    playout,
    put,
    refused,
    seen,
    step,
    targets,
    twin,
)

RING = "Dd5 Df5 De4 Ge7"
"""Cyan around e5: a step from e7 to e6 takes the last orthogonal liberty."""
EYE = "De4 Dd5 Ie6 Gf5"
"""Magenta around e5, which only a diagonal step reaches."""
JAWS = "Gd4 Dg5 Df4 Df6"
"""Cyan around f5: a step from d4 into the eye takes its last liberty."""


def put_safely(cyan="", magenta="", **options):
    """Return a position in which a square beside an enemy is no liberty."""
    return put(cyan, magenta, liberties="safe", **options)


CORNER = put("Dg7 Dg9 Di7 Dj6", "Dj9 Di9 Dh9 Dj8 Si8 Sj7 Gg8 Gh7 Da8 Ca9")
"""Six Magenta pieces in a corner, two of them unseen: the step g7-h8 takes their last liberty."""
IN_CORNER = {"h9", "i9", "j9", "i8", "j8", "j7"}


def gone(state, *squares):
    return all(at(state, square) == "" for square in squares)


def squares_in(lines):
    return set(re.findall(r"\b[a-j]\d\b", " ".join(lines)))


# --- liberties and groups -----------------------------------------------------------------------------


def test_DP_28_a_group_without_an_empty_orthogonal_neighbour_is_captured():
    state = put(RING, "Se5")
    assert at(play(state, "e7-d7"), "e5") == "S"
    state = play(state, "e7-e6")
    assert gone(state, "e5")
    assert (counts(state), at(state, "e6")) == ((5, 2), "G")


def test_DP_28_with_eight_liberties_the_slanted_neighbours_keep_a_group_alive():
    assert at(play(put(RING, "Se5", liberties="eight"), "e7-e6"), "e5") == "S"
    ring = "Dd5 Df5 De4 Dd4 Df4 Sd6 Ie6 Ge7"
    assert gone(play(put(ring, "Se5", liberties="eight"), "e7-f6"), "e5")


def test_DP_28_the_edge_and_the_corner_are_no_liberties():
    assert gone(play(put("Dj4 Dj6 Gh5", "Sj5"), "h5-i5"), "j5")
    assert gone(play(put("Da4 Da6 Gc5", "Sa5"), "c5-b5"), "a5")
    assert gone(play(put("Db0 Ga2 Cd0", "Sa0"), "a2-a1"), "a0")
    assert gone(play(put("Db0 Db1 Ga2 Cd0", "Sa0", liberties="eight"), "a2-a1"), "a0")


def test_DP_28_a_group_is_connected_orthogonally_and_falls_as_a_whole():
    wall = "Dd5 Df5 De4 Dd6 {} Ge8"
    assert gone(play(put(wall.format("Sf6"), "Se5 Ie6"), "e8-e7"), "e5", "e6")
    state = play(put(wall.format("Sh6"), "Se5 Ie6"), "e8-e7")
    assert (at(state, "e5"), at(state, "e6")) == ("S", "I")


def test_DP_28_slanted_neighbours_are_no_group():
    state = play(put(RING, "Se5 If6"), "e7-e6")
    assert (gone(state, "e5"), at(state, "f6")) == (True, "I")


def test_DP_28_eight_changes_the_liberties_and_not_the_groups():
    ring = "Dd4 De4 Df4 Dd5 Sf5 Gd7 Ie6"
    state = play(put(ring, "Se5 If6", liberties="eight"), "d7-d6")
    assert (gone(state, "e5"), at(state, "f6")) == (True, "I")


def test_DP_28_a_square_beside_an_enemy_is_no_safe_liberty():
    assert gone(play(put_safely("Dd4 Gf7", "Ge5"), "f7-f6"), "e5")
    assert at(play(put("Dd4 Gf7", "Ge5"), "f7-f6"), "e5") == "G"
    assert at(play(put_safely("Dd4 Gf7", "Ge5"), "f7-e6"), "e5") == "G"


def test_DP_28_a_slanted_enemy_does_not_make_a_square_unsafe():
    assert at(play(put_safely("Dd4 Sf7", "Ge5"), "f7-g7"), "e5") == "G"


def test_DP_28_in_a_corner_one_enemy_takes_both_safe_liberties():
    assert gone(play(put_safely("Gi3", "Sj0", bare=True), "i3-i2", "i2-i1"), "j0")
    assert at(play(put_safely("Gi3", "Sj0 Di0", bare=True), "i3-i2", "i2-i1"), "j0") == "S"


def test_DP_28_a_group_lives_by_one_safe_liberty():
    assert at(play(put_safely("Dd4 Gf7", "Ge5 Df5"), "f7-f6"), "e5") == "G"
    assert gone(play(put_safely("Dd4 Gf7 Sg4", "Ge5 Df5"), "f7-f6"), "e5", "f5")


def test_DP_29_pieces_of_either_side_fill_a_liberty():
    ring = "Dd4 De4 Df4 Dd5 Sf5 Gd7 Ie6"
    assert at(play(put(ring, "Se5", liberties="eight"), "d7-d6"), "e5") == "S"
    assert gone(play(put(ring, "Se5 If6", liberties="eight"), "d7-d6"), "e5")


def test_DP_29_the_liberties_of_friends_who_touch_count_together():
    state = put("Dd5 Df5 De4 Dd6 Sf6 Gd8", "Se5 Ie6")
    state = play(state, "d8-c8")
    assert (at(state, "e5"), at(state, "e6")) == ("S", "I")
    state = put("Dd5 Df5 De4 Ge7", "Se5 Dd7", mover=MAGENTA)
    state = play(state, "d7-d6", "end", "end")
    assert gone(play(state, "e7-e6"), "e5")
    state = put("Dd5 Df5 De4 Ge8", "Se5 De7", mover=MAGENTA)
    assert at(play(state, "e7-e6", "end", "end", "e8-e7"), "e5") == "S"


def test_DP_30_what_an_attack_leaves_without_a_safe_liberty_falls_after_the_next_step():
    state = play(put_safely("Si1 Cd4 Dd5", "Sj0 Di0 Dg9 Ca9", phase="a", bare=True), "i1xi0")
    assert at(state, "j0") == "S"
    assert gone(play(state, "g9-g8"), "j0")
    assert at(play(state, "j0-j1", "j1-j2", "j2-j3"), "j3") == "S"


def test_DP_30_liberties_are_judged_after_every_single_step():
    state = play(put(RING + " Sa5", "Se5"), "e7-e6")
    assert gone(state, "e5")
    assert (state.mover, field(state, CYAN, "phase"), field(state, CYAN, "points")) == (CYAN, "m", "2")
    assert targets(state, "a5") == {"a4", "a6", "b5"}
    assert gone(play(put(RING + " Sa5", "Se5"), "a5-a6", "e7-e6", "e6-e7"), "e5")


@pytest.mark.parametrize("liberties", ["safe", "orthogonal", "eight"])
def test_DP_30_no_layout_loses_a_piece(liberties):
    for layout in ("CSSGGIIDDD/DD8/10", "DCD7/SSD7/GGIIDD4", "9D/9D/DCSSGGIIDD"):
        assert counts(begun(layout, layout, liberties=liberties)) == (12, 12)


# --- groups that fall ---------------------------------------------------------------------------------


def test_DP_31_enemy_groups_fall_before_the_own_one():
    state = play(put(JAWS, EYE), "d4-e5")
    assert (gone(state, "f5"), at(state, "e5")) == (True, "G")
    assert counts(state) == (5, 4)


def test_DP_31_the_own_group_is_judged_when_the_captured_are_gone_with_safe_liberties_too():
    """Beside d1, only b0 is left to c0 as a liberty."""
    state = play(put("Gb1 Da1", "Db0 Dd1", liberties="safe"), "b1-c0")
    assert (gone(state, "b0"), at(state, "c0")) == (True, "G")


def test_DP_31_all_enemy_groups_without_liberties_fall_together():
    state = put("Dc5 Dd4 Dd6 Dg5 Df4 Sf6 Ge6", "Sd5 If5")
    assert heard(state, PUBLIC, "e6-e5") == ["Surrounded: 2 of Magenta's pieces."]
    assert gone(play(state, "e6-e5"), "d5", "f5")


def test_DP_31_a_step_may_surround_the_own_group():
    state = put("Gd4", EYE)
    assert "d4-e5" in legal(state)
    state = play(state, "d4-e5")
    assert gone(state, "d4", "e5")
    assert counts(state) == (2, 5)


def test_DP_31_the_own_group_falls_as_a_whole():
    state = play(put("Ie5 Gg4", "De4 Dd5 De6 Df4 Sf6 Sg5"), "g4-f5")
    assert gone(state, "e5", "f5")
    assert counts(state) == (2, 7)


def test_DP_31_with_eight_a_step_can_take_the_last_liberty_of_another_own_group():
    state = play(put("Sa0 Gc2 Ch0", "Sa1 Gb0", liberties="eight"), "c2-b1")
    assert (gone(state, "a0"), at(state, "b1")) == (True, "G")
    assert at(play(put("Sa0 Gc2 Ch0", "Sa1", liberties="eight"), "c2-b1"), "a0") == "S"


def test_DP_31_with_suicide_forbidden_such_a_step_is_illegal_and_one_that_captures_is_not():
    state = put("Gd4", EYE, suicide="forbidden")
    assert "d4-e5" not in legal(state)
    assert "surround your own group" in refused(state, "d4-e5")
    assert "d4-d3" in legal(state)
    taking = put(JAWS, EYE, suicide="forbidden")
    assert "d4-e5" in legal(taking)
    assert at(play(taking, "d4-e5"), "e5") == "G"


def test_DP_31_with_suicide_forbidden_the_fog_counts_as_empty_so_legality_leaks_nothing():
    state = msgspec.structs.replace(CORNER, options=GAME.options({"suicide": "forbidden"}))
    assert IN_CORNER - enemies(state, CYAN) == {"i9", "j9"}
    assert "surround your own group" in refused(state, "g7-h8")
    assert legal(state) == legal(twin(state, CYAN))
    assert gone(play(CORNER, "g7-h8"), *IN_CORNER)


def test_DP_31_a_step_that_surrounds_the_own_group_is_played_after_a_warning_only():
    view = GAME.view(put("Gd4", EYE), CYAN)
    choices = {choice.key: choice for choice in GAME.prompt(view, ("d4",)).choices}
    assert (choices["ne"].action, choices["sw"].action) == (None, "d4-c3")
    assert "own group" in choices["ne"].hint
    warning = GAME.prompt(view, ("d4", "ne"))
    assert (warning.shape, [choice.action for choice in warning.choices]) == ("confirm", ["d4-e5"])
    assert any(mark.kind == "danger" for mark in GAME.prompt(view, ("d4",)).marks)


# --- effects of a capture -----------------------------------------------------------------------------


@pytest.mark.parametrize("piece", ["De5", "Se5", "Ge5", "Ge5'''", "Ie5''"])
def test_DP_32_health_does_not_matter(piece):
    state = play(put(RING, f"{piece} Dh8"), "e7-e6")
    assert gone(state, "e5")
    assert outcome(state) is None


def test_DP_32_a_surrounded_commander_falls_and_the_match_with_it():
    state = play(put(RING, "Ce5"), "e7-e6")
    assert (outcome(state), gone(state, "e5")) == ((CYAN, "assassination"), True)


def test_DP_33_the_capturer_hears_the_number_and_the_emptied_squares_that_he_sees():
    told = step(CORNER, "g7-h8").told
    assert "Surrounded: 6 of Magenta's pieces." in told[CYAN]
    assert squares_in(told[CYAN][1:]) == IN_CORNER - {"j9"}
    assert told[PUBLIC] == ("Surrounded: 6 of Magenta's pieces.",)
    for who in (CYAN, PUBLIC):
        assert not re.search("Decoy|Scout|Guardian|Infiltrator|Commander", " ".join(told[who][1:]))


def test_DP_33_a_square_is_told_as_empty_to_whoever_had_run_into_its_piece():
    state = play(put("Db1 Dc0 Da3 Cj1", "Da0 Db0 Da1 Cj9 Dh9", vision="diamond"), "b1-a0")
    taken = step(state, "a3-a2")
    assert taken.told[CYAN][1:] == ("Surrounded: 3 of Magenta's pieces.", "Now empty: a0, b0, a1.")
    squares = [fallen.square for fallen in GAME.view(taken.state, CYAN).memory.fallen]
    assert [NAMES[square] for square in squares] == ["a0", "b0", "a1"]


def test_DP_33_the_owner_hears_everything():
    told = step(CORNER, "g7-h8").told
    lost = next(line for line in told[MAGENTA] if line.startswith("You lost your"))
    assert squares_in([lost]) == IN_CORNER
    assert "Scout on i8" in lost
    assert (lost.count("Decoy"), lost.count("Scout")) == (4, 2)


def test_DP_33_of_a_suicide_the_other_side_hears_the_number_and_its_owner_everything():
    told = step(put("Gd4", EYE), "d4-e5").told
    assert told[CYAN][1:3] == ("Surrounded: 1 of your pieces.", "You lost your Guardian on e5.")
    assert GAME.retold(CYAN, told[CYAN][1]) == told[PUBLIC][0]
    assert told[MAGENTA][1:] == ("Surrounded: 1 of Cyan's pieces.", "Now empty: e5.")
    assert told[PUBLIC] == ("Surrounded: 1 of Cyan's pieces.",)


def test_DP_34_there_is_no_ko():
    state = put("Gd4 Dg5 Df4 Df6", f"{EYE} Ig6")
    state = play(state, "d4-e5", "end", "end")
    assert (gone(state, "f5"), at(state, "e5"), state.mover) == (True, "G", MAGENTA)
    state = play(state, "g6-f5")
    assert (gone(state, "e5"), at(state, "f5")) == (True, "I")
    assert at(play(put("Se5"), "e5-e6", "e6-e5", "e5-e6"), "e6") == "S"


@pytest.mark.slow
def test_DP_34_pieces_never_return():
    for number in range(3):
        for state, _, _, played in playout(number)[2:]:
            assert all(now <= then for now, then in zip(counts(played.state), counts(state), strict=True))


def test_DP_35_a_capture_counts_as_destroyed_for_both_victories():
    assert outcome(play(put(RING, "Ce5"), "e7-e6")) == (CYAN, "assassination")
    assert outcome(play(put(RING, "De5"), "e7-e6")) == (CYAN, "attrition")
    assert outcome(play(put(RING, "De5 Dj9"), "e7-e6")) is None
    assert outcome(play(put(RING, "Se5"), "e7-e6")) is None


def test_DP_35_a_capture_begins_the_quiet_turns_anew():
    state = play(put(RING, "Se5", since=12), "e7-e6")
    assert field(state, PUBLIC, "since") == "0"
    state = play(state, "end")
    assert (state.mover, field(state, PUBLIC, "since")) == (MAGENTA, "0")
    assert field(play(state, "end"), PUBLIC, "since") == "1"
    assert seen(state, PUBLIC) == {}
