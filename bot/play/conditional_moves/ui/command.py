"""`/conditional`: conditional moves, entered while you wait; only you see what it shows."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.core import seats
from bot.core.errors import UserError
from bot.discord_kit.components import items
from bot.discord_kit.components.choices import Completions, fitting_texts
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import Interaction, UiContext, guarded, show
from bot.play.conditional_moves import conditional_moves
from bot.play.conditional_moves.ui import lines
from bot.play.own_matches.ui import choices
from bot.play.own_matches.ui.match_argument import meant


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """The command."""

    @app_commands.command(
        name="conditional",
        description="Plan a reply: if they play this, you play that (games without secrets)",
    )
    @app_commands.describe(
        they_play="What your opponent might play",
        you_reply="What you reply",
        after="The number of the line to extend",
        clear="Clear all your conditional moves",
        match=choices.WHICH,
    )
    async def add_line(
        interaction: Interaction,
        they_play: str | None = None,
        you_reply: str | None = None,
        after: int | None = None,
        clear: bool = False,
        match: str | None = None,
    ) -> None:
        await guarded(interaction, _edit_lines(ctx, interaction, they_play, you_reply, after, clear, match))

    @add_line.autocomplete("they_play")
    async def complete_theirs(interaction: Interaction, current: str) -> Completions:
        return await _complete(ctx, interaction, current, "")

    @add_line.autocomplete("you_reply")
    async def complete_reply(interaction: Interaction, current: str) -> Completions:
        theirs = getattr(interaction.namespace, "they_play", None)
        return await _complete(ctx, interaction, current, theirs) if theirs else []

    add_line.autocomplete("match")(choices.completion(ctx))
    return add_line


async def _edit_lines(
    ctx: UiContext,
    interaction: Interaction,
    theirs: str | None,
    mine: str | None,
    after: int | None,
    clear: bool,
    match: str | None,
) -> None:
    state = await meant(ctx, interaction, match)
    match_id, person = state.match.id, interaction.user.id
    if clear:
        await conditional_moves.forget(ctx.app, match_id, person)
    elif theirs is not None and mine is not None:
        await conditional_moves.add_line(ctx.app, match_id, person, theirs, mine, after)
    elif theirs is not None or mine is not None:
        raise UserError("Give both: what they might play, and what you reply.")
    state = await ctx.app.match_state(match_id)
    if conditional_moves.may_plan(state, seats.seated(state, person)):
        await lines.show_lines(ctx, interaction, await conditional_moves.entering(ctx.app, match_id, person))
    else:
        entered = await conditional_moves.lines_of(ctx.app, match_id, person)
        await show(interaction, Screen(items.sentence(lines.words_of(entered))))


async def _complete(ctx: UiContext, interaction: Interaction, current: str, theirs: str) -> Completions:
    try:
        state = await meant(ctx, interaction, getattr(interaction.namespace, "match", None))
        after = getattr(interaction.namespace, "after", None)
        texts = await conditional_moves.answers(ctx.app, state.match.id, interaction.user.id, theirs, after)
    except UserError:
        return []
    return fitting_texts(texts, current)
