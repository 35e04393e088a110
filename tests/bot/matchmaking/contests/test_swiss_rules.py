"""Random Swiss tournaments keep the Dutch rules in every round, with withdrawals and no-shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from bot.matchmaking.contests.formats.advance import FORMATS
from bot.matchmaking.contests.formats.format_actions import Pair
from bot.matchmaking.contests.log.contest import Contest, after, apply_events
from bot.matchmaking.contests.log.events import Bye, Decided, Left, Paired, Score
from tests.bot.matchmaking.contests import dutch_rules
from tests.bot.matchmaking.contests.chance import Played, Tournament, drawn
from tests.bot.matchmaking.contests.dutch_rules import Before, faults
from tests.kit.contests.seasons import entered


def played(tournaments: Iterable[Tournament]) -> Played:
    return sum((tournament.played() for tournament in tournaments), Played())


@pytest.mark.slow
def test_in_tournaments_of_chance_every_round_keeps_the_rules() -> None:
    found = played(drawn(seed, 5, 13, 5) for seed in range(6))
    assert found.faults == ()
    assert all(found.happened[what] for what in ("rounds", "byes", "withdrawals", "late entries", "forfeits"))


@pytest.mark.proof
def test_in_larger_tournaments_of_chance_every_round_keeps_them_too() -> None:
    """A sample: `python -m tests.bot.matchmaking.contests.chance` plays 2,000 tournaments."""
    found = played(drawn(seed, 5, 130) for seed in range(30))
    assert found.faults == ()
    assert found.happened["rounds"] > 120
    assert found.happened["byes"] > 50
    assert found.happened["withdrawals"] > 100


# --- published cases ------------------------------------------------------------------------------------

_SCORES: Mapping[str, Score] = {"1": "win", "=": "draw", "0": "loss"}


def from_report(rounds: int, *lines: str) -> Contest:
    """Return a contest with the rounds of a report, which has one line for each seed."""
    contest = entered("swiss", len(lines), rounds=rounds)
    cells = [line.replace("0000", "0").split() for line in lines]
    for number in range(max(len(row) for row in cells) // 3):
        for seed, line in enumerate(cells, 1):
            other, side, result = line[3 * number : 3 * number + 3]
            if result == "U":
                contest = after(contest, Bye(at=0, round=number + 1, person=seed))
            elif side == "w":
                match = f"{number}-{seed}"
                paired = Paired(at=0, round=number + 1, first=seed, second=int(other), match=match)
                contest = apply_events(contest, (paired, Decided(at=0, match=match, score=_SCORES[result])))
    return contest


def next_round(contest: Contest, *gone: int) -> list[tuple[int, int]]:
    """Return the pairs of the next round, by seeds, after these people have left; 0 stands for a bye."""
    contest = apply_events(contest, [Left(at=0, person=person) for person in gone])
    steps = FORMATS["swiss"](contest, 0)
    return [(step.first, step.second) if isinstance(step, Pair) else (step.person, 0) for step in steps]  # type: ignore[union-attr]


def test_nobody_in_the_upper_half_has_the_bye_when_somebody_lower_can() -> None:
    contest = from_report(
        5,
        "   4 w 1     5 b 1     3 w 0",
        "   5 b 0     4 w 1     7 w 0",
        "   6 w 1     7 b 1     1 b 1",
        "   1 b 0     2 b 0  0000 - U",
        "   2 w 1     1 w 0     6 b 0",
        "   3 b 0  0000 - U     5 w 1",
        "0000 - U     3 w 0     2 b 1",
    )
    assert next_round(contest)[-1] == (5, 0)


def test_the_published_cases_of_the_bye_rules_of_2026_are_answered_as_published() -> None:
    """The cases are `dutch_2025_C5` and `dutch_2025_C9` of bbpPairings 6.0.0."""
    c5 = from_report(
        3, "4 w 1  2 b 1", "5 b 1  1 w 0", "6 w 1  4 b 1", "1 b 0  3 w 0", "2 w 0  6 b 1", "3 b 0  5 w 0"
    )
    assert next_round(c5, 4) == [(1, 5), (3, 2), (6, 0)]
    c9 = from_report(3, "3 w 1", "4 b 1", "1 b 0", "2 w 0", "0000 - Z")
    assert next_round(c9) == [(2, 1), (3, 5), (4, 0)]


# --- broken rules ---------------------------------------------------------------------------------------


def with_rounds(*rounds: tuple[tuple[int, int], ...], people: int = 4) -> Contest:
    """Return a contest with these pairs, all won by seat 0; people without a pair have had a bye."""
    contest = entered("swiss", people, rounds=9)
    for number, round_ in enumerate(rounds, 1):
        there = {person for two in round_ for person in two}
        for first, second in round_:
            match = f"{number}-{first}"
            paired = Paired(at=0, round=number, first=first, second=second, match=match)
            contest = apply_events(contest, (paired, Decided(at=0, match=match, score="win")))
        for person in set(contest.entrants) - there:
            contest = after(contest, Bye(at=0, round=number, person=person))
    return contest


def faults_of(contest: Contest, rounds: int = 9) -> list[str]:
    """Return all faults but those about sides where both sides are allowed."""
    found = faults(contest, contest.round, rounds, sorted(contest.entrants))
    return [fault for fault in found if "the other side" not in fault]


def test_whoever_meets_again_has_a_second_bye_or_a_side_too_often_is_found() -> None:
    assert faults_of(with_rounds(((1, 2), (3, 4)), ((1, 3), (2, 4)))) == []
    assert "meet again" in faults_of(with_rounds(((1, 2), (3, 4)), ((2, 1), (3, 4))))[0]
    three_times = with_rounds(((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3)))
    assert "may not have this side" in faults_of(three_times)[0]
    twice = with_rounds(((1, 2),), ((3, 1),), ((2, 1),), people=3)
    assert "a second bye for 3" in faults_of(twice)[0]


def test_a_bye_that_somebody_with_fewer_points_could_have_is_found() -> None:
    high = with_rounds(((2, 1), (3, 4)), ((3, 5), (1, 4)), people=5)
    assert faults_of(high) == ["round 2: the bye is for 2 and could be for 1"]
    assert faults_of(with_rounds(((1, 2), (3, 4)), ((3, 5), (1, 4)), people=5)) == []


def test_a_bye_of_somebody_who_has_played_less_is_found() -> None:
    later = ("3 w 1  2 b 1", "4 b 1  1 w 0", "1 b 0  4 w 1", "2 w 0  3 b 0", "0000 - Z  0000 - U")
    assert faults_of(from_report(3, *later)) == ["round 2: the bye is for 5, and 3 has played more"]
    earlier = ("3 w 1  2 b 1", "4 b 1  1 w 0", "1 b 0  5 w 1", "2 w 0  0000 - U", "0000 - Z  3 b 0")
    assert faults_of(from_report(3, *earlier)) == []


def test_sides_the_wrong_way_round_are_found() -> None:
    right = with_rounds(((1, 2), (3, 4)), ((3, 1), (2, 4)))
    assert list(faults(right, 2, 9, [1, 2, 3, 4])) == []
    wrong = with_rounds(((1, 2), (3, 4)), ((3, 1), (4, 2)))
    assert list(faults(wrong, 2, 9, [1, 2, 3, 4])) == ["round 2: 4 has the other side against 2"]


def test_only_at_the_top_of_the_last_round_a_side_may_come_three_times() -> None:
    contest = with_rounds(((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3)))
    assert faults_of(contest, rounds=3) == []
    assert Before(contest, 3, 3).is_top(1)
    assert not Before(contest, 3, 9).is_top(1)
    assert dutch_rules.can_all_be_paired(Before(contest, 3, 3), [1, 2, 3, 4])
