"""What organizers can do with a contest."""

from __future__ import annotations

import io

import discord

from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions import answers
from bot.discord_kit.interactions.context import Interaction, UiContext, show
from bot.matchmaking.contests.organizing import organizing
from bot.matchmaking.contests.reading import export
from bot.matchmaking.contests.reading.export import Archive
from bot.matchmaking.contests.ui import sentences
from bot.matchmaking.contests.ui.access import organized
from bot.matchmaking.contests.ui.buttons import CallOff, Export, Manage, StartNow
from bot.matchmaking.contests.ui.panel import show_panel

_CALLING_OFF = "Do you want to call off **{name}**? Matches under way continue, but nothing more is paired."
_EXPORTED = "Here's everything about **{name}**: standings, pairings, the log, and the records."
_REPORT = " `report.trf` is for other pairing programs."


async def managed(ctx: UiContext, interaction: Interaction, tap: Manage) -> None:
    """The panel of an organizer."""
    await show_panel(ctx, interaction, tap.contest)


# --- the whole of it ----------------------------------------------------------------------------------


async def started(ctx: UiContext, interaction: Interaction, tap: StartNow) -> None:
    """It begins at once."""
    row, _ = await organized(ctx, interaction, tap.contest)
    by = await ctx.meet(interaction)
    await organizing.start_now(ctx.app, row.id, by.id)
    await show_panel(ctx, interaction, row.id, "It begins now.")


async def called_off(ctx: UiContext, interaction: Interaction, tap: CallOff) -> None:
    """It's to be called off, which is asked once more; or is."""
    found = await organized(ctx, interaction, tap.contest)
    row, contest = found
    if tap.sure == "ask":
        taps = (
            items.button("Call it off", CallOff(row.id, "sure"), items.BAD),
            items.button("Back", Manage(row.id)),
        )
        told = _CALLING_OFF.format(name=sentences.name(contest.terms))
        await show(interaction, Screen(items.sentence(told, items.row(*taps))))
        return
    by = await ctx.meet(interaction)
    await organizing.call_off(ctx.app, row.id, by.id, found.team)
    await show_panel(ctx, interaction, row.id)


async def exported(ctx: UiContext, interaction: Interaction, tap: Export) -> None:
    """The archive."""
    found = await organized(ctx, interaction, tap.contest)
    row, contest = found
    async with ctx.limits.act("exports", interaction.user.id):
        await interaction.response.defer(ephemeral=True, thinking=True)
        made = await export.archive(ctx.app, row, contest, interaction.filesize_limit, found.team)
        file = discord.File(io.BytesIO(made.data), filename=f"contest-{row.id}.zip")
        swiss = _REPORT if contest.terms.kind == "swiss" else ""
        told = f"{_EXPORTED.format(name=sentences.name(contest.terms))}{swiss}{_missing(made)}"
        await answers.fill_in(interaction, content=told, attachments=[file])


def _missing(made: Archive) -> str:
    return "" if not made.missing else f" {sentences.counted(made.missing, 'record')} didn't fit."
