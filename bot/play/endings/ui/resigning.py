"""/resign."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.core import seats
from bot.endings.ui.asking import resign_question
from bot.overview.ui import own_matches
from bot.overview.ui.meant import meant
from bot.ui.context import Interaction, UiContext, guarded, show


def resign_command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """/resign."""

    @app_commands.command(name="resign", description="Resign a match; you'll be asked to confirm")
    @app_commands.describe(match=own_matches.WHICH)
    async def resign(interaction: Interaction, match: str | None = None) -> None:
        await guarded(interaction, _ask_to_resign(ctx, interaction, match))

    resign.autocomplete("match")(own_matches.completion(ctx))
    return resign


async def _ask_to_resign(ctx: UiContext, interaction: Interaction, match_id: str | None) -> None:
    state = await meant(ctx, interaction, match_id)
    seat = seats.seated(state, interaction.user.id)
    seats.still_open(state)
    await show(interaction, await resign_question(ctx.app, state, seat))
