"""Names that people give to cards: the bot's sentences escape their markdown and mentions."""

from __future__ import annotations

import pytest

from bot.discord_kit.text.markdown import plain
from tests.kit.games.alpha_live_names import LIVE, told_of


@pytest.mark.parametrize("name", LIVE)
def test_the_bot_shows_live_names_escaped(name: str) -> None:
    shown = plain(told_of(name))
    assert name not in shown
    assert "@everyone" not in shown
    assert "<@1" not in shown
