"""Names in place of mentions, where people read of others with whom they may share no server: Discord doesn't
know there whom a mention means."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from bot.core.app_context import AppContext
from bot.ui import names
from storage import people

_MENTION = re.compile(r"<@(\d+)>")


async def names_of(app: AppContext, persons: Sequence[int]) -> Mapping[int, tuple[str, str | None]]:
    """Display name and username of people."""
    async with app.database.read() as r:
        found = [await people.get(r, person) for person in persons]
    return {one.id: (one.name, one.username) for one in found if one is not None}


async def in_names(app: AppContext, text: str) -> str:
    """A text with the name of everybody whom it mentions."""
    known = await names_of(app, sorted({int(one) for one in _MENTION.findall(text)}))
    return _MENTION.sub(lambda one: names.shown(known.get(int(one[1]), ("", None))[0]), text)
