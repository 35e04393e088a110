"""Taps that lead to a position to be played on, and to a study as text."""

from __future__ import annotations

import io

import discord

from bot.core.errors import UserError
from bot.core.seats import known_game
from bot.discord_kit.interactions.context import Interaction, UiContext, place_of
from bot.learning.exercises import exercises
from bot.learning.exercises.ui import taps
from bot.learning.exploring import exploring, studies
from bot.learning.exploring.exploring import ONWARD, STUDY
from bot.learning.exploring.ui.buttons import PlayLessonOn, PlayOn, SaveStudy, StudyFrom


async def play_on(ctx: UiContext, interaction: Interaction, tap: PlayOn) -> None:
    """From a position of a match."""
    await _open(ctx, interaction, ONWARD, tap)


async def study(ctx: UiContext, interaction: Interaction, tap: StudyFrom) -> None:
    """The same, for both sides."""
    await _open(ctx, interaction, STUDY, tap)


async def _open(ctx: UiContext, interaction: Interaction, kind: str, tap: PlayOn | StudyFrom) -> None:
    person, guild = interaction.user.id, place_of(interaction).guild
    game, where = await exploring.of_match(ctx.app, tap.match, tap.number, person, guild)
    if kind == STUDY and not game.perfect_information:
        raise UserError("You can study matches of games in which everything is open.")
    await taps.open_board(ctx, interaction, kind, game.key, where.name)


async def play_lesson_on(ctx: UiContext, interaction: Interaction, tap: PlayLessonOn) -> None:
    """From the position of a lesson."""
    where = await exploring.of_lesson(ctx.app, known_game(tap.game), tap.lesson, interaction.user.id)
    await taps.open_board(ctx, interaction, ONWARD, tap.game, where.name)


async def saved(ctx: UiContext, interaction: Interaction, tap: SaveStudy) -> None:
    """A study as a file."""
    found = await exercises.mine(ctx.app, tap.exercise, interaction.user.id)
    name, text = await studies.file_of(ctx.app, found)
    file = discord.File(io.BytesIO(text.encode()), filename=name)
    await interaction.response.send_message("Here's your study.", file=file, ephemeral=True)
