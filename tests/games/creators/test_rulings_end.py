"""The rulings on winning and ending, each tested in a small position (CVD-29 to CVD-34)."""

from __future__ import annotations

import math

import msgspec
import pytest

from games import MatchReason, Result
from games.creators.rules import rules
from games.creators.rules.glyph_table import par_of
from games.creators.rules.glyphs import GLYPHS
from games.creators.rules.state import CreatorsReason
from tests.games.creators.table import (
    CREATOR,
    DESTROYER,
    GAME,
    SMALL,
    legal,
    near,
    on_pattern,
    outcome,
    pattern_squares,
    play,
    put,
    roll_of,
    shown,
    start,
    step,
    stuck,
)


def test_CVD_29_the_destroyer_does_not_win_by_the_pattern():
    *most, last = pattern_squares(start(**SMALL))
    pawns = {"creators": "a12", "destroyers": " ".join([*most, near(last)]), "side": DESTROYER, "die": 1}
    assert outcome(play(put(**pawns), f"{near(last)}-{last}")) is None
    raced = play(put(**pawns, victory="race"), f"{near(last)}-{last}")
    assert outcome(raced) == (DESTROYER, "pattern")


def test_CVD_30_all_required_cells_at_once_win_whatever_else_stands_about():
    *most, last = pattern_squares(start(**SMALL))
    more = "a12 b12 l7 k3"
    state = put(f"{' '.join(most)} {near(last)} {more}", "a1 b1", die=1)
    assert outcome(play(state, "a12-a11")) is None
    assert outcome(play(state, f"{near(last)}-{last}")) == (CREATOR, "pattern")


def test_CVD_30_a_cell_that_was_left_does_not_count():
    first, *most = pattern_squares(start(**SMALL))
    last = most[-1]
    state = put(" ".join([*most[:-1], first, near(last)]), "a1", die=1)
    away = [t for t in legal(state) if t.startswith(f"{first}-") and t.split("-")[1] not in most]
    state = play(state, away[0])
    state = msgspec.structs.replace(state, side=CREATOR, die=1, ply=3)
    assert outcome(play(state, f"{near(last)}-{last}")) is None


def test_CVD_30_a_destroyer_ply_never_wins_for_the_creator():
    state = put(" ".join(pattern_squares(start(**SMALL))), "a1 b1", side=DESTROYER, die=1)
    assert outcome(play(state, "a1-a2")) is None


def test_CVD_30_a_skip_never_wins_for_the_creator():
    state = stuck(round=20, pattern="#")
    closed = [square for square in ("a12", "g12", "a6", "g6") if square in pattern_squares(state)]
    assert closed == ["g6"]
    needed = msgspec.structs.replace(
        state,
        setup=msgspec.structs.replace(
            state.setup, pattern=msgspec.structs.replace(state.setup.pattern, par=1)
        ),
    )
    assert shown(needed).split()[5] == "1"
    assert outcome(play(roll_of(needed, 6), "roll")) is None


@pytest.mark.parametrize("more", [0, 1])
def test_CVD_30_holding_enough_does_not_win_without_a_move_that_fills(more):
    held = on_pattern(par_of("+", 20) + more)
    enough = put(f"{held} a12", "a1", die=1, round=20)
    assert outcome(play(enough, "a12-a11")) is None
    around = [text for text in legal(enough) if text.split("-")[0] in held.split()]
    assert around
    assert {outcome(play(enough, text)) for text in around} == {None}


@pytest.mark.parametrize(
    ("held", "expected"), [(-2, None), (-1, (CREATOR, "pattern")), (1, (CREATOR, "pattern"))]
)
def test_CVD_30_a_move_that_fills_wins_when_it_is_enough(held, expected):
    squares = pattern_squares(start(**SMALL))
    others, last = squares[: par_of("+", 20) + held], squares[-1]
    state = put(f"{' '.join(others)} {near(last)}", "a1 b1", die=1, round=20)
    after = step(state, f"{near(last)}-{last}")
    assert outcome(after.state) == expected
    count = len(others) + 1
    ending = f"The Creator fills a cell and holds enough of the pattern ({count} of 13 cells, 5 needed)."
    assert (ending in after.told[None]) == (expected is not None)
    if expected:
        view = GAME.view(after.state, None)
        assert GAME.scene(view).subtitle == f"Creator wins: {count} of 13 cells held"


def test_CVD_30_in_a_race_the_destroyer_too_must_fill():
    squares = pattern_squares(start(**SMALL))
    held, last = " ".join(squares[: par_of("+", 20)]), squares[-1]
    state = put("a12", f"{held} {near(last)} l1", side=DESTROYER, die=1, round=20, victory="race")
    assert outcome(play(state, "l1-l2")) == (DESTROYER, "race")
    assert outcome(play(state, f"{near(last)}-{last}")) == (DESTROYER, "pattern")


@pytest.mark.parametrize("rounds", [20, 40])
def test_CVD_31_the_requirement_falls_evenly_from_all_cells_in_the_first_round_to_par_in_the_last(rounds):
    state = put("a12", "l1", rounds=rounds)
    total, par = len(state.setup.pattern.cells), state.setup.pattern.par
    needs = [
        int(shown(put("a12", "l1", rounds=rounds, round=number)).split()[5])
        for number in range(1, rounds + 1)
    ]
    assert (needs[0], needs[-1]) == (total, math.ceil(par))
    # The least whole number that isn't below the straight line from N in round 1 to par in round L.
    falls = rounds - 1
    for number, need in enumerate(needs):
        line = total * falls - (total - par) * number
        assert (need - 1) * falls < line <= need * falls


def test_CVD_31_the_example_of_16_cells():
    needs = [rules.need(GAME.options({}), 16, 6, number) for number in (1, 2, 3, 5, 10, 15, 19, 20)]
    assert needs == [16, 16, 15, 14, 12, 9, 7, 6]
    assert [rules.need(GAME.options({"rounds": 40}), 16, 8, number) for number in (20, 30, 40)] == [13, 11, 8]


def test_CVD_31_a_match_has_20_rounds_when_nothing_else_is_said():
    assert GAME.options({}) == GAME.options({"rounds": 20})


def test_CVD_31_after_the_last_round_the_destroyer_has_won():
    state = put("a12", "l1", side=DESTROYER, die=1, round=20)
    after = play(state, "l1-l2")
    assert outcome(after) == (DESTROYER, "held-out")
    assert shown(after).split()[1:] == ["-", "-", "0,0", "20", str(par_of("+", 20))]
    assert outcome(play(put("a12", "l1", side=DESTROYER, die=1, round=19), "l1-l2")) is None


def test_CVD_31_classic_needs_every_cell_to_the_end():
    needs = {shown(put("a12", "l1", ending="classic", round=number)).split()[5] for number in (1, 10, 11, 20)}
    assert needs == {str(len(put().setup.pattern.cells))}
    after = play(put("a12", "l1", ending="classic", side=DESTROYER, die=1, round=20), "l1-l2")
    assert outcome(after) == (DESTROYER, "held-out")


def test_CVD_31_endless_goes_on_to_a_technical_end_after_2000_plies():
    options = {"ending": "endless", "side": DESTROYER, "die": 1}
    assert outcome(play(put("a12", "l1", **options, round=20), "l1-l2")) is None
    assert outcome(play(put("a12", "l1", **options, round=999), "l1-l2")) is None
    assert outcome(play(put("a12", "l1", **options, round=1000), "l1-l2")) == (DESTROYER, "held-out")
    assert shown(put("a12", "l1", **options, round=999)).split()[5] == str(len(put().setup.pattern.cells))


def test_CVD_31_a_par_is_at_least_one_and_at_most_all_cells():
    for glyph in GLYPHS:
        total = len(start(pattern=glyph).setup.pattern.cells)
        assert all(1 <= par_of(glyph, rounds) <= total for rounds in (20, 40))


def test_CVD_32_the_falling_requirement_is_announced_to_all_when_it_changes_and_only_then():
    for number in range(1, 20):
        state = put("a12", "l1", side=DESTROYER, die=1, round=number)
        played = step(state, "l1-l2")
        before, after = (shown(s).split()[5] for s in (state, played.state))
        for who in (0, 1, None):
            assert played.told[who][1:] == played.told[None][1:]
            assert (len(played.told[who]) == 2) == (before != after)
            assert before == after or after in played.told[who][1]


@pytest.mark.parametrize(
    ("creators", "destroyers", "expected"),
    [
        (slice(0, 3), slice(3, 5), (CREATOR, "race")),
        (slice(0, 2), slice(2, 5), (DESTROYER, "race")),
        (slice(0, 2), slice(2, 4), (None, "race")),
        (slice(0, 0), slice(0, 0), (None, "race")),
    ],
)
@pytest.mark.parametrize("limit", [{"ending": "classic", "round": 20}, {"ending": "endless", "round": 1000}])
def test_CVD_33_at_the_limit_of_a_race_more_cells_win_and_equal_is_a_draw(
    creators, destroyers, expected, limit
):
    squares = pattern_squares(start(**SMALL))
    first, second = " ".join([*squares[creators], "a12"]), " ".join([*squares[destroyers], "l1"])
    state = put(first, second, side=DESTROYER, die=1, victory="race", **limit)
    assert outcome(play(state, "l1-l2")) == expected


def test_CVD_33_the_falling_requirement_holds_for_both_sides_of_a_race():
    squares = pattern_squares(start(**SMALL))
    held, last = " ".join(squares[: par_of("+", 20) - 1]), squares[-1]
    state = put("a12", f"{held} {near(last)} l1", side=DESTROYER, die=1, round=20, victory="race")
    assert outcome(play(state, f"{near(last)}-{last}")) == (DESTROYER, "pattern")
    state = put(f"{held} {near(last)} a12", "l1", die=1, round=20, victory="race")
    assert outcome(play(state, f"{near(last)}-{last}")) == (CREATOR, "pattern")


ENDINGS = [
    (CREATOR, "pattern", "Creator wins: 3 of 13 cells held"),
    (DESTROYER, "held-out", "Destroyer wins: held out to the end"),
    (CREATOR, "race", "Creator wins: more cells at the end"),
    (None, "race", "Drawn: both hold the same number of cells"),
    (CREATOR, "resigned", "Creator wins: Destroyer resigned"),
    (DESTROYER, "resigned", "Destroyer wins: Creator resigned"),
    (DESTROYER, "time", "Destroyer wins on time"),
    (None, "agreed", "Drawn by agreement"),
    (CREATOR, "adjudicated", "Creator wins by adjudication"),
    (None, "adjudicated", "Drawn by adjudication"),
    (None, "aborted", "Aborted"),
    (None, "cancelled", "Canceled"),
]
"""Winner, reason, and the words in the picture."""


@pytest.mark.parametrize(("winner", "reason", "words"), ENDINGS)
def test_the_picture_says_how_it_ended(winner, reason, words):
    ended = GAME.ended(put(f"{on_pattern(3)} a12", "l1"), Result(winner, reason))
    for who in (CREATOR, DESTROYER, None):
        scene = GAME.scene(GAME.view(ended, who))
        assert scene.subtitle == words
        assert f". {words}. Round" in scene.alt


def test_the_picture_has_words_for_every_reason():
    reasons = (*MatchReason, *CreatorsReason)
    assert {reason for _, reason, _ in ENDINGS} == {reason.value for reason in reasons}


def test_CVD_34_a_repeated_position_changes_nothing():
    state = put("a12", "l1", rounds=40)
    for _ in range(12):
        for text in ("a12-a11", "l1-l2", "a11-a12", "l2-l1"):
            state = play(msgspec.structs.replace(state, die=1), text)
    assert outcome(state) is None
    assert state.board == put("a12", "l1").board
