"""`/foresee`: conditional moves, entered while one waits; what it shows only its reader sees."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.conditional_moves import conditional_moves, rights
from bot.conditional_moves.ui import lines
from bot.core import seats
from bot.core.errors import UserError
from bot.overview.ui import own_matches
from bot.overview.ui.meant import meant
from bot.ui import items
from bot.ui.choices import Completions, fitting_texts
from bot.ui.context import Interaction, UiContext, guarded, show
from bot.ui.items import Screen


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """The command."""

    @app_commands.command(
        name="foresee", description="If they play this, I play that (games without secrets)"
    )
    @app_commands.describe(
        they="What the other side may play",
        then="What you reply",
        after="The number of the line that goes on so",
        forget="Forget all that you foresaw",
        match=own_matches.WHICH,
    )
    async def add_line(
        interaction: Interaction,
        they: str | None = None,
        then: str | None = None,
        after: int | None = None,
        forget: bool = False,
        match: str | None = None,
    ) -> None:
        await guarded(interaction, _foresee(ctx, interaction, they, then, after, forget, match))

    @add_line.autocomplete("they")
    async def complete_they(interaction: Interaction, current: str) -> Completions:
        return await _complete(ctx, interaction, current, "")

    @add_line.autocomplete("then")
    async def complete_then(interaction: Interaction, current: str) -> Completions:
        they = getattr(interaction.namespace, "they", None)
        return await _complete(ctx, interaction, current, they) if they else []

    add_line.autocomplete("match")(own_matches.completion(ctx))
    return add_line


async def _foresee(
    ctx: UiContext,
    interaction: Interaction,
    they: str | None,
    then: str | None,
    after: int | None,
    forget: bool,
    match: str | None,
) -> None:
    state = await meant(ctx, interaction, match)
    match_id, person = state.match.id, interaction.user.id
    if forget:
        await conditional_moves.forget(ctx.app, match_id, person)
    elif they is not None and then is not None:
        await conditional_moves.add_line(ctx.app, match_id, person, they, then, after)
    elif they is not None or then is not None:
        raise UserError("Say both: what they may play, and what you reply.")
    state = await ctx.app.match_state(match_id)
    if rights.may_plan(state, seats.seated(state, person)):
        await lines.show_lines(interaction, await conditional_moves.entering(ctx.app, match_id, person))
    else:
        entered = await conditional_moves.lines_of(ctx.app, match_id, person)
        await show(interaction, Screen(items.sentence(lines.words_of(entered))))


async def _complete(ctx: UiContext, interaction: Interaction, current: str, they: str) -> Completions:
    try:
        state = await meant(ctx, interaction, getattr(interaction.namespace, "match", None))
        after = getattr(interaction.namespace, "after", None)
        texts = await conditional_moves.answers(ctx.app, state.match.id, interaction.user.id, they, after)
    except UserError:
        return []
    return fitting_texts(texts, current)
