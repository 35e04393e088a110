"""The live panel of each match and person: when a newer one opens, the older one loses its buttons.

This is kept in memory alone. After a restart, an older panel keeps its buttons; a tap on it shows the board
as it is now.
"""

from __future__ import annotations

import logging
from typing import Any, NamedTuple, Protocol

import discord

from bot.core.app_context import AppContext, Recent
from bot.core.sending import RetryAfter
from bot.discord_kit.components import items
from bot.discord_kit.components.items import PanelOf, Screen
from bot.discord_kit.requests import discord_errors
from bot.discord_kit.requests.edit_pace import old_edits_of
from bot.discord_kit.requests.requests import requests_of

log = logging.getLogger(__name__)

TOKEN_SECONDS = 840
"""Seconds for which a panel is changed by its interaction's token, a minute less than Discord allows."""
_REMEMBERED = 10_000
_NEWER = "**{}** is open in a newer message. `/matches` finds it, too."
_OVER = "**{}** is over. `/matches` shows how it ended."


class LivePanel(NamedTuple):
    """Where a panel is shown.

    Attributes:
        message: The message's id; None for a private answer that hasn't been tapped yet.
        origin: The interaction whose answer the message is; None for a DM.
        channel: The channel of a DM, which stays editable; None for an answer that only its reader sees.
        token: The newest token that can edit the message, until `until` in epoch seconds.
    """

    message: int | None
    origin: int | None
    channel: int | None
    application: int = 0
    token: str = ""
    until: float = 0.0

    def is_same_message(self, other: LivePanel) -> bool:
        """Return whether two panels are shown in the same message."""
        same = self.message is not None and self.message == other.message
        return same or (self.origin is not None and self.origin == other.origin)


class EditContext(Protocol):
    """The parts of UiContext that changing a panel needs."""

    app: AppContext
    client: discord.AutoShardedClient

    async def as_edit(self, screen: Screen) -> dict[str, Any]:
        """Return the arguments for editing a message to a screen."""
        ...


class LivePanels(Recent[tuple[str, int], LivePanel]):
    """The live panels by match and person."""

    def __init__(self) -> None:
        super().__init__(_REMEMBERED)
        self.closing: dict[tuple[str, int], LivePanel] = {}
        """The older panels that are losing their buttons now."""


def panels_of(ctx: EditContext) -> LivePanels:
    """Return this process's memory of live panels."""
    return ctx.app.own(LivePanels, LivePanels)


async def note_answer(
    ctx: EditContext, interaction: discord.Interaction[Any], of: PanelOf, *, in_place: bool
) -> None:
    """Note that the answer to an interaction shows a panel; `in_place`: in the tapped message."""
    message = interaction.message if in_place else None
    answered = message.interaction_metadata if message is not None else interaction
    newest = LivePanel(
        message.id if message is not None else None,
        None if answered is None else answered.id,
        None if message is None or message.flags.ephemeral else message.channel.id,
        interaction.application_id,
        interaction.token,
        ctx.app.now() + TOKEN_SECONDS,
    )
    await _note(ctx, interaction.user.id, of, newest)


async def note_message(ctx: EditContext, person: int, of: PanelOf, message: discord.Message) -> None:
    """Note that a DM shows a panel."""
    await _note(ctx, person, of, LivePanel(message.id, None, message.channel.id))


async def _note(ctx: EditContext, person: int, of: PanelOf, newest: LivePanel) -> None:
    panels, key = panels_of(ctx), (of.match, person)
    older, closing = panels.get(key), panels.closing.get(key)
    if closing is not None and closing.is_same_message(newest):
        # A tap on it came too late to keep its buttons, so the newer one keeps its own.
        return
    panels.forget(key)
    if not of.is_over:
        panels[key] = newest
    is_held = requests_of(ctx.client).seconds_held(about_a_turn=False)
    if older is None or older.is_same_message(newest) or is_held:
        return
    text = (_OVER if of.is_over else _NEWER).format(of.title)
    panels.closing[key] = older
    try:
        await replace(ctx, older, Screen(items.sentence(text)))
    except (*discord_errors.NETWORK, RetryAfter) as error:
        log.info("an older panel of %s keeps its buttons: %s", of.match, error)
    finally:
        panels.closing.pop(key, None)


async def replace(ctx: EditContext, panel: LivePanel, screen: Screen) -> None:
    """Show a screen in place of a panel, if the panel can still be changed.

    Raises:
        RetryAfter: The channel's old messages have been edited too often lately.
        discord.HTTPException: Discord refuses the edit.
    """
    edit = {**await ctx.as_edit(screen), "allowed_mentions": discord.AllowedMentions.none()}
    if ctx.app.now() < panel.until:
        webhook = discord.Webhook.partial(panel.application, panel.token, client=ctx.client)
        await webhook.edit_message("@original", **edit)  # type: ignore[call-overload]
    elif panel.channel is not None and panel.message is not None:
        if wait := old_edits_of(ctx.app).wait(panel.channel, panel.message):
            raise RetryAfter(wait)
        channel = ctx.client.get_partial_messageable(panel.channel)
        await channel.get_partial_message(panel.message).edit(**edit)
