"""/move: a move by text."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.core import seats
from bot.core.errors import UserError
from bot.discord_kit.components.choices import Completions, fitting_texts
from bot.discord_kit.interactions.context import Interaction, UiContext, guarded
from bot.play.dealing import seen
from bot.play.matches import playing
from bot.play.matches.ui.opening import show_after
from bot.play.own_matches.ui import choices
from bot.play.own_matches.ui.match_argument import waiting


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """/move."""

    @app_commands.command(name="move", description="Play a move by typing it")
    @app_commands.describe(action="Your move, such as roll, d15-d12 or play Wolf", match=choices.WHICH)
    async def move(interaction: Interaction, action: str, match: str | None = None) -> None:
        await guarded(interaction, _play_text(ctx, interaction, action, match))

    @move.autocomplete("action")
    async def complete_action(interaction: Interaction, current: str) -> Completions:
        return await _legal_actions(ctx, interaction, current)

    move.autocomplete("match")(choices.completion(ctx))
    return move


async def _play_text(ctx: UiContext, interaction: Interaction, text: str, match_id: str | None) -> None:
    state = await waiting(ctx, interaction, match_id)
    seat = seats.seated(state, interaction.user.id)
    await seen.look(ctx.app, state, seat)
    after, left = await playing.act_as_typed(ctx.app, state.match.id, interaction.user.id, text)
    await show_after(ctx, interaction, after, seat, line=left)


async def _legal_actions(ctx: UiContext, interaction: Interaction, current: str) -> Completions:
    try:
        state = await waiting(ctx, interaction, getattr(interaction.namespace, "match", None))
        seat = seats.seated(state, interaction.user.id)
        await seen.look(ctx.app, state, seat)
    except UserError:
        return []
    game = state.game
    return fitting_texts((game.format(action) for action in game.actions(state.view(seat))), current)
