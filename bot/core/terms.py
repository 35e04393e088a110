"""On what terms a match is offered and played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

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
