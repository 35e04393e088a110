"""What a person wants to play against an opponent they don't know yet."""

from __future__ import annotations

import msgspec

from bot.core.errors import UserError
from bot.core.terms import MatchTerms
from bot.core.time_controls import TIME_CONTROLS
from games import GAMES, AnyGame
from games.core.vocabulary.presets import find_preset
from storage.tables.seeks import Seek

SPREADS = (None, 100, 200, 400)
"""Choices for how far the opponent's rating may be from the person's; None means any distance."""
_NO_MORE = "This can't be chosen anymore. Open /play again."


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """A search request.

    Attributes:
        game: The game's key.
        preset: The preset's name.
        pace: The time control's key.
        rated: Whether the match is rated where that's possible.
        spread: One of SPREADS.
        everywhere: Whether to look beyond the server where it's asked for.
    """

    game: str
    preset: str
    pace: str
    rated: bool
    spread: int | None
    everywhere: bool


def playable() -> tuple[AnyGame, ...]:
    """Return the games that two people can play."""
    return tuple(game for game in GAMES.values() if game.supports_pvp)


def terms_of(wanted: Wanted | Seek) -> MatchTerms:
    """Return the terms of a search request, with the options of its preset alone.

    Raises:
        UserError: Its game, preset, time control or spread doesn't exist, or no longer.
    """
    game = next((candidate for candidate in playable() if candidate.key == wanted.game), None)
    preset = find_preset(game.presets, wanted.preset) if game else None
    if preset is None or wanted.pace not in TIME_CONTROLS or wanted.spread not in SPREADS:
        raise UserError(_NO_MORE, command="play")
    return MatchTerms(wanted.game, preset.options, wanted.pace, wanted.rated)
