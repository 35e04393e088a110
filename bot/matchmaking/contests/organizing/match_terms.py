"""The terms of a contest's matches."""

from __future__ import annotations

from bot.core.errors import UserError
from bot.core.terms import MatchTerms, among_strangers
from bot.core.time_controls import TIME_CONTROLS
from bot.matchmaking.contests.log.terms import Terms
from games import GAMES, OptionError
from storage.tables.contests import ContestRow


def terms_of(terms: Terms) -> MatchTerms:
    """Return the terms of each match by the contest's terms."""
    return MatchTerms(terms.game, terms.options, terms.pace, terms.rated)


def terms_in(row: ContestRow, terms: Terms) -> MatchTerms:
    """Return the terms of a contest's matches; people who may share no server write no words of their own."""
    return among_strangers(terms_of(terms)) if row.is_across else terms_of(terms)


def check(terms: Terms) -> None:
    """Raise UserError, with what to do, for impossible terms."""
    game = GAMES[terms.game]
    try:
        game.options(terms.options)
    except OptionError as error:
        raise UserError(str(error)) from None
    if not game.supports_pvp:
        raise UserError(f"{game.title} is for one person and the bot. Choose another game.")
    if terms.kind == "league" and TIME_CONTROLS[terms.pace].bank is None:
        bank = next(pace.words for pace in TIME_CONTROLS.values() if pace.bank is not None)
        raise UserError(f"Seasons have a fixed length, so a league's clock is a bank: {bank}.")
