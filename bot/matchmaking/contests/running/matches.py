"""What a match of a contest is made of."""

from __future__ import annotations

import msgspec

from bot.core.app_context import AppContext
from bot.core.seats import Place, SeatAssignment
from bot.matchmaking.contests.log import dice
from bot.matchmaking.contests.log.contest import Contest, Pairing
from bot.matchmaking.contests.organizing.match_terms import terms_in
from bot.play.matches.header import make_match
from storage.rows import Match
from storage.tables.contests import ContestRow


def made(app: AppContext, row: ContestRow, contest: Contest, one: Pairing, secret: bytes) -> Match:
    """The match of a pairing; `secret`: that of the contest."""
    first, second = (SeatAssignment(p, contest.entrants[p].number) for p in (one.first, one.second))
    place, nonce = Place(row.channel or 0, row.guild), dice.nonce_of(secret, contest, one)
    match = make_match(app, one.match, terms_in(row, contest.terms), (first, second), place, nonce)
    if row.is_across:
        # Of two servers neither is shown the other one, so their people follow it in their DMs.
        return msgspec.structs.replace(match, guild=None, channel=None)
    return match
