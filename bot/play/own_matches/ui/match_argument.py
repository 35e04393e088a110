"""Finding the match that a command is about."""

from __future__ import annotations

from bot.core.match_state import MatchState
from bot.discord_kit.interactions.context import Interaction, UiContext
from bot.play.own_matches import implied_match
from bot.play.own_matches.implied_match import Fits
from bot.play.own_matches.ui import choices


async def find_match(
    ctx: UiContext, interaction: Interaction, match_id: str | None, fits: Fits = lambda state: True
) -> MatchState:
    """Return the match a command is about: the named one, or the one that `implied_match.find` finds."""
    if match_id is not None:
        return await _find_named(ctx, interaction, match_id)
    return await implied_match.find(ctx.app, interaction.user.id, interaction.channel_id, fits)


async def find_waiting(
    ctx: UiContext, interaction: Interaction, match_id: str | None, typed: str = ""
) -> MatchState:
    """Return the match in which a person plays by typing: the named one, or the one that waits for them."""
    if match_id is not None:
        return await _find_named(ctx, interaction, match_id)
    return await implied_match.find_waiting(ctx.app, interaction.user.id, interaction.channel_id, typed)


async def list_waiting(ctx: UiContext, interaction: Interaction) -> list[MatchState]:
    """Return the matches that wait for a person where they use a command."""
    return await implied_match.list_waiting(ctx.app, interaction.user.id, interaction.channel_id)


async def _find_named(ctx: UiContext, interaction: Interaction, given: str) -> MatchState:
    return await ctx.app.match_state(await choices.find_id(ctx, interaction.user.id, given))
