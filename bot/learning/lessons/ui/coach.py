"""The coach's line on the panel of somebody's first match."""

from __future__ import annotations

from bot.core.match_state import MatchState
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.text import markdown
from bot.learning.lessons.coaching import Coach


async def line(ctx: UiContext, state: MatchState, seat: int) -> str:
    """What the coach says now; empty: nothing."""
    tip = await ctx.own(Coach, Coach).tip_in(ctx.app, state, seat)
    return f"**Coach:** {markdown.plain((tip.words,))}" if tip else ""
