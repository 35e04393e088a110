"""The command /export: the record of a match as a file."""

from __future__ import annotations

import io
from typing import Any

import discord
from discord import app_commands

from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.discord_kit.components.choices import Completions
from bot.discord_kit.interactions.context import Interaction, UiContext, place_of, run_guarded
from bot.play.own_matches.ui import choices
from bot.play.records import exports, replays
from bot.play.records.ui.buttons import ExportRecord

_NOTHING = "You haven't finished a match yet. Choose one with the option `match`, or attach a file."


async def find_match(ctx: UiContext, interaction: Interaction, match_id: str | None) -> MatchState:
    """Return the named match, else the one of this thread, else the person's last finished one."""
    if match_id is not None:
        meant = await choices.find_id(ctx, interaction.user.id, match_id)
        return await replays.load_visible(ctx.app, meant, interaction.user.id, place_of(interaction).guild)
    over = await choices.over(ctx, interaction.user.id)
    running = await choices.running(ctx, interaction.user.id)
    found = [own for own in (*running, *over) if own.thread == interaction.channel_id] or over
    if not found:
        raise UserError(_NOTHING, option="match")
    return await ctx.app.match_state(found[0].match_id)


async def export_record(ctx: UiContext, interaction: Interaction, tap: ExportRecord) -> None:
    """Send the record of a match after a tap."""
    await hand_out(
        ctx,
        interaction,
        await replays.load_visible(ctx.app, tap.match, interaction.user.id, place_of(interaction).guild),
    )


async def hand_out(ctx: UiContext, interaction: Interaction, state: MatchState) -> None:
    """Send a match's record: what the person was told, or everything once it's open."""
    name, text = await exports.export(ctx.app, ctx.limits, state, interaction.user.id)
    said = "The record of this match." if state.is_open_to_all else "The record of this match so far."
    if state.is_void:
        said = "What you know of this match. It doesn't count, so nothing else is shown."
    file = discord.File(io.BytesIO(text.encode()), filename=name)
    await interaction.response.send_message(said, file=file, ephemeral=True)


def export_command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """Return the command /export."""

    @app_commands.command(name="export", description="Get the record of a match as a file")
    @app_commands.describe(match="Which match (default: this thread's, or the one you finished last)")
    async def export(interaction: Interaction, match: str | None = None) -> None:
        await run_guarded(interaction, _export(ctx, interaction, match))

    @export.autocomplete("match")
    async def complete(interaction: Interaction, current: str) -> Completions:
        person = interaction.user.id
        own = [*await choices.running(ctx, person), *await choices.over(ctx, person)]
        return choices.filter_choices(own, current)

    return export


async def _export(ctx: UiContext, interaction: Interaction, match_id: str | None) -> None:
    await hand_out(ctx, interaction, await find_match(ctx, interaction, match_id))
