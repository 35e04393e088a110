"""The feature of the bot as a player: its answers, and the typing indicator."""

from __future__ import annotations

from bot.discord_kit.interactions.feature import Feature
from bot.play.ai.ui.typing_indicator import TypingIndicator

FEATURE = Feature(loops={"bots": lambda ctx: ctx.bots.run(TypingIndicator(ctx.client, ctx.direct).show)})
