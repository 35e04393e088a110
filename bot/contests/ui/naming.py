"""Names in place of mentions, in a contest whose people may share no server."""

from __future__ import annotations

from bot.contests.keeping import is_across
from bot.ui.context import UiContext
from bot.ui.mentioned import in_names
from storage.contests import ContestRow


async def named(ctx: UiContext, row: ContestRow, text: str) -> str:
    """A text about a contest as its readers can read it."""
    return await in_names(ctx.app, text) if is_across(row) else text
