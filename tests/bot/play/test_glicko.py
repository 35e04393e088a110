"""Glicko-2 with fractional rating periods."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.play.ratings.glicko import (
    LEAST_DEVIATION,
    MOST_DEVIATION,
    PERIODS_A_DAY,
    Strength,
    after_games,
    age_strength,
)

strengths = st.builds(
    Strength,
    st.floats(400, 3000),
    st.floats(LEAST_DEVIATION, MOST_DEVIATION),
    st.floats(0.04, 0.09),
)


def test_glickman_s_worked_example() -> None:
    """The source says rating 1464.06, deviation 151.52 and volatility 0.05999, and rounds on its way."""
    opponents = [(Strength(1400, 30), 1.0), (Strength(1550, 100), 0.0), (Strength(1700, 300), 0.0)]
    found = after_games(Strength(1500, 200, 0.06), opponents, tau=0.5)
    assert found.rating == pytest.approx(1464.06, abs=0.02)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=1e-5)


def test_a_settled_player_is_provisional_again_after_about_a_year() -> None:
    assert 105 < age_strength(Strength(1500, 60), 365 * PERIODS_A_DAY).deviation < 115


@given(strengths, st.floats(0, 50), st.floats(0, 50))
def test_two_waits_are_one_long_wait(mine: Strength, first: float, second: float) -> None:
    once, twice = age_strength(mine, first + second), age_strength(age_strength(mine, first), second)
    assert once.deviation == pytest.approx(twice.deviation)


@settings(max_examples=50)
@given(strengths, strengths, st.floats(0, 20))
def test_a_win_raises_a_loss_lowers_and_a_draw_lies_between(
    mine: Strength, other: Strength, periods: float
) -> None:
    lost, drawn, won = (after_games(mine, [(other, score)], periods).rating for score in (0.0, 0.5, 1.0))
    assert lost < mine.rating < won
    assert lost < drawn < won


@settings(max_examples=50)
@given(strengths, strengths, st.sampled_from([0.0, 0.5, 1.0]))
def test_deviation_keeps_its_bounds_and_a_game_makes_one_surer(
    mine: Strength, other: Strength, score: float
) -> None:
    found = after_games(mine, [(other, score)], 0.0)
    assert LEAST_DEVIATION <= found.deviation <= max(mine.deviation, LEAST_DEVIATION)


def test_who_beats_a_stronger_one_gains_more_than_who_beats_a_weaker_one() -> None:
    mine = Strength(1500, 80)
    strong, weak = (after_games(mine, [(Strength(rating, 80), 1.0)]).rating for rating in (1800, 1200))
    assert strong > weak
