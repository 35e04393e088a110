"""What the Fairness button answers."""

from __future__ import annotations

from bot.fairness import fairness
from bot.fairness.ui.buttons import ShowFairness
from bot.ui.context import Interaction, UiContext, place_of, say


async def shown(ctx: UiContext, interaction: Interaction, tap: ShowFairness) -> None:
    """The figures, for whoever asks, beside what was tapped."""
    here = place_of(interaction).guild
    text = await fairness.told(ctx.app, tap.subject, interaction.user.id, here)
    await say(interaction, text)
