"""Which searches in the lobby fit each other, as pure functions."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matchmaking.lobby.fit import STEP_SECONDS, by_fit, can_meet, fits, in_order, reach, server_of
from storage.tables.seeks import Seek
from tests.kit.servers.lobby_table import NOW, a_seek

HOUR = 3600


SEEKS = st.builds(
    a_seek,
    st.text(min_size=1),
    person=st.integers(1, 4),
    preset=st.sampled_from("ab"),
    pace=st.sampled_from("ab"),
    rated=st.booleans(),
    rating=st.integers(1000, 2000),
    spread=st.sampled_from((None, 100, 200, 400)),
    everywhere=st.booleans(),
    guild=st.sampled_from((None, 5, 6)),
    status=st.sampled_from(("open", "open", "paired")),
    created_at=st.integers(NOW - 3 * 24 * HOUR, NOW),
)


def test_the_nearest_in_rating_comes_first() -> None:
    others = [a_seek(f"s{rating}", rating=rating) for rating in (1700, 1510, 1400)]
    assert [seek.rating for seek in by_fit(a_seek("me"), others, NOW)] == [1510, 1400, 1700]


def test_who_has_waited_long_goes_before_who_is_a_little_nearer() -> None:
    near, patient = a_seek("near", rating=1510), a_seek("patient", rating=1600, created_at=NOW - 10 * HOUR)
    assert by_fit(a_seek("me"), [near, patient], NOW) == [patient, near]
    assert by_fit(a_seek("me"), [near, msgspec.structs.replace(patient, created_at=NOW)], NOW)[0] == near


def test_of_two_who_are_as_good_one_of_the_same_server_comes_first() -> None:
    wide, here = a_seek("a", everywhere=True), a_seek("b", created_at=NOW + 1)
    assert by_fit(a_seek("me"), [wide, here], NOW) == [here, wide]


def test_a_range_is_twice_as_wide_after_a_day() -> None:
    one = a_seek("me", spread=100)
    assert [reach(one, NOW + hours * HOUR) for hours in (0, 5, 6, 24, 72)] == [100, 100, 125, 200, 400]
    assert reach(a_seek("me"), NOW + 24 * HOUR) is None
    assert reach(one, NOW - STEP_SECONDS) == 100, "a clock that was put back makes no range narrower"


def test_both_ranges_count() -> None:
    narrow, wide = a_seek("a", spread=100, rating=1650), a_seek("b", spread=200)
    assert not fits(narrow, wide, NOW)
    assert fits(msgspec.structs.replace(narrow, spread=200), wide, NOW)


@pytest.mark.parametrize(
    ("one", "other", "meet", "server"),
    [
        ((False, 5), (False, 5), True, 5),
        ((False, 5), (False, 6), False, None),
        ((True, 5), (False, 6), False, None),
        ((True, 5), (False, 5), True, None),
        ((True, 5), (True, 6), True, None),
        ((True, 5), (True, 5), True, None),
        ((True, None), (True, 6), True, None),
        ((True, None), (False, 5), False, None),
    ],
)
def test_two_meet_where_both_look_and_play_on_a_server_only_if_both_look_nowhere_else(
    one: tuple[bool, int | None], other: tuple[bool, int | None], meet: bool, server: int | None
) -> None:
    first, second = (a_seek(n, everywhere=e, guild=g) for n, (e, g) in zip("ab", (one, other), strict=True))
    assert can_meet(first, second) == can_meet(second, first) == meet
    if meet:
        assert server_of(first, second) == server_of(second, first) == server


@pytest.mark.slow
@given(SEEKS, SEEKS)
def test_fitting_is_mutual_and_never_with_oneself_nor_with_one_that_is_over(one: Seek, other: Seek) -> None:
    assert fits(one, other, NOW) == fits(other, one, NOW)
    if fits(one, other, NOW):
        assert one.person != other.person
        assert one.is_open
        assert other.is_open
        assert in_order(one, other)[0].created_at <= in_order(one, other)[1].created_at


@pytest.mark.slow
@given(SEEKS, st.lists(SEEKS))
def test_only_those_who_fit_are_on_the_list_and_all_of_them(me: Seek, others: list[Seek]) -> None:
    listed = by_fit(me, others, NOW)
    assert sorted(seek.id for seek in listed) == sorted(seek.id for seek in others if fits(me, seek, NOW))
