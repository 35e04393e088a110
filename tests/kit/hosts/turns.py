"""Turns played at the use cases."""

from __future__ import annotations

from storage import Match
from tests.kit.hosts.house import House


async def turn(here: House, match: Match) -> None:
    """The side to act plays until the turn has passed."""
    first = (await here.app.match_state(match.id)).turn_number
    while (await here.act(match)).turn_number == first:
        pass
