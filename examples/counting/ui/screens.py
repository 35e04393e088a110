"""The command, and the answer to it with a button."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import Interaction, UiContext, run_guarded, show
from bot.play.own_matches.ui import choices
from examples.counting import counting
from examples.counting.ui.buttons import Counting


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """Make the command /counting."""

    @app_commands.command(name="counting", description="Count your actions in a match")
    async def run(interaction: Interaction, match: str) -> None:
        await run_guarded(interaction, show_count(ctx, interaction, Counting(match)))

    run.autocomplete("match")(choices.completion(ctx))
    return run


async def show_count(ctx: UiContext, interaction: Interaction, tap: Counting) -> None:
    """Show how often the player has acted, and a button to ask again."""
    sentence = await counting.so_far(ctx.app, tap.match, interaction.user.id)
    again = items.button("Count again", tap)
    await show(interaction, Screen(items.sentence(sentence, items.row(again))))
