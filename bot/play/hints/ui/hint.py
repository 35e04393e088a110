"""`/hint`: what a good level would play from what the asker sees."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.hints.hints import may_ask
from bot.hints.ui import hint_panel
from bot.hints.ui.buttons import AskForHint
from bot.overview.ui import own_matches
from bot.overview.ui.meant import meant
from bot.ui.context import Interaction, UiContext, guarded


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """The command."""

    @app_commands.command(
        name="hint", description="See what a strong player would do in your place, in a casual match"
    )
    @app_commands.describe(match=own_matches.WHICH)
    async def hint(interaction: Interaction, match: str | None = None) -> None:
        await guarded(interaction, _asked(ctx, interaction, match))

    hint.autocomplete("match")(own_matches.completion(ctx, may_ask))
    return hint


async def _asked(ctx: UiContext, interaction: Interaction, match_id: str | None) -> None:
    person = interaction.user.id
    state = await meant(ctx, interaction, match_id, lambda state: may_ask(state, person))
    await hint_panel.show_hint(ctx, interaction, AskForHint(state.match.id))
