"""Start times of contests, as people write them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.core.errors import UserError
from bot.matchmaking.contests.organizing.starts import moment

NOW = int(datetime(2026, 11, 25, 20, 30, tzinfo=UTC).timestamp())
"""A Wednesday evening."""


def at(text: str, zone: str = "UTC") -> str:
    return f"{datetime.fromtimestamp(moment(text, NOW, zone), UTC):%m-%d %H:%M}"


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("now", "11-25 20:30"),
        ("in 2 hours", "11-25 22:30"),
        ("in 30 min", "11-25 21:00"),
        ("2d", "11-27 20:30"),
        ("in 1 week", "12-02 20:30"),
        ("Friday 18:00", "11-27 18:00"),
        ("fri at 6 pm", "11-27 18:00"),
        ("Wednesday 18:00", "12-02 18:00"),
        ("wednesday 21:00", "11-25 21:00"),
        ("tomorrow", "11-26 12:00"),
        ("tomorrow 9 am", "11-26 09:00"),
        ("tomorrow 12 am", "11-26 00:00"),
        ("today 23:15", "11-25 23:15"),
        ("18:00", "11-26 18:00"),
        ("21:00", "11-25 21:00"),
        ("2026-12-24 18:30", "12-24 18:30"),
        ("2026-12-24", "12-24 12:00"),
        (str(NOW + 60), "11-25 20:31"),
        (f"<t:{NOW + 60}:F>", "11-25 20:31"),
    ],
)
def test_what_people_write_is_the_moment_they_mean(text: str, when: str) -> None:
    assert at(text) == when


def test_times_of_day_are_in_the_zone_of_whoever_writes_them() -> None:
    assert at("Friday 18:00", "Europe/Berlin") == "11-27 17:00"
    assert at("Friday 18:00", "America/New_York") == "11-27 23:00"
    assert at("Friday 18:00", "No/Where") == "11-27 18:00"
    assert at("in 2 hours", "Asia/Tokyo") == "11-25 22:30"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("soon", "can't read"),
        ("25:00", "can't read"),
        ("Friday 13 pm", "can't read"),
        ("2026-02-30 18:00", "can't read"),
        ("18", "can't read"),
        ("", "can't read"),
        ("2026-11-24 18:00", "in the past"),
        ("today 8:00", "in the past"),
        ("in 9999 weeks", "too far away"),
        ("99999999999", "too far away"),
    ],
)
def test_what_nobody_can_mean_is_refused_with_what_to_write(text: str, why: str) -> None:
    with pytest.raises(UserError, match=why):
        moment(text, NOW, "UTC")
