"""Figures computed from the log of a season that was played."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bench.seasons import figures
from bench.seasons.server import open_server
from bot.matchmaking.contests.log.contest import fold_events
from bot.matchmaking.contests.log.events import Decided, Event, Joined, Left, Limited, Paired, Paused
from bot.matchmaking.contests.log.terms import Terms

HOUR = 3600
LADDER = Terms(kind="ladder", name="Ladder", game="ccc")


def joined(*people: int) -> list[Event]:
    return [Joined(at=0, person=person, number=person, rating=1500) for person in people]


def paired(first: int, second: int, hour: int, match: str = "m") -> Paired:
    return Paired(at=hour * HOUR, round=1, first=first, second=second, match=match)


def decided(hour: int, match: str = "m") -> Decided:
    return Decided(at=hour * HOUR, match=match, score="win")


def test_a_wait_is_from_when_somebody_has_room_until_they_are_paired() -> None:
    events = [*joined(1, 2), paired(1, 2, 3), decided(10), paired(2, 1, 15, "n")]
    assert figures.waits(events) == [3, 3, 5, 5]


def test_with_room_for_two_matches_somebody_waits_from_the_first_one_on() -> None:
    limited = [Limited(at=0, person=person, at_once=2) for person in (1, 2)]
    events = [*joined(1, 2, 3), *limited, paired(1, 2, 3), paired(1, 3, 7, "n")]
    assert figures.waits(events) == [3, 3, 4, 7]


@pytest.mark.parametrize("goes", [[], [Paused(at=HOUR, person=2)], [Left(at=HOUR, person=2)]])
def test_two_who_wait_for_more_than_a_day_could_have_played(goes: Sequence[Event]) -> None:
    assert figures.most_left([*joined(1, 2), *goes], 26 * HOUR) == 2 - len(goes)
    assert figures.most_left([*joined(1, 2), *goes], 25 * HOUR) == 0


def test_two_who_waited_count_even_if_they_are_paired_at_last() -> None:
    assert figures.most_left([*joined(1, 2), paired(1, 2, 30)], 31 * HOUR) == 2
    assert figures.most_left([*joined(1, 2), paired(1, 2, 24)], 99 * HOUR) == 0


def test_a_meeting_within_thirty_days_is_a_repeat() -> None:
    events = [
        *joined(1, 2),
        paired(1, 2, 0),
        decided(10),
        paired(2, 1, 29 * 24, "n"),
        decided(29 * 24 + 1, "n"),
    ]
    assert figures.repeats(fold_events(LADDER, events)) == 1
    late = [*events, paired(1, 2, 24 * 60, "o")]
    assert figures.repeats(fold_events(LADDER, late)) == 1


def test_a_repeat_could_have_been_avoided_where_somebody_new_was_left_over() -> None:
    again = [paired(1, 2, 0), decided(10), paired(2, 1, 40, "n")]
    alone, with_another = [*joined(1, 2), *again], [*joined(1, 2, 3), *again]
    assert figures.avoidable(fold_events(LADDER, alone), alone) == 0
    assert figures.avoidable(fold_events(LADDER, with_another), with_another) == 1
    busy = [*joined(1, 2, 3, 4), paired(3, 4, 0, "x"), *again]
    assert figures.avoidable(fold_events(LADDER, busy), busy) == 0


def test_how_long_matches_took_and_how_they_ended() -> None:
    events = [*joined(1, 2, 3, 4), paired(1, 2, 0), paired(3, 4, 0, "n"), decided(48)]
    contest = fold_events(LADDER, events)
    assert figures.days_of(contest) == [2.0]
    assert figures.ends(contest) == {"played": 1, "under way": 1}
    assert figures.imbalances(contest) == [1, 1, 1, 1]


@pytest.mark.slow
async def test_a_season_is_served_to_people_who_have_been_here_before() -> None:
    async with open_server(2) as server:
        assert len(server.people) == 2
