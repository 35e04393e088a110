"""The analyst of CCC: it finds planted blunders and reports certain results as certain."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from games.ccc.ai.judging import likelihood
from games.core.selfplay import numbered_seed, playing
from games.core.teaching.analysis import accuracy
from games.core.teaching.judging import Effort, judge
from games.core.vocabulary.puzzles import Course
from tests.games.ccc.blunders import CLEAR, clear_cost, planted
from tests.kit.games.analyzed import choices, estimated, is_told
from tests.kit.games.ccc_table import GAME, put, start

ANALYST = GAME.analyst
_NODES = 2_000


def is_found(blunder):
    return is_told(GAME, blunder.course, blunder.number)


@pytest.mark.proof
def test_of_planted_blunders_nearly_all_are_told():
    """Check every second blunder, as all of them take minutes; docs/measurements.md has the full result."""
    assert len(planted()) == 40
    found = [is_found(blunder) for blunder in planted()[::2]]
    assert sum(found) >= 19


@pytest.mark.proof
def test_of_some_planted_blunders_each_is_told():
    assert all(is_found(blunder) for blunder in planted()[:1])


def test_what_was_planted_costs_a_good_deal_by_what_matches_say():
    blunders = planted()
    assert all(blunder.cost >= CLEAR for blunder in blunders)
    assert len({blunder.course.seed for blunder in blunders}) == len(blunders)


@pytest.mark.proof
def test_matches_say_so_again():
    blunder = planted()[0]
    (one,) = (decision for decision in choices(GAME, blunder.course) if decision.number == blunder.number)
    state = one.state
    seat = GAME.to_act(state)[0]
    view = GAME.view(state, seat)
    better = GAME.players["hard"](view, None, random.Random(1), 20_000)
    assert clear_cost(state, GAME.parse(view, one.text), better) is not None


@pytest.mark.proof
def test_a_match_of_a_good_level_is_more_accurate_than_one_of_a_weak_level():
    def of(level):
        players, options = (GAME.players[level],) * 2, GAME.options({})
        turns = islice(playing(GAME, options, numbered_seed(7), players), 30)
        course = Course({}, numbered_seed(7), tuple(text for text, _ in turns))
        found = estimated(GAME, course)
        return accuracy(found, 0) + accuracy(found, 1)

    assert of("hard") > of("novice")


def test_a_win_at_once_comes_first_and_is_certain():
    state = put("Ta4 Lg1 se4 Ne1 ne8")
    view = GAME.view(state, 0)
    assert GAME.format(ANALYST.candidates(view, random.Random(1), _NODES)[0]) == "a4xe4"
    won = GAME.play(state, 0, GAME.parse(view, "a4xe4")).state
    assert ANALYST.estimate(won, random.Random(1), _NODES) == 1.0


def test_where_nothing_but_a_pass_is_left_it_is_the_only_candidate():
    view = GAME.view(put("La1 Cb2 Nh7 nc3 sg1 ch4", moved="10"), 0)
    assert list(map(GAME.format, ANALYST.candidates(view, random.Random(1), _NODES))) == ["--"]


@pytest.mark.slow
def test_a_pyramid_stack_that_takes_a_stronger_piece_by_a_collapse_is_a_candidate():
    view = GAME.view(put("(FFM)d4 Lh1 te6 sa8 lh7"), 0)
    found = map(GAME.format, ANALYST.candidates(view, random.Random(1), _NODES))
    assert any(":" in text for text in found)


def test_nothing_but_an_end_is_certain():
    lost_soon = put("Ta4 Lh1 se4 Ne1 ne8", side="w")
    assert 0.97 < ANALYST.estimate(lost_soon, random.Random(1), _NODES) < 1.0
    assert 0.0 < likelihood(-1e6, 0) < 0.01
    assert 0.99 < likelihood(1e6, 1) < 1.0


def test_sides_are_judged_alike():
    white = put("Td4 Fb3 Ma1 Ne1 fb6 sh8 ne8 tg7", pools="6,4")
    black = put("td5 fb6 ma8 ne8 Fb3 Sh1 Ne1 Tg2", pools="4,6", side="b")
    one, other = (ANALYST.estimate(state, random.Random(1), _NODES) for state in (white, black))
    assert one == pytest.approx(1.0 - other)


def test_at_the_start_nobody_is_ahead():
    chances = [ANALYST.estimate(start(first=first), random.Random(1), _NODES) for first in ("white", "black")]
    assert all(0.4 < chance < 0.6 for chance in chances)
    assert sum(chances) == pytest.approx(1.0)


def test_a_search_without_nodes_still_tells():
    chance = ANALYST.estimate(put("Td4 Ma1 sh8 tg7"), random.Random(1), 0)
    assert 0.0 < chance < 1.0


def test_nothing_is_hidden_so_nothing_is_guessed():
    view = GAME.view(start(first="white"), 0)
    assert ANALYST.guess(view, None, random.Random(1)) is None
    assert not ANALYST.deduced(view)


def test_by_what_was_known_and_in_truth_are_the_same():
    blunder = planted()[0]
    (one,) = (decision for decision in choices(GAME, blunder.course) if decision.number == blunder.number)
    found = judge(GAME, ANALYST, one, Effort())
    assert found.other.knew == found.other.truth
    assert found.played.knew == found.played.truth
    assert not found.fog
