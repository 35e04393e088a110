"""The words for ends that aren't the game's own: no key of a record is among them."""

from __future__ import annotations

import pytest

from games import MatchReason
from games.core.endings import HOW, VOID, describe_act

KEYS = [reason.value for reason in MatchReason]


@pytest.mark.parametrize(
    ("reason", "winner", "line"),
    [
        ("resigned", "White", "White wins: Black resigned"),
        ("time", "White", "White wins on time"),
        ("adjudicated", "White", "White wins by adjudication"),
        ("adjudicated", None, "Drawn by adjudication"),
        ("agreed", None, "Drawn by agreement"),
        ("aborted", None, "Aborted"),
        ("cancelled", None, "Canceled"),
        ("pyramids", "White", None),
    ],
)
def test_an_act_is_said_in_a_line(reason: str, winner: str | None, line: str | None) -> None:
    assert describe_act(reason, winner, "Black") == line


def test_every_reason_that_is_not_a_game_s_own_has_words() -> None:
    assert {*HOW, *VOID} == {*KEYS}
