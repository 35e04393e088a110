"""`/moderate words`: a modal with the server's word list, one on each line."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands, ui

from bot.community.moderation import word_lists
from bot.community.moderation.ui.buttons import SetWords
from bot.community.moderation.ui.moderators import moderated
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import Interaction, UiContext, guarded, show


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """/moderate words."""

    @app_commands.command(name="words", description="See and change the words that no one may write here")
    async def words(interaction: Interaction) -> None:
        await guarded(interaction, _ask(ctx, interaction))

    return words


async def _ask(ctx: UiContext, interaction: Interaction) -> None:
    words = await word_lists.words_of(ctx.app, moderated(interaction))
    shown = word_lists.fitting(words)
    kept = len(words) - len(shown)
    asked = ui.Modal(title="Words that no one may write here", custom_id=SetWords(kept).custom_id)
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id="words",
        style=discord.TextStyle.paragraph,
        default="\n".join(shown),
        max_length=word_lists.LONGEST_FORM,
        required=False,
    )
    about = "One on each line. Disguised spellings are found, too; parts of other words aren't."
    if kept:
        about = f"{kept} more lines didn't fit; they stay. Take some away here, and they come next."
    asked.add_item(ui.Label(text="Words or phrases", description=about, component=field))
    asked.stop()
    await interaction.response.send_modal(asked)


async def wrote(ctx: UiContext, interaction: Interaction, tap: SetWords, words: str) -> None:
    """This is the list from now on."""
    guild = moderated(interaction)
    moderator = await ctx.meet(interaction)
    number = await word_lists.set_words(ctx.app, guild, moderator.id, words, tap.kept)
    counted = {0: "The word list is empty now.", 1: "The word list has 1 line now."}
    told = counted.get(number, f"The word list has {number} lines now.")
    await show(interaction, Screen(items.sentence(f"{told} It applies to what people write from now on.")))
