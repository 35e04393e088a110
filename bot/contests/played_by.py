"""By what the matches of a contest are played."""

from __future__ import annotations

from bot.contests.terms import Terms
from bot.core.terms import MatchTerms


def terms_of(terms: Terms) -> MatchTerms:
    """What each match of a contest is played by."""
    return MatchTerms(terms.game, terms.options, terms.pace, terms.rated)
