"""The endless ladder without matches: pairings, their times, and scores."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable

import pytest

from bot.matchmaking.contests.formats import ladder
from bot.matchmaking.contests.formats.format_actions import Pair
from bot.matchmaking.contests.formats.round_robin import balance
from bot.matchmaking.contests.log.contest import Contest, after, apply_events
from bot.matchmaking.contests.log.events import Decided, Joined, Limited, Paired, Paused, Score
from bot.matchmaking.contests.log.terms import DAY
from tests.kit.contests.seasons import entered

HOUR = 3600


def met(contest: Contest, *results: tuple[int, int, int, Score]) -> Contest:
    """Add finished matches to a ladder: first and second person, hour of the end, score of the first."""
    for number, (first, second, hour, score) in enumerate(results, len(contest.pairings)):
        at, match = hour * HOUR, f"m{number}"
        paired = Paired(at=at - HOUR, round=number, first=first, second=second, match=match)
        contest = apply_events(contest, (paired, Decided(at=at, match=match, score=score)))
    return contest


def pairs(contest: Contest, hour: float, apart: Iterable[frozenset[int]] = ()) -> set[frozenset[int]]:
    steps = ladder.following(contest, int(hour * HOUR), frozenset(apart))
    assert all(isinstance(step, Pair) for step in steps)
    return {frozenset((step.first, step.second)) for step in steps if isinstance(step, Pair)}


def test_all_who_wait_are_paired_at_once_with_an_odd_one_left() -> None:
    assert len(pairs(entered("ladder", 10), 0)) == 5
    assert len(pairs(entered("ladder", 11), 0)) == 5


def test_who_has_waited_longer_is_not_the_odd_one() -> None:
    contest = after(entered("ladder", 2), Joined(at=20 * HOUR, person=3, number=3, rating=1500))
    assert pairs(contest, 23) == {frozenset((1, 2))}


def test_the_same_two_meet_again_only_once_nobody_else_has_come_for_a_day() -> None:
    contest = met(entered("ladder", 2), (1, 2, 1, "draw"))
    assert pairs(contest, 2) == set()
    assert pairs(contest, 24.9) == set()
    assert pairs(contest, 25) == {frozenset((1, 2))}


def test_with_somebody_else_there_the_same_two_do_not_meet_again_for_thirty_days() -> None:
    contest = met(entered("ladder", 4), (1, 2, 1, "draw"), (3, 4, 1, "draw"))
    found = pairs(contest, 30)
    assert len(found) == 2
    assert frozenset((1, 2)) not in found


@pytest.mark.parametrize("seed", range(4))
def test_in_a_round_after_round_nobody_meets_anybody_twice_who_could_be_avoided(seed: int) -> None:
    contest, rng, had = entered("ladder", 20), random.Random(seed), set[frozenset[int]]()
    for day in range(0, 24, 2):
        found = pairs(contest, 24 * day)
        assert len(found) == 10
        assert not found & had, "in twelve rounds of nineteen possible ones nobody has to"
        had |= found
        results = [(*sorted(two), 24 * day + 1, rng.choice(("win", "loss", "draw"))) for two in found]
        contest = met(contest, *results)  # type: ignore[arg-type]


def test_nobody_meets_whom_they_play_already() -> None:
    contest = apply_events(
        entered("ladder", 2), (Limited(at=0, person=1, at_once=3), Limited(at=0, person=2, at_once=3))
    )
    contest = after(contest, Paired(at=0, round=1, first=1, second=2, match="m"))
    assert pairs(contest, 24 * 90) == set()


def test_of_whom_one_has_blocked_the_other_are_never_paired() -> None:
    two = frozenset((1, 2))
    assert pairs(entered("ladder", 2), 24 * 9, [two]) == set()
    assert two not in pairs(entered("ladder", 6), 0, [two])


def test_who_comes_back_has_not_waited_while_they_were_away() -> None:
    contest = met(entered("ladder", 2), *[(1, 2, hour, "win") for hour in (1, 2, 3, 4)])
    contest = after(contest, Joined(at=0, person=3, number=3, rating=1500))
    for person in (1, 3):
        contest = after(contest, Paused(at=5 * HOUR, person=person))
    for person in (1, 3):
        contest = after(contest, Paused(at=100 * HOUR, person=person, on=False))
    alone = after(contest, Paused(at=100 * HOUR, person=2))
    assert pairs(alone, 101) == set(), "their scores are too far apart for now"
    assert pairs(alone, 124) == {frozenset((1, 3))}


def test_near_scores_are_paired_first() -> None:
    strong = met(entered("ladder", 8), *[(player, player + 4, 24 * player, "win") for player in (1, 2, 3, 4)])
    found = pairs(strong, 24 * 6)
    assert all(max(two) <= 4 or min(two) >= 5 for two in found)
    assert len(found) == 4


def test_two_who_have_had_the_same_side_wait_half_a_day_for_somebody_else() -> None:
    results: list[tuple[int, int, int, Score]] = [(1, 11, 1, "draw"), (1, 12, 2, "draw"), (2, 13, 3, "draw")]
    one = met(entered("ladder", 14), *results, (2, 14, 4, "draw"))
    alone = apply_events(one, [Paused(at=5 * HOUR, person=person) for person in range(3, 15)])
    assert [balance(alone, person) for person in (1, 2)] == [2, 2]
    assert pairs(alone, 5) == set()
    assert pairs(alone, 15) == {frozenset((1, 2))}


def test_sides_even_out() -> None:
    contest, rng = entered("ladder", 12), random.Random(2)
    for day in range(0, 40, 2):
        steps = ladder.following(contest, day * DAY)
        results = [
            (step.first, step.second, 24 * day + 1, rng.choice(("win", "loss")))
            for step in steps
            if isinstance(step, Pair)
        ]
        contest = met(contest, *results)  # type: ignore[arg-type]
    assert len(contest.of(1)) == 20
    assert all(abs(balance(contest, person)) <= 2 for person in contest.entrants)


# --- scores -------------------------------------------------------------------------------------------


def test_the_first_result_weighs_a_quarter_and_both_move_alike() -> None:
    contest = met(entered("ladder", 2), (1, 2, 0, "win"))
    assert ladder.scores(contest, 0) == {1: 0.625, 2: 0.375}


def test_a_result_that_was_to_be_expected_moves_little() -> None:
    contest = met(entered("ladder", 4), (1, 2, 0, "win"), (3, 4, 0, "loss"))
    favored, upset = met(contest, (1, 3, 0, "win")), met(contest, (1, 3, 0, "loss"))
    before = ladder.scores(contest, 0)[1]
    assert ladder.scores(favored, 0)[1] - before == pytest.approx((1 - 0.75) / 5)
    assert ladder.scores(upset, 0)[1] - before == pytest.approx((0 - 0.75) / 5)


def test_a_score_fades_by_half_in_sixty_days() -> None:
    contest = met(entered("ladder", 2), (1, 2, 0, "win"))
    assert ladder.scores(contest, 60 * DAY)[1] == pytest.approx(0.5625)


def test_in_the_long_run_a_result_weighs_a_twelfth() -> None:
    contest = met(entered("ladder", 2), *[(1, 2, 0, "draw")] * 20)
    assert ladder.scores(met(contest, (1, 2, 0, "win")), 0)[1] == pytest.approx(0.5 + 0.5 / 12)


# --- speed --------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_five_hundred_people_with_a_year_of_matches_are_paired_within_a_second() -> None:
    rng, contest = random.Random(1), entered("ladder", 512)
    events: list[Paired | Decided] = []
    for number in range(15_000):
        first, second = rng.sample(range(1, 513), 2)
        at, match = number * 2_000, f"m{number}"
        events.append(Paired(at=at, round=number, first=first, second=second, match=match))
        score: Score = rng.choice(("win", "loss", "draw"))
        events.append(Decided(at=at + HOUR, match=match, score=score))
    contest = apply_events(contest, events)
    began = time.process_time()
    found = ladder.following(contest, 15_000 * 2_000 + HOUR)
    assert time.process_time() - began < 1.0
    assert len(found) == 256
