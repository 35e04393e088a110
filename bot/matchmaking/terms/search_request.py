"""What somebody wants to play against somebody they don't know yet."""

from __future__ import annotations

import msgspec

from bot.core.errors import UserError
from bot.core.terms import MatchTerms
from bot.core.time_controls import TIME_CONTROLS
from games import GAMES, AnyGame
from games.core.vocabulary.presets import named
from storage.tables.seeks import Seek

SPREADS = (None, 100, 200, 400)
"""How far from somebody's rating their opponent's may be; None: any."""
_NO_MORE = "This can't be chosen anymore. Open /play again."


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """A game by its key, a preset by its name, a time control by its key; `rated`: where it may be;
    `spread`: one of SPREADS; `everywhere`: not only on the server where it's asked for."""

    game: str
    preset: str
    pace: str
    rated: bool
    spread: int | None
    everywhere: bool


def playable() -> tuple[AnyGame, ...]:
    """The games that two people can play."""
    return tuple(game for game in GAMES.values() if game.supports_pvp)


def terms_of(wanted: Wanted | Seek) -> MatchTerms:
    """On what terms it would be played, with the options of the preset alone; UserError where there's no such
    game, preset or time control, or no longer."""
    game = next((one for one in playable() if one.key == wanted.game), None)
    preset = named(game.presets, wanted.preset) if game else None
    if preset is None or wanted.pace not in TIME_CONTROLS or wanted.spread not in SPREADS:
        raise UserError(_NO_MORE, command="play")
    return MatchTerms(wanted.game, preset.options, wanted.pace, wanted.rated)
