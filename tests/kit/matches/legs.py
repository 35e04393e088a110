"""Matches of two legs."""

from __future__ import annotations

from bot.core.match_state import MatchState
from storage import Match
from tests.kit.hosts.house import House
from tests.kit.matches.tapped import (
    Chooser,
    first_legal,
    rebuilds,
    stands_aside,
)

Sides = tuple[Chooser, Chooser]


CREATOR_WINS: Sides = (rebuilds, stands_aside)


DESTROYER_WINS: Sides = (first_legal, stands_aside)


async def played(here: House, match: Match, sides: Sides) -> MatchState:
    """Play a match to its end."""
    while (now := await here.app.match_state(match.id)).to_act:
        await here.act(match, sides[now.to_act[0]](now, now.to_act[0]))
    return now
