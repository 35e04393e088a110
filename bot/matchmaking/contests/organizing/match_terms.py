"""By what the matches of a contest are played."""

from __future__ import annotations

from bot.core.free_text import among_strangers
from bot.core.terms import MatchTerms
from bot.matchmaking.contests.log.terms import Terms
from storage.tables.contests import ContestRow


def terms_of(terms: Terms) -> MatchTerms:
    """What each match of a contest is played by."""
    return MatchTerms(terms.game, terms.options, terms.pace, terms.rated)


def terms_in(row: ContestRow, terms: Terms) -> MatchTerms:
    """The same in a contest that's there: people who may share no server write nothing in words of their
    own."""
    return among_strangers(terms_of(terms)) if row.is_across else terms_of(terms)
