"""`/hint`: what a good level would play from what the asker sees."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.discord_kit.interactions.context import Interaction, UiContext, guarded
from bot.play.hints.hints import may_ask
from bot.play.hints.ui import hint_panel
from bot.play.hints.ui.buttons import AskForHint
from bot.play.own_matches.ui import choices
from bot.play.own_matches.ui.match_argument import meant


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """The command."""

    @app_commands.command(
        name="hint", description="See what a strong player would do in your place, in a casual match"
    )
    @app_commands.describe(match=choices.WHICH)
    async def hint(interaction: Interaction, match: str | None = None) -> None:
        await guarded(interaction, _asked(ctx, interaction, match))

    hint.autocomplete("match")(choices.completion(ctx, may_ask))
    return hint


async def _asked(ctx: UiContext, interaction: Interaction, match_id: str | None) -> None:
    person = interaction.user.id
    state = await meant(ctx, interaction, match_id, lambda state: may_ask(state, person))
    await hint_panel.show_hint(ctx, interaction, AskForHint(state.match.id))
