"""The rulings on matches of two legs (CVD-35)."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from games.core.record import replay
from games.core.selfplay import numbered_seed, play_match
from games.creators.rules.rules import count_held
from tests.budgets import first_fast
from tests.games.creators.table import (
    CREATOR,
    DESTROYER,
    GAME,
    SEED,
    SMALL,
    legal,
    on_pattern,
    pattern_squares,
    play,
    put,
    shown,
    start,
)


def test_CVD_35_legs_belong_to_the_match_and_not_to_play():
    spec = next(spec for spec in GAME.option_specs if spec.name == "legs")
    assert spec.of_match
    assert spec.values == (1, 2)
    assert shown(play(start(legs=2), "roll")) == shown(play(start(), "roll"))


def ended_match(seed, **options):
    state = put("a12", "l1", side=DESTROYER, die=1, round=20, seed=seed, **options)
    return play(state, "l1-l2")


def test_CVD_35_a_match_of_one_leg_has_no_second():
    assert GAME.next_leg(GAME.view(ended_match(SEED), None)) is None
    assert GAME.next_leg(GAME.view(start(legs=2), 0)) is None


@pytest.mark.parametrize("flip", ["never", "seeded"])
@pytest.mark.parametrize("number", range(8))
def test_CVD_35_the_second_leg_has_the_same_pattern_the_same_way_up(flip, number):
    state = ended_match(bytes([number]) * 32, legs=2, flipPattern=flip, pattern="seeded")
    options = GAME.options(GAME.next_leg(GAME.view(state, None)))
    starts = [GAME.new(options, bytes([100 + other]) * 32) for other in range(8)]
    same = [pattern_squares(start) == pattern_squares(state) for start in starts]
    assert [GAME.is_same_start(state, start) for start in starts] == same
    assert any(same)


def test_CVD_35_the_end_of_a_first_leg_is_shown_without_its_pattern():
    view = GAME.view(ended_match(SEED, legs=2, pattern="O"), None)
    assert (view.pattern.name, view.options.pattern) == ("O", "O")
    shown_again = GAME.redacted(view)
    assert (shown_again.pattern, shown_again.options.pattern) == (None, "seeded")


def test_CVD_35_a_leg_counts_by_peak_then_by_the_earlier_peak():
    def leg(*held):
        return GAME.leg_score(
            [put(on_pattern(count) + " a12", "l1", round=n) for n, count in enumerate((0, *held), 1)]
        )

    assert leg(1, 4, 2) > leg(3, 3, 3)
    assert leg(4, 1, 1) > leg(1, 4, 1)
    assert leg(4, 1, 1) == leg(4, 4, 1)


def states_of_leg(number):
    """Return all states of a leg between quick levels, with a pattern and a die by its number."""
    options = {
        **SMALL,
        "legs": 2,
        "pattern": "+-/"[number % 3],
        "victory": ("creatorOnly", "race")[number % 2],
    }
    record = play_match(GAME, options, numbered_seed(number), ("medium", "easy"))
    return list(replay(GAME, record))


@pytest.mark.parametrize("number", first_fast(range(6), 2))
def test_CVD_35_the_peak_counts_for_the_ply_that_was_played(number):
    """Count the plies by the turns that ended, as a reader of the record would."""
    plies, best = 1, (0, 1)
    states = states_of_leg(number)
    for before, after in pairwise(states):
        held = count_held(after, CREATOR)
        best = (held, plies) if held > best[0] else best
        plies += after.side != before.side
    assert GAME.leg_score(states) == (best[0], -best[1])
    assert best[1] % 2 == 1, "only the Creator's own plies bring cells"


def test_CVD_35_a_peak_in_a_last_move_counts_for_its_own_ply():
    near_win = put(on_pattern(8) + " g8", "l1", die=1, round=20, **SMALL)
    won = next(after for text in legal(near_win) if (after := play(near_win, text)).outcome)
    assert GAME.leg_score([near_win, won]) == (9, -39)


@pytest.mark.slow
def test_CVD_35_two_legs_have_the_result_that_they_had_when_an_unfinished_peak_counted_a_ply_more():
    for kind in range(6):
        legs = [states_of_leg(number) for number in range(kind, 60, 6)]
        for pair in combinations(legs, 2):
            now, before = ([rank(leg, score) for leg in pair] for score in (GAME.leg_score, old_score))
            assert compare(*now) == compare(*before)
            assert [GAME.leg_told(score) for _, score in now] == [GAME.leg_told(score) for _, score in before]


def old_score(states):
    return max((count_held(state, CREATOR), -state.ply) for state in states)


def rank(states, score):
    outcome = GAME.result(states[-1])
    return (outcome is not None and outcome.winner == CREATOR, score(states))


def compare(one, other):
    return (one > other) - (one < other)
