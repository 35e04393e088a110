"""/export: the record of a match as a file."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.overview.ui import own_matches
from bot.records.ui.handing_out import hand_out
from bot.records.ui.meant import meant
from bot.ui.choices import Completions
from bot.ui.context import Interaction, UiContext, guarded


def export_command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """/export."""

    @app_commands.command(name="export", description="Get the record of a match as a file")
    @app_commands.describe(match="Which match (default: this thread's, or the one you finished last)")
    async def export(interaction: Interaction, match: str | None = None) -> None:
        await guarded(interaction, _export(ctx, interaction, match))

    @export.autocomplete("match")
    async def complete(interaction: Interaction, current: str) -> Completions:
        person = interaction.user.id
        own = [*await own_matches.running(ctx, person), *await own_matches.over(ctx, person)]
        return own_matches.offered(own, current)

    return export


async def _export(ctx: UiContext, interaction: Interaction, match_id: str | None) -> None:
    await hand_out(ctx, interaction, await meant(ctx, interaction, match_id))
