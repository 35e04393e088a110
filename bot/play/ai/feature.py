"""The bot as a player: its answers, and the sign that one is coming."""

from __future__ import annotations

from bot.discord_kit.interactions.feature import Feature
from bot.play.ai.ui.typing_indicator import TypingIndicator

FEATURE = Feature(loops={"bots": lambda ctx: ctx.bots.run(TypingIndicator(ctx.client, ctx.direct).show)})
