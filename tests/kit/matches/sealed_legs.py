"""Matches of two legs without Discord."""

from __future__ import annotations

from bot.core.match_state import MatchState
from bot.core.terms import MatchTerms
from bot.matchmaking.challenges import challenging, offering
from storage import Match
from tests.kit.hosts.house import MARA, PLACE, TOM, House
from tests.kit.matches.tapped import Chooser, rebuilds, stands_aside
from tests.kit.rows import open_ids

CREATOR_WINS: tuple[Chooser, Chooser] = (rebuilds, stands_aside)


async def rated_legs(here: House) -> Match:
    """Begin a rated match of two legs by the usual rules."""
    terms = MatchTerms("creators", {"legs": 2}, "3d")
    challenge = await offering.offer(here.app, MARA, TOM, 0, terms, PLACE, 901)
    _, match = await challenging.accept(here.app, challenge.id, TOM, 902, 300)
    assert match.rated
    return match


async def play(here: House, match: Match, sides: tuple[Chooser, Chooser] = CREATOR_WINS) -> MatchState:
    """Play a match to its end."""
    while (now := await here.app.match_state(match.id)).to_act:
        await here.act(match, sides[now.to_act[0]](now, now.to_act[0]))
    return now


async def second_leg(here: House) -> Match:
    async with here.open() as hearing, here.app.database.read() as r:
        await hearing.rest()
        (found,) = await open_ids(r)
    return (await here.app.match_state(found)).match
