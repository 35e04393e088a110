"""CCC's rulings on how a match ends (CCC-70 to CCC-75)."""

from __future__ import annotations

import pytest

from games import Illegal, MatchReason, Result
from games.ccc.rules.state import CccReason
from tests.kit.games.ccc_table import (
    BLACK,
    GAME,
    PUBLIC,
    WHITE,
    at,
    board,
    field,
    outcome,
    play,
    put,
    refused,
    shown,
    start,
    step,
)
from tests.kit.games.persons import is_the_same_for_all

COOL = "{Cool move.}"
BLACKS_TURNS = ["g7-g6", "g6-g7"]
CYCLE = ["a2-a3", "g7-g6", "a3-a2", "g6-g7"]
CUBES = "Ca2 cg7"


# --- pyramids -----------------------------------------------------------------------------------------


def test_CCC_70_only_the_loss_of_all_three_pyramids_ends_the_match():
    state = play(put("(FFFF)d4 (FFFF)f4 sd5 mf5 lh5"), "d4xd5", "h5-g6", "f4xf5")
    assert outcome(state) is None
    assert [piece for piece in board(state).values() if piece.islower()] == ["l"]


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        ("Lc4 sd5", "c4xd5"),
        ("Lc4 (ms)d5 Sa1", "c4xd5"),
        ("Td4 (s1)d8", "d4xd8"),
        ("(FFF)d4 sd5", "d4xd5"),
        ("(FFFF)d4 (fs)d5", "3d4+3"),
        ("(LM)c3 se5", "2c3+>011"),
        ("(FFFL)d4 (s1)d5", "2d4:+1:>1"),
        ("(FFFL)d4 sd5", "4d4:+2:>2"),
    ],
)
def test_CCC_70_whoever_loses_the_last_one_loses(pieces, text):
    assert outcome(play(put(pieces), text)) == (WHITE, "pyramids")


def test_CCC_70_black_wins_too():
    assert outcome(play(put("ld5 Sc4", side="b"), "d5xc4")) == (BLACK, "pyramids")


def test_CCC_71_a_collapse_runs_to_its_end_after_the_last_pyramid_fell():
    after = play(put("(LM)c3 sd4 (ff)e5"), "2c3+>11")
    assert (at(after, "d4"), at(after, "e5")) == ("(L4)", "(M2)")
    assert outcome(after) == (WHITE, "pyramids")
    flats = play(put("(FFFF)d4 (s1)d5 td6"), "4d4+121")
    assert (at(flats, "d7"), field(flats, "pools"), outcome(flats)) == ("F", "0,8", (WHITE, "pyramids"))


def test_CCC_71_what_is_lost_later_in_the_same_collapse_counts():
    after = play(put("(MS)c3 md4 ce5"), "2c3+>11")
    assert outcome(after) == (None, "both-pyramids")
    assert board(after) == {"e5": "c"}


def test_CCC_72_both_without_pyramids_in_one_turn_is_a_draw():
    for pieces in ("Sc4 sd5", "(M3)c4 (m3)d5", "(LM)c4 (lm)d5"):
        after = play(put(pieces), "c4xd5")
        assert outcome(after) == (None, "both-pyramids")


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        ("Sc4 ld5", "c4xd5"),
        ("(LMS)c4 cd5", "c4xd5"),
        ("(FS)d4 (ffl)e5", "d4xe5"),
        ("(MS)c3 cd4 ce5", "2c3+>11"),
    ],
)
def test_CCC_73_losing_ones_own_last_pyramid_loses(pieces, text):
    assert outcome(play(put(pieces), text)) == (BLACK, "pyramids")


# --- repetition ---------------------------------------------------------------------------------------


def test_CCC_74_the_third_occurrence_is_a_draw_and_the_start_is_the_first():
    state = play(put(CUBES), *CYCLE, *CYCLE[:3])
    assert outcome(state) is None
    assert outcome(play(state, CYCLE[3])) == (None, "repetition")


def test_CCC_74_at_the_start_of_a_match_too():
    state = play(start(first="white"), *["b1-b4", "b8-b5", "b4-b1", "b5-b8"] * 2)
    assert outcome(state) == (None, "repetition")


def test_CCC_74_other_flag_booleans_make_another_position():
    state = play(put(f"{CUBES} Nd4", moved="10"), *CYCLE * 2)
    assert outcome(state) is None
    assert outcome(play(state, CYCLE[0])) == (None, "repetition")


def test_CCC_74_another_side_to_move_makes_another_position():
    state, three = put(CUBES, quiet=0), ["a2-a3", "a3-b3", "b3-a2"]
    for number in range(24):
        assert outcome(state) is None
        state = play(state, three[number // 2 % 3] if number % 2 == 0 else BLACKS_TURNS[number // 2 % 2])
    assert outcome(state) == (None, "repetition")


def test_CCC_74_other_strengths_or_pools_make_another_position():
    state = play(put(f"{CUBES} Fe4 te5 Td1"), *CYCLE, "e4xe5", "g7-g6", "a2-a3", "g6-g7", "a3-a2", "g7-g6")
    assert (outcome(state), field(state, "pools")) == (None, "10,9")


# --- quiet --------------------------------------------------------------------------------------------

QUIET = {
    "move": ("Fd4", "d4-d5"),
    "merge": ("Fd4 Fe4", "d4&e4"),
    "swap": ("Lc1 Md1", "c1~d1"),
    "Flag move": ("Nd4", f"N@a4{COOL}"),
    "Flag re-placed": ("Fd4", f"N*{COOL}"),
    "collapse": ("(FFF)d4", "2d4+11"),
    "attack on a Flag": ("Sc4 nd5", "c4xd5"),
    "drop on a Flag": ("(LM)c3 nd4", "2c3+>11"),
    "strike on a Flag from afar": ("Ta1 na5", "a1xa5"),
    "forced pass": ("La1 Cb2 Nh7 nc3 sg1 ch4", "--"),
}
STRONGER = {"swap": WHITE, "attack on a Flag": BLACK, "drop on a Flag": WHITE, "forced pass": WHITE}
"""The side with more Strength in Pyramids after the action; in other cases both have equal Strength."""
LARGER = dict.fromkeys(("move", "merge", "Flag re-placed", "collapse", "strike on a Flag from afar"), WHITE)
"""The side with more Flats and Toruses after the action; in other cases both have as many."""
LOUD = {
    "attack": ("Fd4 td5", "d4xd5"),
    "attack on a Cube": ("Fd4 cd5", "d4xd5"),
    "hop": ("Fd4 fd5", "d4^d6"),
    "drop on an enemy": ("(FFF)d4 fd5", "2d4+11"),
    "drop on a Flag and on an enemy": ("(LM)c3 nd4 fe5", "2c3+>11"),
    "drop on an enemy and on a Flag": ("(LM)c3 fd4 ne5", "2c3+>11"),
    "drop of a Pyramid Stack": ("(FFS)d4 cd5", "3d4:+1:>2"),
}


def before_quiet(kind, table, **options):
    pieces, text = table[kind]
    moved = "10" if kind == "forced pass" else "00"
    return put(pieces, calm=13, ply=200, moved=moved, torusHitsFlag="on", **options), text


@pytest.mark.parametrize("kind", QUIET)
def test_CCC_75_fourteen_plies_without_an_attack_end_the_match(kind):
    strength, army = STRONGER.get(kind), STRONGER.get(kind, LARGER.get(kind))
    for result, winner in (("draw", None), ("strength", strength), ("army", army)):
        state, text = before_quiet(kind, QUIET, quietResult=result)
        after = play(state, text)
        assert (outcome(after), field(after, "quiet")) == ((winner, "quiet"), "14")


@pytest.mark.parametrize("kind", LOUD)
def test_CCC_75_an_attack_or_a_hop_begins_anew(kind):
    state, text = before_quiet(kind, LOUD)
    after = play(state, text)
    assert (outcome(after), field(after, "quiet")) == (None, "0")


@pytest.mark.parametrize("most", [1, 3, 1000])
def test_CCC_75_the_number_is_an_option(most):
    state = put(CUBES, calm=most - 1, ply=2000, quiet=most)
    assert outcome(play(state, "a2-a3")) == (None, "quiet")
    if most > 1:
        earlier = put(CUBES, calm=most - 2, ply=2000, quiet=most)
        assert outcome(play(earlier, "a2-a3")) is None


@pytest.mark.parametrize("calm", [14, 15, 40])
def test_CCC_75_a_start_at_or_over_the_number_is_judged_after_the_first_action(calm):
    state = put("Fd4 fd5 Lb1", calm=calm)
    assert outcome(state) is None
    ended = play(state, "b1-c2")
    assert (outcome(ended), field(ended, "quiet")) == ((WHITE, "quiet"), str(calm + 1))
    going = play(state, "d4xd5")
    assert (outcome(going), field(going, "quiet")) == (None, "0")
    won = play(put("Lc3 sd4", calm=calm), "c3xd4")
    assert outcome(won) == (WHITE, "pyramids")


def test_CCC_75_0_is_never():
    assert outcome(play(put(CUBES, calm=99, ply=2000, quiet=0), "a2-a3")) is None
    assert outcome(play(put(CUBES, calm=5000, ply=6000, quiet=0), "a2-a3")) is None


@pytest.mark.parametrize(
    ("pieces", "winner"),
    [
        ("Sh1 sh8", None),
        ("Lh1 sh8", WHITE),
        ("(S1)h1 sh8", BLACK),
        ("(FFFFFS)h1 mh8", BLACK),
        ("(LM)h1 (lms)h8", BLACK),
        ("Lh1 (ms)h8", None),
        ("Sh1 Mg1 (l4)h8", WHITE),
        ("(L4M1S)h1 (fm)h8 sd8", WHITE),
        ("Sh1 Ta1 Fe1 (s1)h8 td8 (fffff)b8", WHITE),
    ],
)
def test_CCC_75_the_stronger_pyramids_win_unless_the_option_says_a_draw(pieces, winner):
    state = put(f"{CUBES} {pieces}", calm=13, ply=200, quietResult="strength")
    assert outcome(play(state, "a2-a3")) == (winner, "quiet")
    drawn = put(f"{CUBES} {pieces}", calm=13, ply=200, quietResult="draw")
    assert outcome(play(drawn, "a2-a3")) == (None, "quiet")


@pytest.mark.parametrize(
    ("pieces", "pools", "winner"),
    [
        ("Sh1 sh8", None, None),
        ("Lh1 (fffff)b8 sh8 td8", None, WHITE),
        ("(S1)h1 (FFFFF)b1 Td1 sh8", None, BLACK),
        ("Sh1 Fe1 sh8", None, WHITE),
        ("Sh1 (FFF)e1 sh8 fa8 fb8 fc8", None, None),
        ("Lh1 (ffms)h8", None, BLACK),
        ("Sh1 Td1 sh8 td8 te8", "3,2", WHITE),
        ("Sh1 Td1 sh8 fa8 (ff)f8", "3,0", None),
        ("Sh1 Td1 Te1 sh8 (fffff)b8 fc8", "5,0", BLACK),
    ],
)
def test_CCC_75_where_the_pyramids_are_equal_more_flats_and_toruses_win(pieces, pools, winner):
    state = put(f"{CUBES} {pieces}", pools=pools, calm=13, ply=200)
    assert outcome(play(state, "a2-a3")) == (winner, "quiet")
    by_name = put(f"{CUBES} {pieces}", pools=pools, calm=13, ply=200, quietResult="army")
    assert outcome(play(by_name, "a2-a3")) == (winner, "quiet")


# --- when it is over ----------------------------------------------------------------------------------


def test_ply_and_side_advance_on_the_final_action_too():
    after = play(put("Lc4 sd5", ply=31), "c4xd5")
    assert outcome(after) == (WHITE, "pyramids")
    assert shown(after) == "8/8/8/3(L4)4/8/8/8/8 b 0,0 00 0 32"


def test_when_it_is_over_nobody_acts():
    after = play(put("Lc4 sd5"), "c4xd5")
    assert GAME.to_act(after) == ()
    for who in (WHITE, BLACK, PUBLIC):
        assert list(GAME.actions(GAME.view(after, who))) == []
        with pytest.raises(Illegal, match="over"):
            GAME.parse(GAME.view(after, who), "--")
    for seat in (WHITE, BLACK):
        assert "over" in refused(after, "d5-e6", seat=seat)


@pytest.mark.parametrize(
    ("state", "text", "words"),
    [
        (put("Lc4 sd5"), "c4xd5", "White wins"),
        (put("Sc4 ld5"), "c4xd5", "Black wins"),
        (put("Sc4 sd5"), "c4xd5", "Drawn"),
        (put(CUBES, calm=99), "a2-a3", "Drawn"),
    ],
)
def test_everybody_is_told_how_it_ended(state, text, words):
    told = step(state, text).told
    assert is_the_same_for_all(told, GAME.seats)
    assert words in told[PUBLIC][-1]


ENDINGS = [
    (0, "pyramids", "White wins: Black's Pyramids are destroyed"),
    (1, "quiet", "Black wins: no attack for too long, and Black's army is stronger"),
    (None, "quiet", "Drawn: too many turns without an attack"),
    (None, "both-pyramids", "Drawn: both sides lost their last Pyramids in one turn"),
    (None, "repetition", "Drawn: this position has come up for the third time"),
    (None, "stuck", "Drawn: neither side can do anything"),
    (0, "resigned", "White wins: Black resigned"),
    (1, "time", "Black wins on time"),
    (None, "agreed", "Drawn by agreement"),
    (0, "adjudicated", "White wins by adjudication"),
    (None, "adjudicated", "Drawn by adjudication"),
    (None, "aborted", "Aborted"),
    (None, "cancelled", "Canceled"),
]
"""Winner, reason, and the words in the picture."""


@pytest.mark.parametrize(("winner", "reason", "words"), ENDINGS)
def test_the_picture_says_how_it_ended(winner, reason, words):
    ended = GAME.ended(put("Fd4"), Result(winner, reason))
    for who in (0, 1, None):
        scene = GAME.scene(GAME.view(ended, who))
        assert scene.subtitle == words
        assert f". {words}. Turn" in scene.alt


def test_the_picture_has_words_for_every_reason():
    reasons = (*MatchReason, *CccReason)
    assert {reason for _, reason, _ in ENDINGS} == {reason.value for reason in reasons}
