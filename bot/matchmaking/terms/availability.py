"""Whether a person may ask another one to play: blocks, suspensions, and whose challenges they accept."""

from __future__ import annotations

from bot.core import person_settings
from storage.engine.handle import Reader
from storage.rows import Person
from storage.tables import blocks, people
from storage.tables.blocks import Between


async def can_be_asked(r: Reader, person: int, other: int, guild: int | None) -> bool:
    """Return whether a person may ask another one to play on a server. All of it is always looked at, so no
    answer tells by its time what stands in the way."""
    known = await people.get(r, other)
    between = await blocks.between(r, person, other, guild)
    return is_there(known) and (person == other or is_welcome(known, between))


def is_there(known: Person | None) -> bool:
    """Whether they haven't been deleted: then they have a meaningless number below 0."""
    return known is not None and known.id > 0


def is_welcome(known: Person | None, between: Between, *, accepts: bool = False) -> bool:
    """Whether nothing stands between the two. By a challenge of their own, which the other one `accepts`,
    they have asked for it."""
    if between.blocked or between.suspended:
        return False
    wanted = person_settings.from_row(known.settings if known else {}).challenges
    return accepts or wanted == "everyone" or (wanted == "met" and between.met)
