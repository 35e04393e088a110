"""Names in place of mentions, where people read of others with whom they may share no server."""

from __future__ import annotations

import re

from bot.contests.keeping import is_across
from bot.contests.ui import tables
from bot.ui import names
from bot.ui.context import UiContext
from storage.contests import ContestRow

_MENTION = re.compile(r"<@(\d+)>")


async def named(ctx: UiContext, row: ContestRow, text: str) -> str:
    """A text about a contest, with names where Discord may not know whom a mention means."""
    if not is_across(row):
        return text
    known = await tables.names_of(ctx, sorted({int(one) for one in _MENTION.findall(text)}))
    return _MENTION.sub(lambda one: names.shown(known.get(int(one[1]), ("", None))[0]), text)
