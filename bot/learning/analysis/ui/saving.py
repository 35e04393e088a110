"""A whole analysis as a file."""

from __future__ import annotations

import asyncio
import io

import discord

from bot.core.errors import UserError
from bot.discord_kit.interactions.context import Interaction, UiContext, place_of
from bot.learning.analysis import analyses, texts
from bot.learning.analysis.ui.buttons import SaveAnalysis


async def saved(ctx: UiContext, interaction: Interaction, tap: SaveAnalysis) -> None:
    """The file, for whoever tapped."""
    person, guild = interaction.user.id, place_of(interaction).guild
    look = await analyses.looked(ctx.app, tap.match, person, guild)
    if look is None or not look.is_done:
        raise UserError("This analysis isn't done yet. You can save it once it is.")
    name, text = await asyncio.to_thread(texts.file_of, look)
    file = discord.File(io.BytesIO(text.encode()), filename=name)
    await interaction.response.send_message("The whole analysis as text.", file=file, ephemeral=True)
