"""The pairings of each format: complete, without repeats, with balanced sides, and with an end."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from bot.matchmaking.contests.formats import round_robin
from bot.matchmaking.contests.formats import ties as brackets
from bot.matchmaking.contests.formats.advance import FORMATS
from bot.matchmaking.contests.formats.format_actions import Pair
from bot.matchmaking.contests.formats.round_robin import balance
from bot.matchmaking.contests.log.contest import after
from bot.matchmaking.contests.log.events import Decided, Left, Voided
from bot.matchmaking.contests.reading.standings import standings
from tests.kit.contests.seasons import by_chance, done, entered, meetings, played_out, stronger

# --- round robin --------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("people", range(2, 16))
@pytest.mark.parametrize("cycles", [1, 2])
def test_everybody_meets_everybody_once_a_cycle_with_sides_balanced(people: int, cycles: int) -> None:
    contest = played_out(entered("round robin", people, cycles=cycles, at_once=3))
    wanted = {frozenset(two): cycles for two in combinations(range(1, people + 1), 2)}
    assert meetings(contest) == wanted
    assert all(abs(balance(contest, person)) <= (1 if cycles == 1 else 0) for person in contest.entrants)
    assert [standing.person for standing in standings(contest)] == list(range(1, people + 1))


@pytest.mark.parametrize("people", range(2, 16))
def test_nobody_plays_twice_in_a_round_of_the_tables(people: int) -> None:
    for number in range(1, people):
        there = [
            player
            for of, *two in round_robin.fixtures(range(1, people + 1))
            if of == number
            for player in two
        ]
        assert len(set(there)) == len(there)


def test_nobody_has_more_matches_at_a_time_than_there_may_be_and_nobody_waits_for_a_round() -> None:
    contest = entered("round robin", 8, at_once=2)
    contest = done(contest, FORMATS["round robin"](contest, 0), 0, range(100))
    counts = Counter(person for pairing in contest.open for person in (pairing.first, pairing.second))
    assert set(counts.values()) == {2}
    assert {pairing.round for pairing in contest.open} >= {1, 2}


def test_groups_are_even_in_number_and_strength() -> None:
    contest = entered("round robin", 12, groups=3)
    assert round_robin.groups(contest) == ((1, 6, 7, 12), (2, 5, 8, 11), (3, 4, 9, 10))
    wanted = {frozenset(two) for group in round_robin.groups(contest) for two in combinations(group, 2)}
    assert meetings(played_out(contest)) == dict.fromkeys(wanted, 1)


def test_who_withdraws_meets_nobody_anymore() -> None:
    contest = entered("round robin", 5)
    contest = done(contest, FORMATS["round robin"](contest, 0), 0, range(100))
    contest = after(contest, Left(at=1, person=3))
    before = len(contest.of(3))
    assert len(played_out(contest).of(3)) == before


# --- swiss --------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("people", [4, 7, 16, 33, 64])
def test_a_swiss_has_no_meeting_twice_and_finds_a_winner(people: int) -> None:
    contest = played_out(entered("swiss", people))
    assert max(meetings(contest).values()) == 1
    assert standings(contest)[0].person == 1
    assert (
        Counter(bye.person for bye in contest.byes).most_common(1)[0][1] == 1
        if people % 2
        else not contest.byes
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_a_swiss_of_chance_pairs_everybody_in_every_round_with_sides_balanced(seed: int) -> None:
    contest = played_out(entered("swiss", 32, rounds=7), by_chance(seed))
    assert max(meetings(contest).values()) == 1
    assert all(len(contest.of(person)) == 7 for person in contest.entrants)
    uneven = Counter(abs(balance(contest, person)) for person in contest.entrants)
    assert uneven[1] >= 28, "3 only at the top, in the last round"
    assert max(uneven) <= 3


def test_who_leaves_a_swiss_is_paired_no_more_and_the_others_go_on() -> None:
    contest = entered("swiss", 9)
    contest = after(contest, Left(at=0, person=2))
    contest = played_out(contest)
    assert contest.of(2) == ()
    assert standings(contest)[0].person == 1


def test_two_whose_match_is_decided_as_won_by_neither_have_met() -> None:
    contest = entered("swiss", 4, rounds=3)
    for number in range(3):
        contest = done(contest, FORMATS["swiss"](contest, 0), 0, range(2 * number, 2 * number + 2))
        for pairing in contest.open:
            contest = after(contest, Decided(at=0, match=pairing.match, score="none", why="decided"))
    assert len(contest.pairings) == 6
    assert max(meetings(contest).values()) == 1


# --- knockouts ----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("people", range(2, 34))
@pytest.mark.parametrize("ties", [1, 2])
def test_in_a_knockout_the_best_two_meet_in_the_final(people: int, ties: int) -> None:
    contest = played_out(entered("knockout", people, ties=ties))
    *_, final = brackets.single(contest)
    assert ({final.one, final.other}, final.winner) == ({1, 2}, 1)
    assert len(contest.pairings) == ties * (people - 1)


@pytest.mark.slow
@pytest.mark.parametrize("people", range(2, 34))
def test_in_a_double_elimination_nobody_is_out_before_a_second_tie_is_lost(people: int) -> None:
    contest = played_out(entered("double elimination", people, ties=1), by_chance(people, draws=0.0))
    lost = Counter(
        pairing.second if pairing.score == "win" else pairing.first for pairing in contest.pairings
    )
    *_, final = brackets.double(contest)
    assert all(lost[person] == 2 for person in contest.entrants if person != final.winner)
    assert lost[final.winner or 0] <= 1


def test_an_even_tie_is_decided_by_one_more_and_then_by_seed() -> None:
    contest = played_out(entered("knockout", 2), lambda first, second: "draw")
    assert len(contest.pairings) == 3
    assert brackets.single(contest)[-1].winner == 1


def test_sides_of_a_tie_are_swapped() -> None:
    contest = played_out(entered("knockout", 8))
    for slot in {played.slot for played in contest.pairings}:
        one, other = (pairing for pairing in contest.pairings if pairing.slot == slot)
        assert (one.first, one.second) == (other.second, other.first)


@pytest.mark.parametrize("leg", [0, 1])
def test_one_leg_of_a_tie_that_is_voided_is_played_again_with_the_same_sides(leg: int) -> None:
    contest = entered("knockout", 2, ties=2)
    contest = done(contest, FORMATS["knockout"](contest, 0), 0, range(2))
    void = contest.pairings[leg]
    contest = after(contest, Voided(at=0, match=void.match))
    (again,) = FORMATS["knockout"](contest, 0)
    assert isinstance(again, Pair)
    assert (again.first, again.second, again.slot) == (void.first, void.second, void.slot)
    contest = done(contest, (again,), 0, (9,))
    assert FORMATS["knockout"](contest, 0) == ()
    assert brackets.single(played_out(contest))[-1].winner == 1


def test_who_leaves_a_knockout_loses_and_the_other_goes_on() -> None:
    contest = after(entered("knockout", 4), Left(at=0, person=1))
    assert brackets.single(played_out(contest, stronger))[-1].winner == 2
