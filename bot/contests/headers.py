"""The header of each match of a contest: on what terms, where, and from which secret."""

from __future__ import annotations

import hashlib

import msgspec

from bot.contests.contest import Contest, Pairing
from bot.contests.keeping import is_across
from bot.contests.terms import Terms
from bot.core.app_context import AppContext
from bot.core.own_words import among_strangers
from bot.core.seats import Place, SeatAssignment
from bot.core.terms import MatchTerms
from bot.matches.header import make_match
from storage.contests import ContestRow
from storage.rows import Match


def nonce_of(secret: bytes, pairing: Pairing) -> bytes:
    """The secret of a match: it follows from the contest's, whose SHA-256 is on the card before anybody has
    entered, and the match's name, so that nobody can choose it. docs/dice.md."""
    return hashlib.sha256(secret + b"match:" + pairing.match.encode()).digest()


def terms_of(terms: Terms) -> MatchTerms:
    """What each match of a contest is played by."""
    return MatchTerms(terms.game, terms.options, terms.pace, terms.rated)


def terms_in(row: ContestRow, terms: Terms) -> MatchTerms:
    """The same in a contest that's there: people who may share no server write nothing in words of their
    own."""
    return among_strangers(terms_of(terms)) if is_across(row) else terms_of(terms)


def made(app: AppContext, row: ContestRow, contest: Contest, one: Pairing) -> Match:
    """That of a pairing."""
    seats = tuple(SeatAssignment(p, contest.entrants[p].number) for p in (one.first, one.second))
    is_wide, terms = is_across(row), terms_in(row, contest.terms)
    # Of two servers neither is shown the other one, so their people follow it in their DMs.
    place = Place(0, None) if is_wide else Place(row.channel or 0, row.guild)
    match = make_match(app, one.match, terms, (seats[0], seats[1]), place, nonce_of(row.secret, one))
    return msgspec.structs.replace(match, board_message=None, channel=None if is_wide else match.channel)
