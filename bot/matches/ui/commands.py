"""/move: a move by text."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.core import seats
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.matches import dealing, playing
from bot.matches.ui.opening import show_after
from bot.overview.ui import own_matches
from bot.overview.ui.meant import meant
from bot.ui.choices import Completions, fitting_texts
from bot.ui.context import Interaction, UiContext, guarded
from games import GameError, Unreadable


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """/move."""

    @app_commands.command(name="move", description="Play a move by typing it")
    @app_commands.describe(action="Your move, such as roll or d15-d12", match=own_matches.WHICH)
    async def move(interaction: Interaction, action: str, match: str | None = None) -> None:
        await guarded(interaction, _play_text(ctx, interaction, action, match))

    @move.autocomplete("action")
    async def complete_action(interaction: Interaction, current: str) -> Completions:
        return await _legal_actions(ctx, interaction, current)

    move.autocomplete("match")(own_matches.completion(ctx))
    return move


async def _play_text(ctx: UiContext, interaction: Interaction, text: str, match_id: str | None) -> None:
    state = await meant(ctx, interaction, match_id)
    seat = seats.seated(state, interaction.user.id)
    await dealing.look(ctx.app, state, seat)
    after = await playing.act(ctx.app, state.match.id, interaction.user.id, _kindly_read(state, seat, text))
    await show_after(ctx, interaction, after, seat)


def _kindly_read(state: MatchState, seat: int, text: str) -> str:
    """The text itself, or the same with single spaces and without a phone's capitals where only that can
    be read."""
    plain = " ".join(text.split())
    for candidate in (text, plain, plain[:1].lower() + plain[1:], plain.lower()):
        try:
            state.game.parse(state.view(seat), candidate)
        except Unreadable:
            continue
        except GameError:
            pass
        return candidate
    return plain


async def _legal_actions(ctx: UiContext, interaction: Interaction, current: str) -> Completions:
    try:
        state = await meant(ctx, interaction, getattr(interaction.namespace, "match", None))
        seat = seats.seated(state, interaction.user.id)
        await dealing.look(ctx.app, state, seat)
    except UserError:
        return []
    game = state.game
    return fitting_texts((game.format(action) for action in game.actions(state.view(seat))), current)
