"""The matches of a contest, begun for its pairings."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.core.app_context import AppContext
from bot.core.match_state import opening
from bot.core.seats import Place, SeatAssignment
from bot.matchmaking.contests.log import dice
from bot.matchmaking.contests.log.contest import Contest, Pairing
from bot.matchmaking.contests.organizing.match_terms import terms_in
from bot.matchmaking.contests.running.absences import are_there
from bot.play.clocks import clocks
from bot.play.matches.starting import add_match, make_match
from storage.engine.handle import Reader, Writer
from storage.rows import Match
from storage.tables import contest_matches, contests, scheduled_jobs
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


AT_A_TIME = 8
"""Matches that begin in one transaction, so that no other writer waits for long."""


async def apart(r: Reader, row: ContestRow) -> frozenset[frozenset[int]]:
    """Pairs that are never made: on a ladder, where people don't choose whom they play, those of whom one has
    blocked the other."""
    return await contest_matches.apart(r, row.id) if row.kind == "ladder" else frozenset()


async def find_waiting(r: Reader, contest: Contest) -> list[Pairing]:
    """Return the pairings whose matches haven't begun, as many as begin in one transaction."""
    known = await contest_matches.begun(r, [one.match for one in contest.open])
    return [one for one in contest.open if one.match not in known][:AT_A_TIME]


async def begin(
    w: Writer, app: AppContext, row: ContestRow, contest: Contest, waiting: Sequence[Pairing]
) -> list[str]:
    """Begin the matches of these pairings, and return their ids. The transaction needs `contest:ID` and their
    people for itself."""
    begun = [one for one in waiting if await are_there(w, one)]
    for pairing in begun:
        await _begin_one(w, app, row, contest, pairing)
    return [pairing.match for pairing in begun]


async def _begin_one(w: Writer, app: AppContext, row: ContestRow, contest: Contest, pairing: Pairing) -> None:
    match = made(app, row, contest, pairing, dice.secret_of(row, contest.terms))
    match = await add_match(w, app, match, in_contest=True)
    await contests.add_match(w, row.id, pairing.match)
    # Only now it's known how holidays count in it.
    for deadline in await clocks.turn_deadlines(w, app, opening(match)):
        await scheduled_jobs.set(w, deadline)
