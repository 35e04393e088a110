"""Whose record is meant."""

from __future__ import annotations

from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.discord_kit.interactions.context import Interaction, UiContext, place_of
from bot.play.own_matches.ui import choices
from bot.play.records import replays

_NOTHING = "You haven't finished a match yet. Choose one with the option `match`, or attach a file."


async def meant(ctx: UiContext, interaction: Interaction, match_id: str | None) -> MatchState:
    """The named match, the one of this thread, or the one that the person finished last."""
    if match_id is not None:
        return await replays.looked_at(
            ctx.app, match_id.strip(), interaction.user.id, place_of(interaction).guild
        )
    over = await choices.over(ctx, interaction.user.id)
    running = await choices.running(ctx, interaction.user.id)
    found = [own for own in (*running, *over) if own.thread == interaction.channel_id] or over
    if not found:
        raise UserError(_NOTHING, option="match")
    return await ctx.app.match_state(found[0].match_id)
