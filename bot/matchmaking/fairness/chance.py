"""What is left to chance in a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.core.terms import MatchTerms
from games import GAMES
from games.core.record import BY_LOT
from storage.rows import Challenge, Match


def in_challenge(challenge: Challenge) -> str:
    """What is left to chance in the match that comes of a challenge, in words; empty: nothing."""
    by_lot = challenge.level is None and challenge.challenger_seat is None
    return _left_to_chance(challenge.game, challenge.options, by_lot)


def in_match(match: Match) -> str:
    """What is left to chance in a match, in words; empty: nothing."""
    return _left_to_chance(match.game, match.options, match.sides == BY_LOT)


def of_terms(terms: MatchTerms) -> str:
    """What is left to chance in a match on these terms, with random sides."""
    return _left_to_chance(terms.game, terms.options, by_lot=True)


def _left_to_chance(game_key: str, options: Mapping[str, Any], by_lot: bool) -> str:
    game = GAMES[game_key]
    sides = "who plays which side" if by_lot else ""
    return "; ".join(filter(None, (game.left_to_chance(game.options(options)), sides)))
