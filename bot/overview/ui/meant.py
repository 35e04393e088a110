"""Which match a command is about."""

from __future__ import annotations

from collections.abc import Callable

from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.overview import overview
from bot.overview.ui import own_matches
from bot.ui.context import Interaction, UiContext


async def meant(
    ctx: UiContext,
    interaction: Interaction,
    match_id: str | None,
    fits: Callable[[MatchState], bool] = lambda state: True,
) -> MatchState:
    """The match a command is about: the named one, the one of this thread, or the only one that `fits`."""
    if match_id is not None:
        return await ctx.app.match_state(match_id)
    tables = await overview.open_match_states(ctx.app, interaction.user.id)
    here = [state for state in tables if interaction.channel_id in (state.match.thread, state.match.channel)]
    in_thread = [state for state in here if state.match.thread == interaction.channel_id]
    for fitting in (in_thread, here, tables):
        my_turn = [state for state in fitting if state.seat_of(interaction.user.id) in state.to_act]
        mine = [state for state in my_turn if fits(state)]
        if len(mine or fitting) == 1:
            return (mine or fitting)[0]
    raise _unclear(tables)


async def waiting(ctx: UiContext, interaction: Interaction, match_id: str | None) -> MatchState:
    """The match in which somebody plays by typing: the named one, the one of this thread, or the only one
    that waits for them, here before elsewhere; where none waits, the only one they have."""
    if match_id is not None:
        return await ctx.app.match_state(match_id)
    person, channel = interaction.user.id, interaction.channel_id
    tables = await overview.open_match_states(ctx.app, person)
    in_thread = [state for state in tables if state.match.thread == channel]
    mine = [state for state in tables if state.seat_of(person) in state.to_act]
    here = [state for state in tables if channel in (state.match.thread, state.match.channel)]
    mine_here = [state for state in here if state in mine]
    for fitting in (in_thread, mine_here, mine, here, tables):
        if len(fitting) == 1:
            return fitting[0]
    if tables and not mine:
        raise UserError("It's not your turn in any of your matches.")
    raise _unclear(tables)


def _unclear(tables: list[MatchState]) -> UserError:
    if not tables:
        return UserError(own_matches.NOTHING)
    return UserError("You have several open matches. Choose one with the option “match”.")
