"""What a match of a contest is made of."""

from __future__ import annotations

import msgspec

from bot.contests import dice
from bot.contests.contest import Contest, Pairing
from bot.contests.terms import Terms
from bot.core.app_context import AppContext
from bot.core.seats import Place, SeatAssignment
from bot.core.terms import MatchTerms
from bot.matches.header import make_match
from storage.contests import ContestRow
from storage.rows import Match


def terms_of(terms: Terms) -> MatchTerms:
    """What each match of a contest is played by."""
    return MatchTerms(terms.game, terms.options, terms.pace, terms.rated)


def made(app: AppContext, row: ContestRow, contest: Contest, one: Pairing, secret: bytes) -> Match:
    """The match of a pairing; `secret`: that of the contest."""
    first, second = (SeatAssignment(p, contest.entrants[p].number) for p in (one.first, one.second))
    # Of two servers neither is shown the other one, so their people follow it in their DMs.
    place = Place(0, None) if row.kind == "teams" else Place(row.channel or 0, row.guild)
    nonce = dice.nonce_of(secret, contest, one)
    match = make_match(app, one.match, terms_of(contest.terms), (first, second), place, nonce)
    return msgspec.structs.replace(match, board_message=None)
