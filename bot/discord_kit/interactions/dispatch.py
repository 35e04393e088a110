"""Dispatch of taps and submitted modals to the features that handle them."""

from __future__ import annotations

from typing import Any

import discord

from bot.core.errors import UserError
from bot.discord_kit.components import buttons
from bot.discord_kit.components.buttons import Button
from bot.discord_kit.interactions.context import KEEPS_MESSAGE, Interaction, UiContext, run_guarded
from bot.discord_kit.interactions.feature import Features


async def handle_interaction(features: Features, ctx: UiContext, interaction: Interaction) -> None:
    """Handle this bot's taps and modals; discord.py's listeners would build all of a message's buttons."""
    data: Any = interaction.data or {}
    if not str(data.get("custom_id", "")).startswith(buttons.OURS):
        return
    if interaction.type is discord.InteractionType.component:
        await handle_tap(features, ctx, interaction)
    elif interaction.type is discord.InteractionType.modal_submit:
        await handle_modal(features, ctx, interaction)


async def handle_tap(features: Features, ctx: UiContext, interaction: Interaction) -> None:
    """Handle a tap by the verb in its custom_id."""
    data: Any = interaction.data
    button, act = _find_handler(features.buttons, data["custom_id"])
    message, tapped_at = interaction.message, interaction.created_at.timestamp()
    acts = button is not None and button.acts
    if acts and ctx.settling.is_hasty(message, data["custom_id"], tapped_at):
        await run_guarded(interaction, _nothing(interaction))
        return
    interaction.extras[KEEPS_MESSAGE] = button is not None and button.keeps_message
    await run_guarded(interaction, act(ctx, interaction, button) if act else _unknown())


async def handle_modal(features: Features, ctx: UiContext, interaction: Interaction) -> None:
    """Handle a submitted modal by the verb in its custom_id."""
    data: Any = interaction.data
    button, act = _find_handler(features.modals, data["custom_id"])
    await run_guarded(interaction, act(ctx, interaction, button, words_of(data)) if act else _unknown())


def _find_handler(known: dict[str, tuple[type[Button], Any]], custom_id: str) -> tuple[Button | None, Any]:
    verb, parts = buttons.split_custom_id(custom_id)
    kind, act = known.get(verb, (None, None))
    button = buttons.read(kind, parts) if kind is not None else None
    return (button, act) if button is not None else (None, None)


async def _nothing(interaction: Interaction) -> None:
    await interaction.response.defer()


async def _unknown() -> None:
    raise UserError(
        "This button is from an older version. Use /matches to find your match.", command="matches"
    )


def fields_of(data: Any) -> dict[str, str]:
    """Return the text of each field of a modal, by the field's custom_id."""
    if isinstance(data, list):
        return {id: words for part in data for id, words in fields_of(part).items()}
    if not isinstance(data, dict):
        return {}
    own = {str(data["custom_id"]): str(data["value"])} if "value" in data and "custom_id" in data else {}
    return own | fields_of(list(data.values()))


def words_of(data: Any) -> str:
    """Return the text of a modal's field `words`, or an empty text without one."""
    if isinstance(data, dict):
        if data.get("custom_id") == "words" and "value" in data:
            return str(data["value"])
        return next((words for value in data.values() if (words := words_of(value))), "")
    return next((words for value in data if (words := words_of(value))), "") if isinstance(data, list) else ""
