"""On what terms a match is offered and played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from games import GAMES, AnyGame
from games.core.vocabulary.options import options_data
from games.core.vocabulary.presets import Preset
from storage.rows import Challenge

_DAY_SECONDS = 86_400
OPEN_SECONDS = 7 * _DAY_SECONDS
"""So long an offer waits."""
REMATCH_SECONDS = 30 * _DAY_SECONDS
"""A request for a rematch waits for an opponent who is away, and longer than any holiday lasts."""


class MatchTerms(msgspec.Struct, frozen=True):
    """What is played and how. `game`, `pace`: by their keys; `options`: of the game, complete unless said
    otherwise; `rated`: where it may be; `rematch_of`: the id of the match that this one follows."""

    game: str
    options: Mapping[str, Any]
    pace: str
    rated: bool = True
    rematch_of: str | None = None

    @property
    def is_rematch(self) -> bool:
        return self.rematch_of is not None


def terms_of(offer: Challenge) -> MatchTerms:
    """Those of a challenge, or of a match that is offered against the bot."""
    return MatchTerms(offer.game, offer.options, offer.pace, offer.rated, offer.rematch_of)


Levels = tuple[str | None, str | None]
"""By seat the level of an AI, None for a person."""
PEOPLE: Levels = (None, None)


def may_count(terms: MatchTerms, levels: Levels = PEOPLE) -> bool:
    """Whether a match on these terms can be rated: one by a rated preset, between people with a clock, and
    against no program of the host's, of which nobody knows how it plays."""
    if any(level is not None and level not in GAMES[terms.game].players for level in levels):
        return False
    preset = preset_of(GAMES[terms.game], terms.options, terms.is_rematch)
    return preset is not None and preset.rated and (levels != PEOPLE or terms.pace != "none")


def preset_of(game: AnyGame, options: Mapping[str, Any], is_rematch: bool = False) -> Preset | None:
    """The preset that these options are, if any. What helps nobody may differ, and what the rules decide of a
    rematch; nothing else may, nor what somebody has made."""
    complete = options_data(game.options(options))
    free = ("any", "rematch") if is_rematch else ("any",)
    names = [spec.name for spec in game.option_specs if spec.rated_with not in free]
    for preset in game.presets:
        usual = options_data(game.options(preset.options))
        if all(complete[name] == usual[name] for name in names):
            return preset
    return None
