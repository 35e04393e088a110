"""The bot as a player: its answers, and the sign that one is coming."""

from __future__ import annotations

from bot.ai.ui.typing_indicator import TypingIndicator
from bot.ui.feature import Feature

FEATURE = Feature(loops={"bots": lambda ctx: ctx.bots.run(TypingIndicator(ctx.client, ctx.direct).show)})
