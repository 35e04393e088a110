"""`/analysis`: what a match that's over could have taught its players."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.core.errors import UserError
from bot.discord_kit.components.choices import Completions
from bot.discord_kit.interactions.context import Interaction, UiContext, guarded
from bot.learning.analysis.ui import taps
from bot.learning.analysis.ui.buttons import Analyze
from bot.play.own_matches.histories import game_of, outcome
from bot.play.own_matches.ui import choices
from storage.tables.histories import Past

_NOTHING = "You haven't finished a match that I can analyze yet. Start one with a challenge, or play the bot."


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """The command."""

    @app_commands.command(name="analysis", description="See the moments that decided one of your matches")
    @app_commands.describe(match="Which match (default: this thread's, or the one you finished last)")
    async def analysis(interaction: Interaction, match: str | None = None) -> None:
        await guarded(interaction, _asked(ctx, interaction, match))

    @analysis.autocomplete("match")
    async def complete(interaction: Interaction, current: str) -> Completions:
        return choices.offered(await choices.over(ctx, interaction.user.id, _fits), current)

    return analysis


async def _asked(ctx: UiContext, interaction: Interaction, match_id: str | None) -> None:
    meant = match_id.strip() if match_id is not None else await _meant(ctx, interaction)
    await taps.opened(ctx, interaction, Analyze(meant))


async def _meant(ctx: UiContext, interaction: Interaction) -> str:
    """The match of this thread, or the one that ended last."""
    person = interaction.user.id
    over = await choices.over(ctx, person, _fits)
    here = [
        own
        for own in (*await choices.running(ctx, person), *await choices.over(ctx, person))
        if own.thread == interaction.channel_id
    ]
    found = here or over
    if not found:
        raise UserError(_NOTHING)
    return found[0].match_id


def _fits(past: Past) -> bool:
    return game_of(past).analyst is not None and outcome(past) not in ("aborted", "canceled")
