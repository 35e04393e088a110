"""Who of a contest hasn't deleted themselves."""

from __future__ import annotations

from bot.matchmaking.contests.log.contest import Pairing
from storage.engine.handle import Reader
from storage.tables import people


async def are_there(r: Reader, one: Pairing) -> bool:
    """Whether both haven't deleted themselves."""
    return await is_there(r, one.first) and await is_there(r, one.second)


async def is_there(r: Reader, person: int) -> bool:
    """Whether somebody hasn't deleted themselves."""
    known = await people.get(r, person)
    return known is not None and known.id > 0
