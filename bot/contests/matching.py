"""The matches of a contest, begun for its pairings."""

from __future__ import annotations

from bot.clocks import clocks
from bot.contests.contest import Contest, Pairing
from bot.contests.headers import made
from bot.core.app_context import AppContext
from bot.core.match_state import opening
from bot.matches.starting import add_match
from storage import contest_matches, contests, people, scheduled_jobs
from storage.contests import ContestRow
from storage.handle import Reader, Writer

AT_A_TIME = 8
"""So many matches begin in one transaction, so that nobody else waits for long."""


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
        match = made(app, row, contest, one)
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
