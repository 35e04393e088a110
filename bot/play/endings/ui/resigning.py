"""/resign."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.core import seats
from bot.discord_kit.interactions.context import Interaction, UiContext, guarded, show
from bot.play.endings.ui.asking import resign_question
from bot.play.own_matches.ui import choices
from bot.play.own_matches.ui.match_argument import meant


def resign_command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """/resign."""

    @app_commands.command(name="resign", description="Resign a match; you'll be asked to confirm")
    @app_commands.describe(match=choices.WHICH)
    async def resign(interaction: Interaction, match: str | None = None) -> None:
        await guarded(interaction, _ask_to_resign(ctx, interaction, match))

    resign.autocomplete("match")(choices.completion(ctx))
    return resign


async def _ask_to_resign(ctx: UiContext, interaction: Interaction, match_id: str | None) -> None:
    state = await meant(ctx, interaction, match_id)
    seat = seats.seated(state, interaction.user.id)
    seats.still_open(state)
    await show(interaction, await resign_question(ctx.app, state, seat))
