"""The clock with quiet hours and holidays, compared to a naive one that shares no code with it.

The naive clock reads each minute off the wall clock, and each second where a minute isn't whole. Offsets are
whole minutes nowadays, so nothing but a holiday begins or ends within a minute.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import islice, pairwise
from unittest.mock import patch
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core import clock_pauses as clock
from bot.core.clock_pauses import ClockPauses, Span
from tests.budgets import first_slow
from tests.kit.hosts.clock_history import DAY, HOUR, SURE_A_WEEK, WEEK, latest

ALWAYS = ClockPauses()
"""A clock that never rests."""

SETTLED = settings(max_examples=5, deadline=None, derandomize=True)


def at(text: str) -> int:
    """Return the moment that a text such as 2025-03-29T21:00+01:00 names."""
    return int(datetime.fromisoformat(text).timestamp())


CHANGES = {
    "Berlin forward": ("Europe/Berlin", at("2025-03-30T01:00Z"), 60),
    "Berlin back": ("Europe/Berlin", at("2025-10-26T01:00Z"), -60),
    "London forward": ("Europe/London", at("2025-03-30T01:00Z"), 60),
    "London back": ("Europe/London", at("2025-10-26T01:00Z"), -60),
    "New York forward": ("America/New_York", at("2025-03-09T07:00Z"), 60),
    "New York back": ("America/New_York", at("2025-11-02T06:00Z"), -60),
    "Lord Howe forward": ("Australia/Lord_Howe", at("2025-10-04T15:30Z"), 30),
    "Lord Howe back": ("Australia/Lord_Howe", at("2025-04-05T15:00Z"), -30),
    "Casablanca forward": ("Africa/Casablanca", at("2024-04-14T02:00Z"), 60),
    "Casablanca back": ("Africa/Casablanca", at("2024-03-10T02:00Z"), -60),
    "Kathmandu, a quarter": ("Asia/Kathmandu", at("1985-12-31T18:30Z"), 15),
    "Kathmandu, no change": ("Asia/Kathmandu", at("2025-06-14T18:15Z"), 0),
    "Apia without a Friday": ("Pacific/Apia", at("2011-12-30T10:00Z"), 24 * 60),
    "Beirut without a midnight": ("Asia/Beirut", at("2021-03-27T22:00Z"), 60),
    "Tehran, Sunday ends twice": ("Asia/Tehran", at("2020-09-20T19:30Z"), -60),
}
"""A zone, a moment, and the minutes by which the zone's clocks are then put forward."""

every_change = pytest.mark.parametrize("name", CHANGES)


# The bound.


# The naive clock.


@lru_cache(maxsize=4096)
def minutes_of_the_week(zone: str, day: int) -> array[int]:
    """Return what a wall clock shows in each minute of a UTC day, in minutes since Monday began."""
    midnight = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(days=day)
    shown = ((midnight + timedelta(minutes=m)).astimezone(ZoneInfo(zone)) for m in range(1440))
    return array("H", (wall.weekday() * 1440 + wall.hour * 60 + wall.minute for wall in shown))


@lru_cache(maxsize=64)
def resting_minutes(quiet: Span | None, weekends: bool) -> frozenset[int]:
    """Return the minutes of a week on the wall clock at which a clock rests, apart from holidays."""
    quiet_minutes, minute = set(), quiet[0] if quiet else 0
    while quiet and minute != quiet[1]:
        quiet_minutes.add(minute)
        minute = (minute + 1) % 1440
    weekend = range(5 * 1440, 7 * 1440) if weekends else range(0)
    return frozenset(m for m in range(7 * 1440) if m % 1440 in quiet_minutes or m in weekend)


def naive_rests(hours: ClockPauses, moment: int) -> bool:
    for since, until in hours.holidays:
        if since <= moment < until:
            return True
    shown = minutes_of_the_week(hours.zone, moment // DAY)[moment % DAY // 60]
    return shown in resting_minutes(hours.quiet, hours.weekends)


def naive_steps(hours: ClockPauses, start: int) -> Iterator[tuple[int, int, bool]]:
    """Yield (moment, length, resting) from `start` on, by minutes or, where one isn't whole, by seconds."""
    broken = {edge // 60 for span in hours.holidays for edge in span if edge % 60}
    moment = start
    while True:
        step = 1 if moment % 60 or moment // 60 in broken else 60
        yield moment, step, naive_rests(hours, moment)
        moment += step


def naive_running(hours: ClockPauses, start: int, end: int) -> int:
    seconds = 0
    for moment, step, rest in naive_steps(hours, start):
        if moment >= end:
            break
        seconds += 0 if rest else min(step, end - moment)
    return seconds


def naive_due(hours: ClockPauses, start: int, length: int) -> int:
    for moment, step, rest in naive_steps(hours, start):
        length -= 0 if rest else step
        if length <= 0 and not rest:
            return moment + step + length
    raise AssertionError


def naive_awake(hours: ClockPauses, moment: int) -> int:
    return next(since for since, _, rest in naive_steps(hours, moment) if not rest)


def naive_edges(hours: ClockPauses, around: int) -> list[int]:
    """Return the moments near `around` at which the clock begins to rest or to run."""
    minutes = range(around - 2 * DAY, around + 2 * DAY, 60)
    resting = [(moment, naive_rests(hours, moment)) for moment in minutes]
    return [moment for (_, before), (moment, after) in pairwise(resting) if before != after]


# Hours around a change of clocks.


@st.composite
def quiets(draw: st.DrawFn, zone: str, change: int) -> Span:
    """Draw up to twelve quiet hours, which mostly begin or end near the change of clocks."""
    shown = [minutes_of_the_week(zone, m // DAY)[m % DAY // 60] for m in (change - 60, change)]
    edge = draw(st.sampled_from(shown)) + draw(st.integers(-75, 75))
    edge = draw(st.sampled_from((edge, edge, draw(st.integers(0, 1439)))))
    long = draw(st.integers(1, 720))
    return draw(st.sampled_from(((edge % 1440, (edge + long) % 1440), ((edge - long) % 1440, edge % 1440))))


@st.composite
def holidays_by(draw: st.DrawFn, edges: list[int], around: int) -> tuple[Span, ...]:
    """Draw up to three holidays in order, many of which touch a pause or each other, some to the second."""
    spans: list[Span] = []
    for _ in range(draw(st.integers(0, 3))):
        free = around + draw(st.integers(-3 * DAY, 3 * DAY))
        since = draw(st.sampled_from((free, *edges, *(end for _, end in spans))))
        until = draw(st.sampled_from((since + draw(st.integers(1, 2 * DAY)), since + HOUR, *edges)))
        if until > since and all(until <= start or end <= since for start, end in spans):
            spans.append((since, until))
    return tuple(sorted(spans))


@st.composite
def cases(draw: st.DrawFn, names: st.SearchStrategy[str]) -> tuple[ClockPauses, int]:
    """Draw hours and a moment near a change of clocks: on an edge, in a pause, or at any second."""
    zone, change, _ = CHANGES[draw(names)]
    quiet, weekends = draw(st.none() | quiets(zone, change)), draw(st.booleans())
    edges = [change, *naive_edges(ClockPauses(zone, quiet, weekends), change)]
    holidays = draw(holidays_by(edges, change))
    near = change + draw(st.integers(-3 * DAY, 2 * DAY) | st.integers(-2 * HOUR, 2 * HOUR))
    edges += [edge for span in holidays for edge in span]
    edge = draw(st.sampled_from(edges)) + draw(st.integers(-61, 61))
    return ClockPauses(zone, quiet, weekends, holidays), draw(st.sampled_from((near, near // 60 * 60, edge)))


LENGTHS = st.integers(1, 2 * HOUR) | st.integers(1, 3 * DAY) | st.sampled_from((600, HOUR, DAY, 3 * DAY))


def rests_as_the_naive_clock(hours: ClockPauses, around: int) -> None:
    edges = [around, *(edge for span in hours.holidays for edge in span)]
    seconds = {edge + second for edge in edges for second in (-1, 0, 1, 59)}
    minutes = range(around - DAY, around + DAY, 60)
    for moment in sorted({*minutes, *(minute + 59 for minute in minutes), *seconds}):
        assert clock.rests(hours, moment) == naive_rests(hours, moment), moment


def runs_as_the_naive_clock(hours: ClockPauses, start: int, length: int) -> None:
    due = naive_due(hours, start, length)
    assert clock.due(hours, start, length) == due
    assert clock.running(hours, start, due) == length
    assert clock.running(hours, start, start + length) == naive_running(hours, start, start + length)
    assert clock.awake(hours, start) == naive_awake(hours, start)
    assert due <= latest(hours, start, length)


@pytest.fixture(autouse=True, scope="module")
def no_unbounded_work() -> Iterator[None]:
    """Fail each test that looks at more stretches in a call than the longest one needs."""
    whole = clock._stretches

    def bounded(hours: ClockPauses, start: int) -> Iterator[tuple[int, int, bool]]:
        yield from islice(whole(hours, start), 3000)
        raise AssertionError("unbounded work")

    with patch.object(clock, "_stretches", bounded):
        yield


@every_change
def test_the_clocks_of_these_zones_are_changed_at_these_moments(name: str) -> None:
    zone, change, forward = CHANGES[name]
    before, after = (
        datetime.fromtimestamp(m, ZoneInfo(zone)).replace(tzinfo=None) for m in (change - 60, change)
    )
    assert after - before == timedelta(minutes=1 + forward)


@pytest.mark.slow
@every_change
@SETTLED
@given(data=st.data())
def test_rests_agrees_with_the_naive_clock_at_every_minute_and_at_the_seconds_around_the_edges(
    name: str, data: st.DataObject
) -> None:
    hours, _ = data.draw(cases(st.just(name)))
    rests_as_the_naive_clock(hours, CHANGES[name][1])


@pytest.mark.slow
@every_change
@SETTLED
@given(data=st.data(), length=LENGTHS)
def test_running_due_and_awake_agree_with_the_naive_clock(
    name: str, data: st.DataObject, length: int
) -> None:
    runs_as_the_naive_clock(*data.draw(cases(st.just(name))), length)


ANY = cases(st.sampled_from(list(CHANGES)))
OFTEN = settings(SETTLED, max_examples=35)


@pytest.mark.slow
@OFTEN
@given(case=ANY, one=LENGTHS, other=LENGTHS)
def test_running_is_additive_over_every_split(case: tuple[ClockPauses, int], one: int, other: int) -> None:
    hours, start = case
    middle, end = start + one, start + one + other
    parts = clock.running(hours, start, middle), clock.running(hours, middle, end)
    assert sum(parts) == clock.running(hours, start, end)


@pytest.mark.proof
@OFTEN
@given(case=ANY, one=LENGTHS, other=LENGTHS)
def test_running_is_monotone_and_never_faster_than_time(
    case: tuple[ClockPauses, int], one: int, other: int
) -> None:
    hours, start = case
    short, long = (clock.running(hours, start, start + length) for length in (one, one + other))
    assert 0 <= short <= long <= short + other
    assert clock.running(hours, start, start) == clock.running(hours, start, start - one) == 0


@pytest.mark.slow
@OFTEN
@given(case=ANY, length=LENGTHS)
def test_due_is_the_least_moment_at_which_the_clock_has_run_for_the_length(
    case: tuple[ClockPauses, int], length: int
) -> None:
    hours, start = case
    due = clock.due(hours, start, length)
    assert clock.running(hours, start, due) == length
    assert clock.running(hours, start, due - 1) == length - 1


@pytest.mark.slow
@OFTEN
@given(case=ANY, length=LENGTHS)
def test_due_never_falls_inside_a_pause_the_clock_runs_right_up_to_it(
    case: tuple[ClockPauses, int], length: int
) -> None:
    hours, start = case
    assert not naive_rests(hours, clock.due(hours, start, length) - 1)


@pytest.mark.slow
@OFTEN
@given(case=ANY)
def test_a_turn_that_lasts_just_until_a_pause_is_due_when_the_pause_begins(
    case: tuple[ClockPauses, int],
) -> None:
    hours, start = case
    edges = [edge for edge in naive_edges(hours, start) if edge > start and naive_rests(hours, edge)]
    for pause in edges[:2]:
        moment = next(second for second in range(pause, pause - 61, -1) if not naive_rests(hours, second - 1))
        length = naive_running(hours, start, moment)
        assert length == 0 or clock.due(hours, start, length) == moment


@pytest.mark.slow
@OFTEN
@given(case=ANY, one=LENGTHS, other=LENGTHS)
def test_a_length_in_two_parts_is_due_when_the_whole_is(
    case: tuple[ClockPauses, int], one: int, other: int
) -> None:
    hours, start = case
    assert clock.due(hours, clock.due(hours, start, one), other) == clock.due(hours, start, one + other)


@pytest.mark.slow
@OFTEN
@given(case=ANY)
def test_awake_is_the_first_moment_at_which_the_clock_runs_and_a_clock_with_nothing_left_is_due_then(
    case: tuple[ClockPauses, int],
) -> None:
    hours, start = case
    awake = clock.awake(hours, start)
    assert start <= awake == clock.due(hours, start, 0)
    assert not naive_rests(hours, awake)
    assert awake == start or naive_rests(hours, awake - 1)
    assert clock.running(hours, start, awake) == 0


@OFTEN
@given(start=st.integers(at("2000-01-01T00:00Z"), at("2040-01-01T00:00Z")), length=st.integers(0, 14 * DAY))
def test_a_clock_without_pauses_runs_like_time(start: int, length: int) -> None:
    assert clock.due(ALWAYS, start, length) == start + length
    assert clock.running(ALWAYS, start, start + length) == length
    assert clock.awake(ALWAYS, start) == start


# Ordinary days.

NIGHT = (22 * 60, 8 * 60)


@pytest.mark.parametrize(
    ("hours", "start", "length", "due"),
    [
        (ClockPauses("Europe/Berlin", NIGHT), "2025-03-29T21:00+01:00", 2 * HOUR, "2025-03-30T09:00+02:00"),
        (ClockPauses("Europe/Berlin", NIGHT), "2025-10-25T21:00+02:00", 2 * HOUR, "2025-10-26T09:00+01:00"),
        (ClockPauses("Europe/Berlin", NIGHT), "2025-06-03T23:30:07+02:00", 1, "2025-06-04T08:00:01+02:00"),
        (ClockPauses("Europe/Berlin", NIGHT), "2025-06-03T21:00+02:00", HOUR, "2025-06-03T22:00+02:00"),
        (ClockPauses("Europe/Berlin", None, True), "2025-03-28T18:00+01:00", DAY, "2025-03-31T18:00+02:00"),
        (
            ClockPauses("Pacific/Apia", None, True),
            "2011-12-29T00:00-10:00",
            2 * DAY,
            "2012-01-03T00:00+14:00",
        ),
        (ClockPauses("Asia/Tehran", None, True), "2020-09-18T12:00+04:30", DAY, "2020-09-21T12:00+03:30"),
        (ClockPauses("Asia/Kathmandu", NIGHT), "2025-06-03T21:00+05:45", 2 * HOUR, "2025-06-04T09:00+05:45"),
    ],
)
def test_days_and_nights_around_a_change_of_clocks(
    hours: ClockPauses, start: str, length: int, due: str
) -> None:
    assert clock.due(hours, at(start), length) == at(due)


def pauses(hours: ClockPauses, day: str) -> list[str]:
    """Return the beginning and end of each pause of a day, as the zone's wall clock shows them."""
    since = at(day)
    resting = [(m, clock.rests(hours, m)) for m in range(since, since + 23 * HOUR, 60)]
    edges = [m for (_, before), (m, after) in pairwise(resting) if before != after]
    return [datetime.fromtimestamp(m, ZoneInfo(hours.zone)).strftime("%H:%M%z") for m in edges]


SPRING, AUTUMN = "2025-03-30T00:00+01:00", "2025-10-26T00:00+02:00"


def test_quiet_hours_that_begin_or_end_in_a_skipped_hour_begin_or_end_when_it_is_skipped() -> None:
    assert pauses(ClockPauses("Europe/Berlin", (150, 300)), SPRING) == ["03:00+0200", "05:00+0200"]
    assert pauses(ClockPauses("Europe/Berlin", (60, 150)), SPRING) == ["01:00+0100", "03:00+0200"]
    assert pauses(ClockPauses("Europe/Berlin", (135, 165)), SPRING) == []


def test_quiet_hours_within_a_repeated_hour_are_kept_twice() -> None:
    twice = ["02:15+0200", "02:45+0200", "02:15+0100", "02:45+0100"]
    assert pauses(ClockPauses("Europe/Berlin", (135, 165)), AUTUMN) == twice


def test_a_turn_that_begins_in_a_pause_has_its_whole_length_after_it() -> None:
    start, end = at("2025-06-03T10:00Z"), at("2025-06-05T10:00Z")
    hours = ClockPauses("UTC", NIGHT, holidays=((start - DAY, end),))
    assert clock.due(hours, start, 3 * HOUR) == end + 3 * HOUR
    assert clock.awake(hours, start) == end


def test_holidays_that_touch_or_overlap_quiet_hours_are_one_pause_with_them() -> None:
    night, morning = at("2025-06-03T22:00Z"), at("2025-06-04T08:00Z")
    for since, until in ((night - HOUR, night), (night - HOUR, night + HOUR), (night - HOUR, morning)):
        hours = ClockPauses("UTC", NIGHT, holidays=((since, until), (morning, morning + HOUR)))
        assert clock.awake(hours, night - HOUR) == morning + HOUR
        assert clock.running(hours, night - 2 * HOUR, morning + 2 * HOUR) == 2 * HOUR


def test_holidays_that_overlap_or_lie_in_each_other_are_one_pause() -> None:
    noon = at("2025-06-03T12:00Z")
    for inner in ((noon + HOUR, noon + 2 * HOUR), (noon + HOUR, noon + 4 * HOUR), (noon, noon + HOUR)):
        hours = ClockPauses(holidays=((noon, noon + 3 * HOUR), inner))
        end = max(noon + 3 * HOUR, inner[1])
        assert clock.running(hours, noon - HOUR, end + HOUR) == 2 * HOUR
        assert clock.awake(hours, noon + 2 * HOUR) == end


# No pause lengthens a match without end.

MOST_HOLIDAY_HOURS = 20 * 24
"""The most hours of holidays in any 365 days, and so while a turn lasts."""


@lru_cache
def unkind_hours(seed: int) -> tuple[ClockPauses, int]:
    """Return hours with long quiet, weekends and as many holidays as possible, and a start.

    The holidays, 20 days in all, fall on hours in which the clock would otherwise run.
    """
    chance = random.Random(seed)
    zone, since = chance.choice(sorted({zone for zone, _, _ in CHANGES.values()})), chance.randrange(1440)
    hours = ClockPauses(zone, (since, (since + 720) % 1440), True)
    start = at("2024-10-04T00:00Z") + chance.randrange(60 * DAY)
    often = chance.choice((1.0, 0.9, 0.5))
    wanted = (h for h in range(start // HOUR * HOUR, start + 40 * WEEK, HOUR) if chance.random() < often)
    taken = islice((h for h in wanted if not naive_rests(hours, h)), MOST_HOLIDAY_HOURS)
    holidays = tuple((hour, hour + HOUR) for hour in taken)
    return ClockPauses(zone, hours.quiet, True, holidays), start


@pytest.mark.proof
@pytest.mark.parametrize("seed", [0, *first_slow(range(1, 100), 2)])
def test_a_turn_of_14_days_ends_within_16_weeks_with_12_quiet_hours_weekends_and_20_days_of_holidays_a_year(
    seed: int,
) -> None:
    hours, start = unkind_hours(seed)
    due = clock.due(hours, start, 14 * DAY)
    assert start + 8 * WEEK < due <= latest(hours, start, 14 * DAY) <= start + 16 * WEEK
    assert clock.running(hours, start, due) == 14 * DAY


@pytest.mark.proof
@OFTEN
@given(case=ANY, length=st.sampled_from((600, DAY, 3 * DAY, 7 * DAY, 14 * DAY)), since=st.integers(0, 1439))
def test_due_is_never_after_latest_a_week_for_each_56_hours_of_the_turn_and_the_holidays_and_one_week_more(
    case: tuple[ClockPauses, int], length: int, since: int
) -> None:
    hours, start = case
    worst = ClockPauses(hours.zone, (since, (since + 720) % 1440), True, hours.holidays)
    bound = latest(worst, start, length)
    assert max(clock.due(hours, start, length), clock.due(worst, start, length)) <= bound
    resting = sum(until - since for since, until in hours.holidays)
    assert bound <= start + WEEK * (1 + -(-(length + resting) // SURE_A_WEEK))


@OFTEN
@given(since=st.integers(0, 1439), minutes=st.integers(721, 1440))
def test_more_than_twelve_hours_of_quiet_or_none_are_refused(since: int, minutes: int) -> None:
    with pytest.raises(ValueError):
        ClockPauses(quiet=(since, (since + minutes) % 1440))
    with pytest.raises(ValueError):
        ClockPauses(quiet=(0, minutes))
    assert ClockPauses(quiet=(since, (since + 720) % 1440)).quiet is not None


@pytest.mark.parametrize("quiet", [(0, 1500), (1440, 60), (-60, 60), (1500, 1600), (60, -60)])
def test_quiet_hours_outside_of_a_day_are_refused(quiet: Span) -> None:
    with pytest.raises(ValueError):
        ClockPauses(quiet=quiet)


@pytest.mark.parametrize("zone", ["Nowhere/Here", "Europe", "", "../UTC"])
def test_a_zone_that_is_no_longer_known_is_read_as_utc(zone: str) -> None:
    hours = ClockPauses(zone, NIGHT)
    night = at("2025-06-03T22:00Z")
    assert not clock.rests(hours, night - 1)
    assert clock.rests(hours, night)
    assert clock.awake(hours, night) == night + 10 * HOUR


def stretches_of(hours: ClockPauses, start: int, length: int) -> int:
    """Return how many stretches of time are looked at to find what's due."""
    looked, whole = [0], clock._stretches

    def counted(hours: ClockPauses, start: int) -> Iterator[tuple[int, int, bool]]:
        for stretch in whole(hours, start):
            looked[0] += 1
            yield stretch

    with patch.object(clock, "_stretches", counted):
        clock.running(hours, start, clock.due(hours, start, length))
        clock.awake(hours, start)
    return looked[0]


@pytest.mark.proof
def test_a_call_looks_at_a_few_stretches_a_day_and_at_each_holiday_and_never_at_each_moment() -> None:
    for seed in range(2):
        hours, start = unkind_hours(seed)
        days = (clock.due(hours, start, 14 * DAY) - start) // DAY + 2
        assert days < stretches_of(hours, start, 14 * DAY) <= 3 * (3 * days + 2 * len(hours.holidays) + 4)
    assert stretches_of(ALWAYS, at("2025-06-03T12:00Z"), 14 * DAY) <= 3 * 16


@pytest.mark.slow
@OFTEN
@given(case=ANY, length=LENGTHS)
def test_no_call_near_a_change_of_clocks_looks_at_more_than_some_stretches_a_day(
    case: tuple[ClockPauses, int], length: int
) -> None:
    hours, start = case
    days = (clock.due(hours, start, length) - start) // DAY + 2
    assert 0 < stretches_of(hours, start, length) <= 3 * (3 * days + 2 * len(hours.holidays) + 4)


# The long proofs.


@pytest.mark.proof
@settings(SETTLED, max_examples=500)
@given(case=ANY, length=LENGTHS)
def test_the_clock_agrees_with_the_naive_one_in_very_many_cases(
    case: tuple[ClockPauses, int], length: int
) -> None:
    rests_as_the_naive_clock(case[0], case[1])
    runs_as_the_naive_clock(*case, length)


def naive_changes(zone: str) -> list[int]:
    """Return the hours of 2024 at which the zone's clocks are changed; none are changed twice in a day."""
    days = range(at("2024-01-01T00:00Z"), at("2025-01-01T00:00Z") + 1, DAY)
    hours = (range(since, until + 1, HOUR) for since, until in changes_among(zone, days))
    return [moment for day in hours for _, moment in changes_among(zone, day)]


def changes_among(zone: str, moments: range) -> list[tuple[int, int]]:
    """Return the pairs of adjacent moments between which clocks were changed."""
    read = [(m, datetime.fromtimestamp(m, ZoneInfo(zone)).utcoffset()) for m in moments]
    return [(before, after) for (before, first), (after, last) in pairwise(read) if first != last]


def shown_in(zone: str) -> tuple[timedelta | None, ...]:
    """Return the zone's offset at the beginning of 2024 and around each of its changes."""
    around = (m for change in naive_changes(zone) for m in (change - 1, change))
    moments = (at("2024-01-01T00:00Z"), *around)
    return tuple(datetime.fromtimestamp(m, ZoneInfo(zone)).utcoffset() for m in moments)


@pytest.mark.proof
def test_the_clock_agrees_with_the_naive_one_at_every_change_of_clocks_in_every_zone() -> None:
    """Zones have several names, and many show the same all year: one of those stands for the others."""
    apart = {(*naive_changes(zone), *shown_in(zone)): zone for zone in sorted(available_timezones())}
    chance = random.Random(2024)
    for zone in apart.values():
        for change in naive_changes(zone) or [at("2024-06-01T00:00Z")]:
            since, holiday = chance.randrange(1440), change + chance.randrange(-DAY, DAY)
            quiet = (since, (since + chance.randrange(1, 721)) % 1440)
            hours = ClockPauses(
                zone, quiet, chance.random() < 0.5, ((holiday, holiday + chance.randrange(1, DAY)),)
            )
            rests_as_the_naive_clock(hours, change)
            runs_as_the_naive_clock(hours, change + chance.randrange(-DAY, DAY), chance.randrange(1, 2 * DAY))
