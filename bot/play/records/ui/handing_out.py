"""The record of a match, handed out as a file."""

from __future__ import annotations

import io

import discord

from bot.core.match_state import MatchState
from bot.discord_kit.interactions.context import Interaction, UiContext, place_of
from bot.play.dealing import seen
from bot.play.records import records, replays
from bot.play.records.ui.buttons import ExportRecord


async def exported(ctx: UiContext, interaction: Interaction, tap: ExportRecord) -> None:
    """The button that gives the record of a match."""
    await hand_out(
        ctx,
        interaction,
        await replays.looked_at(ctx.app, tap.match, interaction.user.id, place_of(interaction).guild),
    )


async def hand_out(ctx: UiContext, interaction: Interaction, state: MatchState) -> None:
    """While the match runs, what the person was told; after the end, everything."""
    async with ctx.limits.act("exports", interaction.user.id):
        seat = state.seat_of(interaction.user.id)
        if seat is not None:
            await seen.look(ctx.app, state, seat)
        name, text = records.file_of(state, seat)
        said = "The record of this match." if state.is_open_to_all else "The record of this match so far."
        if state.is_void:
            said = "What you know of this match. It doesn't count, so nothing else is shown."
        file = discord.File(io.BytesIO(text.encode()), filename=name)
        await interaction.response.send_message(said, file=file, ephemeral=True)
