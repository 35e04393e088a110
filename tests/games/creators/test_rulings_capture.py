"""The rulings on captures and re-entry, each tested in a small position (CVD-23 to CVD-28)."""

from __future__ import annotations

import random

import msgspec
import pytest

from games.creators.rules.state import LastMove
from tests.games.creators.table import (
    CREATOR,
    DESTROYER,
    GAME,
    SMALL,
    at,
    legal,
    near,
    outcome,
    pattern_squares,
    play,
    put,
    rows,
    shown,
    start,
    step,
    without,
)


def test_CVD_23_a_captured_pawn_is_back_at_home_at_once():
    after = play(put("f6", "f3", die=3), "f6xf3")
    assert after.board.count(2) == 1
    assert at(after, "f1") == "D"
    after = play(put("f6", "f3", side=DESTROYER, die=3), "f3xf6")
    assert at(after, "f12") == "C"


@pytest.mark.parametrize(
    ("home", "expected"),
    [
        ("", "f1"),
        ("f1", "e1"),
        ("f1 e1", "g1"),
        ("f1 e1 g1 d1 h1 c1 i1 b1 j1 a1 k1", "l1"),
        (rows(1), "f2"),
        (rows(1) + " f2", "e2"),
        (rows(1) + " f2 e2", "g2"),
    ],
)
def test_CVD_24_near_tries_the_back_row_then_the_front_row_from_the_column_where_it_was_taken(home, expected):
    after = play(put("f6", f"f3 {home}", die=3), "f6xf3")
    assert after.last.entries == (expected,)
    mirrored = " ".join(f"{square[0]}{13 - int(square[1:])}" for square in home.split())
    after = play(put(f"f10 {mirrored}", "f7", side=DESTROYER, die=3), "f7xf10")
    assert after.last.entries == (f"{expected[0]}{13 - int(expected[1:])}",)


def test_CVD_24_an_enemy_on_a_home_square_is_not_replaced_by_a_re_entry():
    after = play(put("f6 f1", "f3", die=3), "f6xf3")
    assert at(after, "f1") == "C"
    assert after.last.entries == ("e1",)


def test_CVD_24_scan_takes_the_first_empty_square_row_by_row_from_the_top():
    assert play(put("f6", "f3", die=3, reentry="scan"), "f6xf3").last.entries == ("a2",)
    assert play(put("f6", "f3 a2 b2", die=3, reentry="scan"), "f6xf3").last.entries == ("c2",)
    after = play(put("f6 a12", "f3", side=DESTROYER, die=3, reentry="scan"), "f3xf6")
    assert after.last.entries == ("b12",)


def test_CVD_25_the_square_just_left_is_free_for_the_victim():
    home = without(rows(12, 11), "f11")
    state = put(f"f8 {home}", "f11", side=DESTROYER, die=3)
    after = play(state, "f11xf8")
    assert at(after, "f11") == "C"
    assert after.reserves == ((), ())


def test_CVD_25_the_victim_comes_in_before_those_who_wait():
    home = without(rows(12, 11), "f11")
    state = put(f"f8 {home}", "f11", side=DESTROYER, die=3, waiting=((0, 11), ()))
    after = play(state, "f11xf8")
    assert at(after, "f11") == "C"
    assert after.reserves == ((0, 11), ())


def test_CVD_25_the_mover_s_reserves_come_in_before_the_other_s():
    creators = without(rows(12, 11), "a12")
    destroyers = f"{without(rows(1, 2), 'a1')} a12"
    state = put(creators, destroyers, side=DESTROYER, die=3, waiting=((0,), (0,)))
    after = play(state, "a12-d9")
    assert after.last.entries == ("a1", "a12")
    assert after.reserves == ((), ())


def test_CVD_25_the_win_is_judged_before_the_turn_passes():
    *most, last = pattern_squares(start(**SMALL))
    after = play(put(" ".join([*most, near(last)]), "a1", die=1), f"{near(last)}-{last}")
    assert after.ply == 1
    assert outcome(after) == (CREATOR, "pattern")
    assert shown(after).split()[1:3] == ["-", "-"]


def test_CVD_26_a_pawn_whose_home_is_full_waits_in_public():
    state = put(f"{rows(12, 11)}", "f8", side=DESTROYER, die=3)
    played = step(state, "f8xf11")
    assert shown(played.state).split()[3] == "1,0"
    assert played.state.reserves == ((5,), ())
    assert at(played.state, "f11") == "D"
    assert played.state.last == LastMove("f8", "f11", True, ())
    for who in (0, 1, None):
        assert "waits" in played.told[who][0]


def test_CVD_26_the_first_in_is_the_first_to_enter_in_the_ply_that_frees_a_square():
    creators = without(rows(12, 11), "f11", "c11")
    state = put(creators, "f11 c11 a1", side=DESTROYER, die=3, waiting=((5, 2), ()))
    after = play(state, "f11-f8")
    assert after.last.entries == ("f11",)
    assert after.reserves == ((2,), ())


def test_CVD_26_who_waits_longest_enters_first_each_near_where_it_was_taken():
    state = put("f6", "a1", die=1, waiting=((5, 5, 11), ()))
    after = play(state, "f6-f7")
    assert after.last.entries == ("f12", "e12", "l12")
    assert after.reserves == ((), ())


def test_CVD_26_who_is_taken_last_waits_last():
    state = put(rows(12, 11), "f8", side=DESTROYER, die=3, waiting=((2, 9), ()))
    assert play(state, "f8xf11").reserves == ((2, 9, 5), ())


def test_CVD_26_the_own_side_frees_a_square_as_well():
    state = put(without(rows(12, 11), "f11"), "f11 a1", die=3, waiting=((5,), ()))
    after = play(state, "a11-a8")
    assert after.last.entries == ("a11",)
    assert after.reserves == ((), ())
    assert GAME.to_act(after) == (DESTROYER,)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(6))
def test_CVD_27_no_pawn_is_ever_lost_however_often_it_is_taken(number):
    rng, taken = random.Random(number), 0
    state = start(rng.randbytes(32), boardSize=12, mustCapture="on", ending="endless", pattern="#")
    for _ in range(1600):
        if GAME.result(state):
            break
        text = rng.choice(legal(state))
        taken += "x" in text
        state = play(state, text)
        for seat in (0, 1):
            assert state.board.count(seat + 1) + len(state.reserves[seat]) == 24
    assert taken > 200


def test_CVD_28_pawns_of_a_side_cannot_be_told_apart():
    before = put("a12 b12", "l1")
    state = before
    for text in ("a12-a11", "b12-a12", "a11-b12"):
        state = play(msgspec.structs.replace(state, side=CREATOR, die=1), text)
    assert state.board == before.board
    assert shown(state).split()[0] == shown(before).split()[0]
