"""A card shows options in words."""

from __future__ import annotations

from bot.play.wording.matches import options_line
from games import GAMES


def test_a_card_says_words_and_what_is_stored_stays() -> None:
    game = GAMES["creators"]
    options = {"victory": "race", "flipPattern": "seeded", "boardSize": 12}
    line = options_line(game, options)
    assert "board size: 12" in line
    assert "seeded" not in line
    assert game.options(options).flip_pattern == "seeded"
