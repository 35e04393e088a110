"""/export: the record of a match as a file."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.discord_kit.components.choices import Completions
from bot.discord_kit.interactions.context import Interaction, UiContext, guarded
from bot.play.own_matches.ui import choices
from bot.play.records.ui.finished_match_argument import meant
from bot.play.records.ui.handing_out import hand_out


def export_command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """/export."""

    @app_commands.command(name="export", description="Get the record of a match as a file")
    @app_commands.describe(match="Which match (default: this thread's, or the one you finished last)")
    async def export(interaction: Interaction, match: str | None = None) -> None:
        await guarded(interaction, _export(ctx, interaction, match))

    @export.autocomplete("match")
    async def complete(interaction: Interaction, current: str) -> Completions:
        person = interaction.user.id
        own = [*await choices.running(ctx, person), *await choices.over(ctx, person)]
        return choices.offered(own, current)

    return export


async def _export(ctx: UiContext, interaction: Interaction, match_id: str | None) -> None:
    await hand_out(ctx, interaction, await meant(ctx, interaction, match_id))
