"""Contests fold from any sequence of events, and their invariants hold."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matchmaking.contests.formats import ladder
from bot.matchmaking.contests.formats.round_robin import balance
from bot.matchmaking.contests.log.contest import Contest, after, apply_events, fold_events
from bot.matchmaking.contests.log.events import (
    Agreed,
    Begun,
    Bye,
    Changed,
    CheckedIn,
    Closed,
    Decided,
    Event,
    Joined,
    Left,
    Limited,
    Paired,
    Paused,
    Scheduled,
    Substituted,
    Voided,
    read_event,
    write_event,
)
from bot.matchmaking.contests.log.terms import DAY, Terms
from bot.matchmaking.contests.reading.standings import standings
from tests.kit.contests.seasons import entered

PEOPLE = st.integers(1, 6)
MATCHES = st.sampled_from(["a", "b", "c", "d", "e"])
KINDS = st.sampled_from(["round robin", "swiss", "ladder", "league"])
AT = st.integers(0, 90 * DAY)


def event_of(kind: type[Any], **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Event]:
    return st.builds(kind, at=AT, by=st.none() | PEOPLE, **fields)


def _paired(at: int, two: list[int], match: str, number: int) -> Event:
    return Paired(at=at, round=number, first=two[0], second=two[1], match=match)


TWO = st.lists(PEOPLE, min_size=2, max_size=2, unique=True)
EVENTS: st.SearchStrategy[list[Event]] = st.lists(
    st.one_of(
        event_of(Joined, person=PEOPLE, number=st.integers(0, 2**63), rating=st.floats(0, 3000)),
        event_of(Left, person=PEOPLE, why=st.sampled_from(["withdrew", "no-show", "removed"])),
        event_of(Paused, person=PEOPLE, on=st.booleans()),
        event_of(Limited, person=PEOPLE, at_once=st.integers(1, 5)),
        event_of(CheckedIn, person=PEOPLE, number=st.integers(0, 2**63)),
        event_of(Agreed, team=st.integers(0, 1)),
        event_of(Changed),
        event_of(Scheduled, event=st.integers(1, 2**63)),
        event_of(Begun, order=st.lists(PEOPLE, unique=True).map(tuple)),
        st.builds(_paired, AT, TWO, MATCHES, st.integers(1, 4)),
        event_of(Bye, round=st.integers(1, 4), person=PEOPLE),
        event_of(Decided, match=MATCHES, score=st.sampled_from(["win", "draw", "loss", "none"])),
        event_of(Voided, match=MATCHES),
        event_of(Substituted, out=PEOPLE, person=PEOPLE, number=st.just(1), rating=st.just(1500.0)),
        event_of(Closed, why=st.sampled_from(["finished", "called off"])),
    ),
    max_size=40,
)


def of(kind: str, events: list[Event]) -> Contest:
    return fold_events(Terms(kind=kind, name="Cup", game="ccc"), events)  # type: ignore[arg-type]


@pytest.mark.slow
@given(KINDS, EVENTS)
def test_nobody_has_two_seeds_no_seed_two_people_and_only_known_ones_are_paired(
    kind: str, events: list[Event]
) -> None:
    contest = of(kind, events)
    assert all(person == entrant.person for person, entrant in contest.entrants.items())
    seeds = Counter(entrant.seed for entrant in contest.entrants.values() if entrant.seed)
    assert set(seeds.values()) <= {1}
    for pairing in contest.pairings:
        assert {pairing.first, pairing.second} <= contest.entrants.keys()
        assert pairing.first != pairing.second
    assert {bye.person for bye in contest.byes} <= contest.entrants.keys()
    names = [pairing.match for pairing in contest.pairings]
    assert len(set(names)) == len(names)
    assert not set(names) & set(contest.dropped)
    assert contest.length == len(events)


@pytest.mark.slow
@given(KINDS, EVENTS, EVENTS)
def test_read_in_two_parts_or_one_by_one_it_stands_as_read_at_once(
    kind: str, before: list[Event], later: list[Event]
) -> None:
    at_once = of(kind, [*before, *later])
    assert apply_events(of(kind, before), later) == at_once
    one_by_one = of(kind, before)
    for event in later:
        one_by_one = after(one_by_one, read_event(write_event(event)))
    assert one_by_one == at_once


@pytest.mark.slow
@given(KINDS, EVENTS)
def test_what_is_known_of_a_contest_can_be_told_whatever_has_happened(kind: str, events: list[Event]) -> None:
    contest = of(kind, events)
    table = standings(contest)
    assert [standing.person for standing in table] != [] or not contest.list_seeded()
    assert {standing.person for standing in table} == {entrant.person for entrant in contest.list_seeded()}
    assert all(0 <= score <= 1 for score in ladder.scores(contest, 100 * DAY).values())
    assert sum(balance(contest, person) for person in contest.entrants) == 0
    met = Counter(pairing.meeting for pairing in contest.pairings)
    assert all(number >= 1 for number in met)


@given(EVENTS)
def test_what_follows_from_a_result_can_be_taken_back_and_said_again(events: list[Event]) -> None:
    contest = of("ladder", events)
    for pairing in contest.pairings:
        twice = apply_events(
            contest, [Decided(at=5, match=pairing.match, score=s, why="decided") for s in ("loss", "win")]
        )  # type: ignore[arg-type]
        found = twice.pairing(pairing.match)
        assert found is not None
        assert (found.score, found.why, found.ended_at) == ("win", "decided", 5)
        assert len(twice.pairings) == len(contest.pairings)
        void = after(twice, Voided(at=6, match=pairing.match))
        assert void.pairing(pairing.match) is None
        assert after(void, Decided(at=7, match=pairing.match, score="draw")).pairings == void.pairings


def test_who_leaves_a_ladder_and_comes_back_has_the_same_seed_and_score() -> None:
    contest = entered("ladder", 3)
    paired = Paired(at=0, round=1, first=1, second=2, match="m")
    contest = apply_events(contest, (paired, Decided(at=DAY, match="m", score="win")))
    back = apply_events(
        contest,
        (Left(at=2 * DAY, person=1), Joined(at=60 * DAY, person=1, number=9, rating=1500.0)),
    )
    assert back.entrants[1].seed == contest.entrants[1].seed
    assert ladder.scores(back, 61 * DAY) == ladder.scores(contest, 61 * DAY)
    assert back.entrants[1].plays
    assert back.entrants[1].number == 9


def test_who_is_known_already_takes_nobody_s_place() -> None:
    contest = after(entered("swiss", 3), Left(at=0, person=3))
    taken = after(contest, Substituted(at=1, out=1, person=3, number=1, rating=1500.0))
    assert taken.entrants == contest.entrants


def test_a_substitute_has_the_bye_of_the_one_who_went() -> None:
    contest = after(entered("swiss", 3), Bye(at=0, round=1, person=3))
    taken = after(contest, Substituted(at=1, out=3, person=9, number=1, rating=1500.0))
    assert [bye.round for bye in taken.byes_of(9)] == [1]
    assert not taken.byes_of(3)
    assert {standing.person: standing.points for standing in standings(taken)}[9] == 1
