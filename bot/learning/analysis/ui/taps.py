"""`/analysis`, and the handlers that open an analysis, turn its pages and save it."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import discord
from discord import app_commands

from bot.core.errors import UserError
from bot.discord_kit.components import pictures
from bot.discord_kit.components.choices import Completions
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions import answers
from bot.discord_kit.interactions.context import (
    Interaction,
    UiContext,
    person_of,
    place_of,
    run_guarded,
    show,
)
from bot.learning.analysis import analyses, sentences
from bot.learning.analysis.analyses import Look
from bot.learning.analysis.ui import pages
from bot.learning.analysis.ui.pages import AllWaiting, Analyze, SaveAnalysis, ShowAnalysis
from bot.play.own_matches.histories import game_of, outcome
from bot.play.own_matches.ui import choices
from storage.tables.histories import Past


async def open_analysis(ctx: UiContext, interaction: Interaction, tap: Analyze) -> None:
    """Show the first page in a new message, or the progress until the analysis is done."""
    await _answer(ctx, interaction, tap.match, 0, is_new=True)


async def turn_page(ctx: UiContext, interaction: Interaction, tap: ShowAnalysis) -> None:
    """Show another page in place of the last one."""
    await _answer(ctx, interaction, tap.match, tap.page, is_new=False)


async def _answer(
    ctx: UiContext, interaction: Interaction, match_id: str, number: int, *, is_new: bool
) -> None:
    known = ctx.app.own(AllWaiting, AllWaiting)
    waiting = known.begin(match_id, interaction)
    person, guild = person_of(interaction), place_of(interaction).guild
    try:
        look = await analyses.request_analysis(ctx.app, ctx.limits, match_id, person, guild)
        await (answers.beside if is_new else show)(interaction, await screen(ctx, look, number, person.id))
    except BaseException:
        known.end(match_id, interaction)
        raise
    if look.is_done:
        known.end(match_id, interaction)
    waiting.answered.set()


async def screen(ctx: UiContext, look: Look, number: int, person: int) -> Screen:
    """Return a page as the person sees it, or the progress until the analysis is done."""
    if not look.is_done:
        return pages.progress(look)
    return await pages.page(look, number, person, await pictures.theme_of(ctx.app, person))


async def save_analysis(ctx: UiContext, interaction: Interaction, tap: SaveAnalysis) -> None:
    """Send the analysis as a file to the person who tapped."""
    person, guild = interaction.user.id, place_of(interaction).guild
    look = await analyses.find_analysis(ctx.app, tap.match, person, guild)
    if look is None or not look.is_done:
        raise UserError("This analysis isn't done yet. You can save it once it is.")
    name, text = await asyncio.to_thread(sentences.file_of, look)
    file = discord.File(io.BytesIO(text.encode()), filename=name)
    await interaction.response.send_message("The whole analysis as text.", file=file, ephemeral=True)


_NOTHING = "You haven't finished a match that I can analyze yet. Start one with a challenge, or play the bot."


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """Return the `/analysis` command."""

    @app_commands.command(name="analysis", description="See the moments that decided one of your matches")
    @app_commands.describe(match="Which match (default: this thread's, or the one you finished last)")
    async def analysis(interaction: Interaction, match: str | None = None) -> None:
        await run_guarded(interaction, _open_match(ctx, interaction, match))

    @analysis.autocomplete("match")
    async def complete(interaction: Interaction, current: str) -> Completions:
        return choices.filter_choices(await choices.over(ctx, interaction.user.id, _fits), current)

    return analysis


async def _open_match(ctx: UiContext, interaction: Interaction, match_id: str | None) -> None:
    if match_id is not None:
        meant = await choices.find_id(ctx, interaction.user.id, match_id)
    else:
        meant = await _find_match(ctx, interaction)
    await open_analysis(ctx, interaction, Analyze(meant))


async def _find_match(ctx: UiContext, interaction: Interaction) -> str:
    """Return the match of this thread, or else the one that ended last; raise UserError if there is none."""
    person = interaction.user.id
    over = await choices.over(ctx, person, _fits)
    here = [
        own
        for own in (*await choices.running(ctx, person), *await choices.over(ctx, person))
        if own.thread == interaction.channel_id
    ]
    found = here or over
    if not found:
        raise UserError(_NOTHING)
    return found[0].match_id


def _fits(past: Past) -> bool:
    return game_of(past).analyst is not None and outcome(past) not in ("aborted", "canceled")
