"""Paces: a time for each turn, a bank that grows and is capped, or no clock at all."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core.time_controls import DEFAULT, TIME_CONTROLS, TimeControl, bank_after, length_of_turn
from tests.budgets import budget

MINUTE, HOUR, DAY = 60, 3600, 86_400
CHOICE_CHARACTERS, CHOICES = 100, 25
"""Discord's limits for the choices of a command's option: characters in one, and choices."""

SETTLED = settings(max_examples=budget(25, 100), deadline=None, derandomize=True)
EACH_TURN = {"3d": 3 * DAY, "1d": DAY, "7d": 7 * DAY, "14d": 14 * DAY, "quick": 10 * MINUTE}
BANKED = sorted(key for key, pace in TIME_CONTROLS.items() if pace.bank is not None)

every_pace = pytest.mark.parametrize("key", TIME_CONTROLS)


def test_the_keys_as_stored_are_these_and_three_days_a_move_is_the_default() -> None:
    assert set(TIME_CONTROLS) == {*EACH_TURN, "bank", "none"}
    assert DEFAULT == "3d"


def test_the_paces_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        TIME_CONTROLS["3d"] = TIME_CONTROLS["none"]  # type: ignore[index]
    with pytest.raises(AttributeError):
        TIME_CONTROLS["3d"].turn = 1  # type: ignore[misc]


def test_the_words_say_the_lengths() -> None:
    assert {key: pace.words for key, pace in TIME_CONTROLS.items()} == {
        "1d": "1 day a turn",
        "3d": "3 days a turn",
        "7d": "7 days a turn",
        "14d": "14 days a turn",
        "bank": "5 days, plus 12 hours a turn, up to 7 days",
        "quick": "10 minutes a turn",
        "none": "no clock",
    }


def test_the_words_are_choices_that_discord_takes_and_no_two_are_the_same() -> None:
    words = [pace.words for pace in TIME_CONTROLS.values()]
    assert len(set(words)) == len(words) <= CHOICES
    assert all(0 < len(line) <= CHOICE_CHARACTERS for line in words)


@pytest.mark.parametrize(("key", "length"), EACH_TURN.items())
def test_a_time_for_each_turn_is_the_same_in_every_turn_and_leaves_no_bank(key: str, length: int) -> None:
    pace = TIME_CONTROLS[key]
    assert length_of_turn(pace, None) == length
    assert length_of_turn(pace, 5) == length
    assert bank_after(pace, 5) is None


def test_no_clock_is_no_length_and_no_bank() -> None:
    pace = TIME_CONTROLS["none"]
    assert (length_of_turn(pace, None), length_of_turn(pace, 5), bank_after(pace, 5)) == (None, None, None)


def test_only_no_clock_has_no_clock() -> None:
    assert [key for key, pace in TIME_CONTROLS.items() if length_of_turn(pace, None) is None] == ["none"]


@every_pace
def test_a_pace_has_a_time_for_each_turn_or_a_bank_or_neither_and_never_both(key: str) -> None:
    pace = TIME_CONTROLS[key]
    assert pace.turn is None or pace.bank is None
    assert (pace.increment, pace.cap) == (0, 0) or pace.bank is not None


def test_the_bank_begins_with_five_days_gets_twelve_hours_a_turn_and_is_capped_at_seven_days() -> None:
    pace = TIME_CONTROLS["bank"]
    assert length_of_turn(pace, None) == 5 * DAY
    assert bank_after(pace, 4 * DAY) == 4 * DAY + 12 * HOUR
    assert bank_after(pace, 0) == 12 * HOUR
    assert bank_after(pace, 6 * DAY + 12 * HOUR) == bank_after(pace, 6 * DAY + 13 * HOUR) == 7 * DAY


@pytest.mark.parametrize("left", [0, 1, 12 * HOUR, 7 * DAY])
def test_the_turn_of_a_side_with_a_bank_may_take_what_it_has_left_nothing_too(left: int) -> None:
    assert length_of_turn(TIME_CONTROLS["bank"], left) == left


@pytest.mark.parametrize("key", BANKED)
@SETTLED
@given(used=st.lists(st.integers(0, 8 * DAY) | st.integers(0, HOUR), max_size=60))
def test_a_bank_is_never_above_its_cap_and_all_time_that_was_used_was_given(
    key: str, used: list[int]
) -> None:
    pace, bank, spent, turns = TIME_CONTROLS[key], None, 0, 0
    for seconds in used:
        length = length_of_turn(pace, bank)
        assert length is not None
        assert 0 < length <= pace.cap
        if seconds > length:
            break
        bank, spent, turns = bank_after(pace, length - seconds), spent + seconds, turns + 1
        assert bank is not None
        assert min(pace.cap, pace.increment) <= bank <= (pace.bank or 0) + turns * pace.increment - spent


@SETTLED
@given(st.integers(1, DAY), st.integers(0, DAY), st.integers(0, DAY), st.integers(0, DAY))
def test_after_a_turn_a_bank_is_what_was_left_and_the_increment_or_the_cap(
    bank: int, increment: int, more: int, left: int
) -> None:
    pace = TimeControl("a bank", bank=bank, increment=increment, cap=bank + more)
    after = bank_after(pace, left)
    assert after is not None
    assert after == left + increment or (after == bank + more < left + increment)
