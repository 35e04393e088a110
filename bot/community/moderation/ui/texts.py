"""The commands `/moderate text`, which removes what a player wrote in a match, and `/moderate words`."""

from __future__ import annotations

from functools import partial
from typing import Any

import discord
from discord import app_commands, ui

from bot.community.moderation import removing, word_lists
from bot.community.moderation.removing import Text
from bot.community.moderation.ui import moderators
from bot.community.moderation.ui.buttons import ChooseText, ListTexts, RemoveText, SetWords, ShowMatch
from bot.community.moderation.ui.moderators import require_moderator
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.discord_kit.components import items
from bot.discord_kit.components.choices import MOST_CHOICES
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import Interaction, UiContext, run_guarded, show
from bot.discord_kit.text import markdown
from bot.play.wording import matches

_LONGEST = 100
"""The most characters in an option of a select."""


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """Return `/moderate text`."""

    @app_commands.command(name="text", description="Remove what someone said in a match")
    @app_commands.describe(match="Which match, unless you're in its thread")
    async def text(interaction: Interaction, match: str | None = None) -> None:
        await run_guarded(interaction, _list(ctx, interaction, match, 0))

    return moderators.complete_open_matches(ctx, text)


async def _list(ctx: UiContext, interaction: Interaction, match_id: str | None, page: int) -> None:
    state = await moderators.find_match(ctx, interaction, match_id)
    if not removing.texts_of(state):
        raise UserError("Nothing that was said in this match can be removed.")
    await show(interaction, _texts(state, page))


async def list_texts(ctx: UiContext, interaction: Interaction, tap: ListTexts) -> None:
    """Show a page of the texts in a match."""
    await _list(ctx, interaction, tap.match, tap.page)


def _texts(state: MatchState, page: int, line: str = "") -> Screen:
    match_id, said = state.match.id, removing.texts_of(state)
    pages = max(1, -(-len(said) // MOST_CHOICES))
    page = max(0, min(page, pages - 1))
    shown = said[page * MOST_CHOICES : (page + 1) * MOST_CHOICES]
    options = [
        discord.SelectOption(
            label=text.words if len(text.words) <= _LONGEST else f"{text.words[: _LONGEST - 1]}…",
            value=str(text.number),
            description=_when(state, text),
        )
        for text in shown
    ]
    choosing = [items.row(items.select("Choose a text", ChooseText(match_id, page), options))]
    asked = "Which text do you want to remove?" if options else "Nothing else was said."
    lines = (f"### {state.title}", f"{matches.players(state.match)}.", line, asked)
    return Screen(
        items.message(
            items.text("\n".join(filter(None, lines))),
            *(choosing if options else []),
            *items.pager(page, pages, partial(ListTexts, match_id)),
            items.row(items.button("Back", ShowMatch(match_id))),
        )
    )


def _when(state: MatchState, text: Text) -> str:
    side = state.game.side_names[text.seat]
    return f"Said by {side}, move {text.number}" if text.number else f"Names, written by {side} beforehand"


async def chose(ctx: UiContext, interaction: Interaction, tap: ChooseText) -> None:
    """Ask once more whether to remove the chosen text."""
    data: Any = interaction.data
    value = str(data["values"][0])
    number = int(value) if value.isascii() and value.isdigit() else 0
    state, text = await removing.text_here(ctx.app, tap.match, require_moderator(interaction), number)
    await show(interaction, question(state, text))


def question(state: MatchState, text: Text) -> Screen:
    """Return the screen that asks whether a text is to be removed."""
    asked = (
        f"{matches.who_sits(state, text.seat)} {'said' if text.number else 'wrote'}: "
        f"“{markdown.plain((text.words,))}”\nDo you want to remove this? It will be gone from the match, its "
        "posts, and this server's lists. You can't undo it."
    )
    rows = items.row(
        items.button("Remove it", RemoveText(state.match.id, text.number), items.BAD),
        items.button("Back", ListTexts(state.match.id, 0)),
    )
    return Screen(items.sentence(asked, rows))


async def remove_text(ctx: UiContext, interaction: Interaction, tap: RemoveText) -> None:
    """Remove a text, as the moderator has confirmed."""
    guild = require_moderator(interaction)
    moderator = await ctx.meet(interaction)
    state = await removing.remove(ctx.app, tap.match, guild, tap.number, moderator.id)
    await show(interaction, _texts(state, 0, moderators.REMOVED))


def words_command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """Return `/moderate words`."""

    @app_commands.command(name="words", description="See and change the words that no one may write here")
    async def words(interaction: Interaction) -> None:
        await run_guarded(interaction, _ask(ctx, interaction))

    return words


async def _ask(ctx: UiContext, interaction: Interaction) -> None:
    words = await word_lists.words_of(ctx.app, require_moderator(interaction))
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
        about = f"{kept} more lines didn't fit; they stay. Remove some here, and they appear."
    asked.add_item(ui.Label(text="Words or phrases", description=about, component=field))
    asked.stop()
    await interaction.response.send_modal(asked)


async def wrote(ctx: UiContext, interaction: Interaction, tap: SetWords, words: str) -> None:
    """Make the lines of the modal the server's word list."""
    guild = require_moderator(interaction)
    moderator = await ctx.meet(interaction)
    number = await word_lists.set_words(ctx.app, guild, moderator.id, words, tap.kept)
    counted = {0: "The word list is empty now.", 1: "The word list has 1 line now."}
    told = counted.get(number, f"The word list has {number} lines now.")
    await show(interaction, Screen(items.sentence(f"{told} It applies to what people write from now on.")))
