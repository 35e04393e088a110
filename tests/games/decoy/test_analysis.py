"""The analysis of a match of Decoy Patrol finds blunders and judges by what the player could know."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from games.core.game import Result
from games.core.selfplay import numbered_seed, play_match
from games.core.teaching.analysis import accuracy
from games.core.teaching.judging import Decision, Effort, judge
from games.core.vocabulary.puzzles import Course
from games.decoy.ai import estimating, forces
from games.decoy.ai.calibrate import brier, examples
from games.decoy.ai.deadline import count_near, turns_left
from games.decoy.ai.estimating import WEIGHTS, estimate, finish_turn
from games.decoy.rules.state import DecoyReason
from tests.games.decoy.blunders import planted
from tests.games.decoy.table import CYAN, GAME, MAGENTA, put, start
from tests.kit.games.analyzed import estimated, is_told
from tests.kit.worlds.worlds_decoy import DECOY

PLANTED: tuple[tuple[int, int, str], ...] = (
    (3, 37, "end"),
    (6, 110, "end"),
    (9, 38, "end"),
    (10, 85, "end"),
    (11, 54, "end"),
    (14, 79, "end"),
    (15, 40, "end"),
    (18, 42, "end"),
    (20, 72, "end"),
    (22, 72, "end"),
    (23, 24, "end"),
    (25, 40, "end"),
    (27, 82, "end"),
    (28, 76, "end"),
    (29, 32, "end"),
    (32, 105, "end"),
    (33, 67, "end"),
    (36, 138, "end"),
    (37, 27, "end"),
    (38, 36, "end"),
    (39, 25, "end"),
    (41, 109, "end"),
    (42, 41, "end"),
    (45, 50, "end"),
    (47, 135, "end"),
    (48, 29, "end"),
    (50, 67, "end"),
    (51, 53, "end"),
    (52, 73, "end"),
    (54, 52, "end"),
    (55, 145, "e2-f3"),
    (56, 61, "end"),
    (57, 215, "end"),
    (58, 171, "end"),
    (59, 51, "end"),
    (60, 61, "end"),
    (62, 45, "end"),
    (63, 109, "end"),
    (64, 225, "j0-i1"),
    (65, 67, "end"),
)
"""Matches, each with the number of the replaced action and the blunder.

They are the first forty of `python -m tests.games.decoy.blunders -n 120`.
"""
EFFORT = Effort(nodes=1_000, guesses=5)
BRIEFLY = Effort(nodes=500, guesses=3)
_SHORT = 2


def is_found(number, at, text):
    return is_told(GAME, planted(number, at, text), at, EFFORT)


@pytest.mark.proof
@pytest.mark.parametrize(("number", "at", "text"), PLANTED[1:_SHORT])
def test_a_planted_blunder_is_found(number, at, text):
    assert is_found(number, at, text)


@pytest.mark.proof
@pytest.mark.parametrize("half", [0, 1])
def test_of_all_planted_blunders_95_percent_are_found(half):
    planted_there = PLANTED[half::2]
    missed = [blunder for blunder in planted_there if not is_found(*blunder)]
    assert len(planted_there) == 20
    assert len(missed) <= 1, missed


@pytest.mark.proof
def test_strong_levels_are_called_accurate_and_the_weakest_is_not():
    def of(levels):
        record = play_match(GAME, {}, numbered_seed(4), levels)
        course = Course(record.options, record.seed, record.actions)
        return [accuracy(estimated(GAME, course, EFFORT), seat) for seat in (0, 1)]

    strong, weak = of(("hard", "hard")), of(("easy", "easy"))
    assert min(strong) > 0.9
    assert max(weak) < min(strong)


@pytest.mark.proof
def test_of_two_worlds_that_somebody_cannot_tell_apart_the_same_is_said_by_what_they_knew():
    compared = 0
    for twins in DECOY.twins(random.Random(11)):
        first, second = twins.states
        for seat in twins.blind:
            if (
                seat is None
                or GAME.to_act(first) != (seat,)
                or GAME.view(first, seat) != GAME.view(second, seat)
            ):
                continue
            for action in islice(GAME.actions(GAME.view(first, seat)), 0, 12, 4):
                text = GAME.format(action)
                one, other = (
                    judge(
                        GAME,
                        GAME.analyst,
                        Decision(1, state.ply, seat, text, state),
                        Effort(nodes=500, guesses=3),
                    )
                    for state in (first, second)
                )
                assert (one.played.knew, one.other.knew) == (other.played.knew, other.other.knew)
                assert one.rival == other.rival
                compared += 1
    assert compared > 8


# --- chances ------------------------------------------------------------------------------------------


@pytest.mark.proof
def test_chances_are_calibrated_in_matches_that_were_not_fitted_to():
    found = [example for number in range(10_000, 10_025) for example in examples(number)]
    assert brier(found, WEIGHTS) < 0.2


def considered(state, nodes):
    """Return the candidates of the player to act, as texts."""
    view = GAME.view(state, *GAME.to_act(state))
    return list(map(GAME.format, GAME.analyst.candidates(view, random.Random(1), nodes)))


def test_attacks_that_go_together_are_considered_first_and_the_end_of_the_phase_always():
    state = put("Se4 Gd4", "Ce5''' De3", phase="a")
    texts = considered(state, 500)
    assert set(texts[:2]) == {"d4xe3", "e4xe5"}
    assert texts[-1] == "end"
    assert set(texts) == set(map(GAME.format, GAME.actions(GAME.view(state, CYAN))))


def test_with_few_nodes_something_is_considered_all_the_same():
    texts = considered(put("Se4 Gd4", "Ce7"), 1)
    assert "end" in texts


def test_a_commander_that_is_about_to_fall_is_worth_little():
    safe = put("Ca0 Gb1 Dc0 Dd0", "Cj9 Gi8 Dh9 Dg9", ply=9)
    struck = put("Ce4 Gb1 Dc0 Dd0", "Cj9 Ge6 If6 Dg9", ply=10, mover=1)
    assert estimate(struck) < 0.3 < estimate(safe) < 0.7


def test_more_pieces_are_better_and_both_sides_are_told_alike():
    ahead = put("Ca0 Gb1 Gd1 Sc1 Dc0 Dd0", "Cj9 Gi8 Dh9 Dg9", ply=9)
    assert estimate(ahead) > 0.6
    other = put("Ca0 Gb1 Dc0 Dd0", "Cj9 Gi8 Gg8 Sh8 Dh9 Dg9", ply=10, mover=1)
    assert estimate(other) == pytest.approx(1 - estimate(ahead), abs=0.02)


def test_the_rows_count_when_the_end_is_near_and_only_if_they_are_compared():
    ahead = {"cyan": "Ca4 Db0 Dc0", "magenta": "Cj9 Di9 Dh9", "since": 28, "ply": 41}
    earlier = estimate(put(**{**ahead, "since": 10}))
    assert estimate(put(**ahead)) > earlier + 0.05
    assert estimate(put(**ahead, tiebreak="draw")) == pytest.approx(0.5, abs=0.1)


@pytest.mark.parametrize(
    ("options", "left", "near"),
    [
        ({"quiet": 30, "since": 20}, 10, 1 - 10 / 30),
        ({"quiet": 20, "since": 19}, 1, 1 - 1 / 20),
        ({"quiet": 200, "since": 0, "ply": 60}, 20, 1 - 20 / 30),
        ({"quiet": 0, "since": 70, "ply": 70}, 10, 1 - 10 / 30),
        ({"quiet": 0, "since": 0, "ply": 9}, 71, 0),
        ({"quiet": 30, "since": 20, "tiebreak": "decoys"}, 10, 0),
    ],
)
def test_the_end_is_near_by_the_limit_that_comes_first_and_quiet_0_is_none(options, left, near):
    state = put("Se5", "Sj6", **options)
    assert (turns_left(state), count_near(state)) == (left, pytest.approx(near))


@pytest.mark.parametrize(("phase", "points"), [("m", 1), ("m", 2), ("a", 0)])
def test_a_turn_that_has_begun_is_estimated_now_and_at_its_end(phase, points):
    begun = put("Se5 Gd4", "Se6 Gf7", phase=phase, points=points, ply=9)
    finished = finish_turn(begun, random.Random(1))
    assert (finished.mover, finished.ply, finished.points) == (MAGENTA, 10, 3)
    both = estimate(begun), estimate(finished)
    assert GAME.analyst.estimate(begun, random.Random(1), 0) == sum(both) / 2


def test_the_start_of_a_turn_the_setup_and_the_end_are_estimated_as_they_are():
    over = GAME.ended(put("Sc2", "Sc7"), Result(0, DecoyReason.PLIES))
    for state in (put("Se5", "Se6", ply=9), start(), over):
        assert finish_turn(state, random.Random(1)) is state


@pytest.mark.parametrize(("winner", "chance"), [(0, 1.0), (1, 0.0), (None, 0.5)])
def test_at_the_end_it_is_the_result(winner, chance):
    assert estimate(GAME.ended(put("Sc2", "Sc7"), Result(winner, DecoyReason.PLIES))) == chance


def test_every_weight_that_was_fitted_belongs_to_a_number_of_a_position():
    assert set(estimating._FITTED) == set(forces.WORDS)
    assert len(set(forces.WORDS)) == len(forces.forces(put())) == len(estimating.WEIGHTS)
