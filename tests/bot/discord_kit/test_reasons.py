"""Words for why a match ended: no key of a record is among them."""

from __future__ import annotations

import pytest

from bot.discord_kit.text.reasons import in_words, of_act
from games import MatchReason
from games.core.endings import HOW

KEYS = [reason.value for reason in MatchReason]


@pytest.mark.parametrize("key", KEYS)
def test_a_result_is_followed_by_words_and_never_by_the_key(key: str) -> None:
    assert in_words(key) == of_act(key) == HOW.get(key, "")
    assert in_words(key) != key


def test_a_game_s_own_reason_is_read_as_words_where_a_result_needs_one() -> None:
    assert (in_words("held-out"), of_act("held-out")) == ("held out", "")
