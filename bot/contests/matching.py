"""The matches of a contest, begun for its pairings."""

from __future__ import annotations

import hashlib

import msgspec

from bot.clocks import clocks
from bot.contests.contest import Contest, Pairing
from bot.contests.keeping import is_across
from bot.contests.terms import Terms
from bot.core.app_context import AppContext
from bot.core.match_state import opening
from bot.core.own_words import among_strangers
from bot.core.seats import Place, SeatAssignment
from bot.core.terms import MatchTerms
from bot.matches.header import make_match
from bot.matches.starting import add_match
from storage import contest_matches, contests, people, scheduled_jobs
from storage.contests import ContestRow
from storage.handle import Reader, Writer
from storage.rows import Match

AT_A_TIME = 8
"""So many matches begin in one transaction, so that nobody else waits for long."""


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


async def apart(r: Reader, row: ContestRow) -> frozenset[frozenset[int]]:
    """Pairs that are never made: on a ladder, where people don't choose whom they play, those of whom one has
    blocked the other."""
    return await contest_matches.apart(r, row.id) if row.kind == "ladder" else frozenset()


async def begin(w: Writer, app: AppContext, row: ContestRow, contest: Contest) -> list[str]:
    """Begin some of the matches that are paired and haven't begun; their names. The transaction needs
    `contest:ID` for itself."""
    known = await contest_matches.begun(w, [one.match for one in contest.open])
    waiting = [one for one in contest.open if one.match not in known]
    begun = [one for one in waiting[:AT_A_TIME] if await are_there(w, one)]
    for one in begun:
        match = _made(app, row, contest, one)
        await add_match(w, app, match)
        await contests.add_match(w, row.id, one.match)
        # Only now it's known how holidays count in it.
        for deadline in await clocks.turn_deadlines(w, app, opening(match)):
            await scheduled_jobs.set(w, deadline)
    return [one.match for one in begun]


async def are_there(r: Reader, one: Pairing) -> bool:
    """Whether both haven't deleted themselves."""
    return await is_there(r, one.first) and await is_there(r, one.second)


async def is_there(r: Reader, person: int) -> bool:
    """Whether somebody hasn't deleted themselves."""
    known = await people.get(r, person)
    return known is not None and known.id > 0


def _made(app: AppContext, row: ContestRow, contest: Contest, one: Pairing) -> Match:
    seats = tuple(SeatAssignment(p, contest.entrants[p].number) for p in (one.first, one.second))
    is_wide, terms = is_across(row), terms_in(row, contest.terms)
    # Of two servers neither is shown the other one, so their people follow it in their DMs.
    place = Place(0, None) if is_wide else Place(row.channel or 0, row.guild)
    made = make_match(app, one.match, terms, (seats[0], seats[1]), place, nonce_of(row.secret, one))
    return msgspec.structs.replace(made, board_message=None, channel=None if is_wide else made.channel)
