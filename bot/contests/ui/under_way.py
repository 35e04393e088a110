"""Somebody's matches of a contest that aren't over."""

from __future__ import annotations

from bot.contests.contest import Contest, Pairing
from bot.core.app_context import AppContext
from bot.core.match_state import nickname
from storage import contest_matches, matches


async def told(app: AppContext, one: Pairing, other: str) -> str:
    """“@tom in #thread · Maple 482”."""
    async with app.database.read() as r:
        leg = (await contest_matches.begun(r, [one.match])).get(one.match)
        match = None if leg is None else await matches.get(r, leg.match_id)
    if match is None:
        return f"{other} · it starts in a moment"
    place = f" in <#{match.thread}>" if match.thread else ""
    return f"{other}{place} · {nickname(match.id)}"


async def of(app: AppContext, contest: Contest, person: int, most: int) -> list[str]:
    """The first of somebody's matches that aren't over, at most so many; of two legs the latest."""
    playing = [one.match for one in contest.of(person) if one.score is None][:most]
    async with app.database.read() as r:
        known = await contest_matches.begun(r, playing)
    return [known[one].match_id if one in known else one for one in playing]
