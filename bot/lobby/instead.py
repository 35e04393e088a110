"""What somebody can do whom nobody takes: what other features offer them."""

from __future__ import annotations

from storage import contests
from storage.handle import Reader
from storage.seeks import Seek

LADDER = "ladder"


async def has_ladder(r: Reader, seek: Seek) -> bool:
    """Whether there's a ladder of the game that's open to them: on their server, or everybody's."""
    guilds = [None] if seek.guild is None else [seek.guild, None]
    found = [one for guild in guilds for one in await contests.open_of(r, guild, LADDER)]
    return any(one.game == seek.game for one in found)
