"""Places and tie-breaks, compared with tables computed by hand."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from bot.matchmaking.contests.formats import ladder
from bot.matchmaking.contests.log.contest import Contest, after, apply_events
from bot.matchmaking.contests.log.events import Bye, Decided, Paired, Score
from bot.matchmaking.contests.log.terms import TieBreak
from bot.matchmaking.contests.reading.standings import standings
from bot.matchmaking.contests.ui import tables
from tests.kit.contests.seasons import entered

ROUNDS: tuple[tuple[tuple[int, int, Score], ...], ...] = (
    ((1, 2, "win"), (3, 4, "draw")),
    ((3, 1, "win"), (2, 4, "win")),
    ((4, 1, "draw"), (2, 3, "win")),
)
"""Results by which persons 1 to 4 have 1.5, 2, 1.5 and 1 points."""


def played(
    rounds: tuple[tuple[tuple[int, int, Score], ...], ...], people: int = 4, **terms: object
) -> Contest:
    """Return a contest with these results: first person, second person, score of the first."""
    contest = entered("round robin", people, **terms)
    for number, round_ in enumerate(rounds, 1):
        for first, second, score in round_:
            match = f"{first}-{second}-{number}"
            paired = Paired(at=0, round=number, first=first, second=second, match=match)
            contest = apply_events(contest, (paired, Decided(at=1, match=match, score=score)))
    return contest


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("wins", {1: 1, 2: 2, 3: 1, 4: 0}),
        ("buchholz", {1: 4.5, 2: 4.0, 3: 4.5, 4: 5.0}),
        ("median buchholz", {1: 1.5, 2: 1.5, 3: 1.5, 4: 1.5}),
        ("sonneborn-berger", {1: 2.5, 2: 2.5, 3: 2.0, 4: 1.5}),
        ("progressive", {1: 3.5, 2: 3.0, 3: 3.5, 4: 2.0}),
        ("direct encounter", {1: 0, 2: 0, 3: 1, 4: 0}),
    ],
)
def test_a_tie_break_is_what_it_is_by_hand(name: TieBreak, wanted: dict[int, float]) -> None:
    table = standings(played(ROUNDS, tie_breaks=(name,)))
    assert {standing.person: standing.breaks for standing in table} == {
        person: (value,) for person, value in wanted.items()
    }
    assert [standing.points for standing in table] == [2.0, 1.5, 1.5, 1.0]


def test_of_two_who_are_equal_who_won_against_the_other_is_before() -> None:
    table = standings(played(ROUNDS, tie_breaks=("direct encounter",)))
    assert [(standing.place, standing.person) for standing in table] == [(1, 2), (2, 3), (3, 1), (4, 4)]


def test_a_direct_encounter_says_nothing_where_not_all_of_the_equal_have_met() -> None:
    three = (((1, 2, "win"), (3, 4, "win")),)
    table = standings(played(three, tie_breaks=("direct encounter",)))  # type: ignore[arg-type]
    assert [(standing.place, standing.person, standing.breaks) for standing in table] == [
        (1, 1, (0.0,)),
        (1, 3, (0.0,)),
        (3, 2, (0.0,)),
        (3, 4, (0.0,)),
    ]


def test_a_circle_of_three_is_settled_by_nothing() -> None:
    circle: tuple[tuple[tuple[int, int, Score], ...], ...] = (
        ((1, 2, "win"), (3, 4, "win")),
        ((2, 3, "win"), (1, 4, "win")),
        ((3, 1, "win"), (2, 4, "win")),
    )
    table = standings(played(circle, tie_breaks=("direct encounter", "sonneborn-berger")))
    assert [(standing.place, standing.person, standing.points, standing.breaks) for standing in table] == [
        (1, 1, 2.0, (1.0, 2.0)),
        (1, 2, 2.0, (1.0, 2.0)),
        (1, 3, 2.0, (1.0, 2.0)),
        (4, 4, 0.0, (0.0, 0.0)),
    ]


def test_who_is_equal_in_everything_shares_a_place_and_the_higher_seed_is_named_first() -> None:
    table = standings(played((((1, 2, "draw"), (4, 3, "draw")),), tie_breaks=("wins",)))
    assert [(standing.place, standing.person) for standing in table] == [(1, 1), (1, 2), (1, 3), (1, 4)]


def test_a_bye_counts_its_points_and_gives_no_opponent_to_count() -> None:
    contest = after(played(ROUNDS, people=5, tie_breaks=("buchholz",)), Bye(at=2, round=1, person=5))
    last = next(standing for standing in standings(contest) if standing.person == 5)
    assert (last.points, last.breaks, last.wins) == (1.0, (0.0,), 0)


def test_where_neither_showed_up_neither_gets_a_point() -> None:
    table = standings(played((((1, 2, "none"),),), people=2))
    assert [standing.points for standing in table] == [0.0, 0.0]


def test_a_page_of_a_ladder_reckons_all_scores_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    reckoned = list[int]()
    whole = ladder.scores

    def scores(contest: Contest, now: int) -> Mapping[int, float]:
        reckoned.append(now)
        return whole(contest, now)

    monkeypatch.setattr(ladder, "scores", scores)
    found = tables.parts_of(entered("ladder", 40), 9)
    assert [len(page.lines) for page in found] == [tables.ON_A_PAGE, tables.ON_A_PAGE, 8]
    assert reckoned == [9], "with hundreds of people once for each of them stops the bot for seconds"
