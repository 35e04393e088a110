"""All that is stored about a person, handed out to that person alone."""

from __future__ import annotations

import io

import discord

from bot.community.privacy import exporting
from bot.community.privacy.exporting import NAME, Archive
from bot.community.privacy.ui.buttons import ExportData
from bot.community.privacy.ui.showing import NOTHING
from bot.discord_kit.interactions import answers
from bot.discord_kit.interactions.context import Interaction, UiContext, say

_DONE = "Here's everything I store about you. README.txt explains the files."


async def tapped(ctx: UiContext, interaction: Interaction, tap: ExportData) -> None:
    """The button that gives it."""
    await hand_out(ctx, interaction)


async def hand_out(ctx: UiContext, interaction: Interaction) -> None:
    """The archive beside everything else. Where nothing is known, asking leaves no trace either."""
    answers.without_asides(interaction)
    person = interaction.user.id
    if not await exporting.is_known(ctx.app, person):
        await say(interaction, NOTHING)
        return
    async with ctx.limits.act("copies of one's data", person):
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await exporting.archive(ctx.app, person, interaction.filesize_limit)
        if found is None:
            await answers.fill_in(interaction, content=NOTHING)
            return
        file = discord.File(io.BytesIO(found.data), filename=NAME)
        await answers.fill_in(interaction, content=_said(found), attachments=[file])


def _said(found: Archive) -> str:
    if not found.missing:
        return _DONE
    count = "1 record" if found.missing == 1 else f"{found.missing} records"
    return f"{_DONE} {count} didn't fit; you can get each with `/export`."
