"""The rulings on rolls and moves, each tested in a small position (CVD-15 to CVD-22)."""

from __future__ import annotations

import pytest

from games import Illegal, Unreadable
from tests.games.creators.table import (
    DESTROYER,
    GAME,
    at,
    legal,
    outcome,
    play,
    put,
    roll_of,
    start,
    step,
    stuck,
)


def test_CVD_15_only_rolling_is_legal_before_the_roll_and_never_after_it():
    state = start()
    assert legal(state) == ["roll"]
    with pytest.raises(Illegal, match="Roll the die"):
        GAME.parse(GAME.view(state, 0), "a15-a14")
    rolled = play(state, "roll")
    assert "roll" not in legal(rolled)
    with pytest.raises(Illegal):
        GAME.parse(GAME.view(rolled, 0), "roll")


def test_CVD_15_the_die_is_public_at_once():
    played = step(start(), "roll")
    die = played.state.die
    assert 1 <= die <= 6
    for who in (0, 1, None):
        assert str(die) in played.told[who][0]
        assert GAME.view(played.state, who).die == die


def test_CVD_16_every_ply_draws_once_in_order():
    state = start(pattern="A")
    for ply in range(1, 30):
        before = state.chance.counter
        state = play(state, "roll")
        assert state.chance.counter == before + 1
        state = play(state, legal(state)[-1])
        assert state.chance.counter == before + 1
        assert state.ply == ply + 1


def test_CVD_16_a_roll_that_is_skipped_has_drawn():
    state = roll_of(stuck(), 6)
    assert play(state, "roll").chance.counter == state.chance.counter + 1


def test_CVD_17_a_roll_without_a_move_skips_the_turn_and_the_ply_counts():
    played = step(roll_of(stuck(), 6), "roll")
    after = played.state
    assert GAME.to_act(after) == (DESTROYER,)
    assert after.die == 0
    assert after.ply == 2
    assert after.board == stuck().board
    for who in (0, 1, None):
        assert "skip" in played.told[who][0]


def test_CVD_17_a_skip_in_the_last_ply_ends_the_game():
    state = roll_of(stuck(DESTROYER, round=20), 6)
    assert outcome(play(state, "roll")) == (DESTROYER, "held-out")


def test_CVD_18_a_turn_with_a_move_cannot_be_passed():
    state = put("a12", "l1", die=6)
    assert set(legal(state)) == {"a12-g12", "a12-a6", "a12-g6"}
    for text in ("end", "pass", "--", "skip", ""):
        with pytest.raises(Unreadable):
            GAME.parse(GAME.view(state, 0), text)


def test_CVD_19_pieces_in_between_are_leapt_over_unharmed():
    state = put("a12 b12 c12", "d12 e12", die=5)
    after = play(state, "a12-f12")
    assert [at(after, square) for square in ("b12", "c12", "d12", "e12", "f12")] == list("CCDDC")


def test_CVD_20_a_move_is_exactly_the_die_in_one_of_eight_directions():
    state = put("f6", "a1", die=3)
    assert set(legal(state)) == {
        f"f6-{target}" for target in ("f3", "f9", "i6", "c6", "i3", "c3", "i9", "c9")
    }


@pytest.mark.parametrize("text", ["f6-f8", "f6-f10", "f6-g9", "f6-f6", "f6-e3"])
def test_CVD_20_no_other_length_and_no_bend(text):
    with pytest.raises(Illegal, match="exactly 3"):
        GAME.parse(GAME.view(put("f6", "a1", die=3), 0), text)


def test_CVD_20_no_move_leaves_the_board_or_comes_in_on_the_other_side():
    assert set(legal(put("a12", "l1", die=2))) == {"a12-a10", "a12-c12", "a12-c10"}
    with pytest.raises(Illegal, match="isn't on the board"):
        GAME.parse(GAME.view(put("a12", "l1", die=2), 0), "a12-a14")
    with pytest.raises(Illegal):
        GAME.parse(GAME.view(put("a12", "l1", die=2), 0), "a12-k12")


def test_CVD_20_nobody_lands_on_a_friend():
    state = put("a12 c12", "l1", die=2)
    assert "a12-c12" not in legal(state)
    with pytest.raises(Illegal, match="own pawn"):
        GAME.parse(GAME.view(state, 0), "a12-c12")


def test_CVD_21_landing_on_an_enemy_removes_it_whatever_sign_is_written():
    state = put("f6", "f3", die=3)
    assert "f6xf3" in legal(state)
    for text in ("f6xf3", "f6-f3"):
        action = GAME.parse(GAME.view(state, 0), text)
        assert GAME.format(action) == "f6xf3"
        assert at(GAME.play(state, 0, action).state, "f3") == "C"
    assert GAME.format(GAME.parse(GAME.view(state, 0), "f6xf9")) == "f6-f9"


def test_CVD_21_a_capture_is_a_choice_unless_the_option_compels_it():
    pawns = {"creators": "f6 a12", "destroyers": "f3", "die": 3}
    assert len(legal(put(**pawns))) > 1
    assert legal(put(**pawns, mustCapture="on")) == ["f6xf3"]
    with pytest.raises(Illegal, match="capture"):
        GAME.parse(GAME.view(put(**pawns, mustCapture="on"), 0), "f6-f9")


def test_CVD_21_without_a_capture_mustCapture_changes_nothing():
    assert legal(put("f6 a12", "a1", die=3, mustCapture="on")) == legal(put("f6 a12", "a1", die=3))


def test_CVD_22_home_rows_of_either_side_may_be_entered_and_left():
    assert "f3-f1" in legal(put("f3", "a1", die=2))
    assert "f12-h12" in legal(put("f12", "a1", die=2))
    assert "f1-h1" in legal(put("f1", "a1", die=2))
