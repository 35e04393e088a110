"""Everything about a contest, handed to an organizer as one archive."""

from __future__ import annotations

import io

import discord

from bot.contests import export
from bot.contests.export import Archive
from bot.contests.ui import sentences
from bot.contests.ui.access import organized
from bot.contests.ui.buttons import Export
from bot.ui.context import Interaction, UiContext

_DONE = "Here's everything about **{name}**: standings, pairings, the log, and the records of its matches."
_SWISS = " `report.trf` is for other pairing programs."


async def exported(ctx: UiContext, interaction: Interaction, tap: Export) -> None:
    """The archive."""
    row, contest = await organized(ctx, interaction, tap.contest)
    async with ctx.limits.act("exports", interaction.user.id):
        await interaction.response.defer(ephemeral=True, thinking=True)
        made = await export.archive(ctx.app, row, contest, interaction.filesize_limit)
        file = discord.File(io.BytesIO(made.data), filename=f"contest-{row.id}.zip")
        swiss = _SWISS if contest.terms.kind == "swiss" else ""
        told = f"{_DONE.format(name=sentences.name(contest.terms))}{swiss}{_missing(made)}"
        await interaction.edit_original_response(content=told, attachments=[file])


def _missing(made: Archive) -> str:
    return "" if not made.missing else f" {sentences.counted(made.missing, 'record')} didn't fit."
