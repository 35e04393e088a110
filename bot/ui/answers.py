"""How a screen goes out as the answer to an interaction, and what else is tried where Discord says no.

Where a server takes no uploads, its pictures are told in words. Where AutoMod keeps a public message from
being changed, the person who asked gets a new one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import discord
from discord import ui
from discord.webhook.async_ import async_context

from bot.ui import discord_errors, items
from bot.ui.in_body import InBody
from bot.ui.items import Screen
from bot.ui.markdown import CommandLinks
from bot.ui.unread import Unread

T = TypeVar("T")
Aside = Callable[[Any, discord.Interaction[Any]], Awaitable[str]]
"""What else somebody is told; the first argument is the UiContext. Empty: nothing, which it usually is."""
_ROOM = 300
"""Characters that a line may take."""
_NO_ASIDES = "no asides"
"""Under which an interaction says that nothing else is to be told."""
_NOBODY = discord.AllowedMentions.none()


async def sent(send: Callable[[Screen], Awaitable[T]], screen: Screen) -> T:
    """Send a screen; in words alone where the server takes no uploads. `send` may be called twice."""
    try:
        return await send(screen)
    except discord.HTTPException as error:
        if error.code != discord_errors.NO_UPLOADS:
            raise
    return await send(screen.in_words())


async def change(interaction: discord.Interaction[Any], screen: Screen) -> None:
    """Answer by changing the tapped message."""
    response, links = interaction.response, _links(interaction)
    try:
        with _unread():
            await sent(
                lambda one: response.edit_message(**one.as_edit(links), allowed_mentions=_NOBODY), screen
            )
    except discord.HTTPException as error:
        if error.code != discord_errors.BLOCKED:
            raise
        for file in screen.files:
            file.reset()
        await beside(interaction, screen)


async def change_later(interaction: discord.Interaction[Any], screen: Screen) -> None:
    """Put another screen where the answer is, or is about to be."""
    links = _links(interaction)
    await sent(
        lambda one: interaction.edit_original_response(**one.as_edit(links), allowed_mentions=_NOBODY), screen
    )


async def beside(interaction: discord.Interaction[Any], screen: Screen) -> None:
    """A new message that only the person sees."""
    links = _links(interaction)
    send: Any = (
        interaction.followup.send if interaction.response.is_done() else interaction.response.send_message
    )
    await sent(lambda one: send(**one.as_new(links), ephemeral=True, allowed_mentions=_NOBODY), screen)


async def for_everyone(interaction: discord.Interaction[Any], screen: Screen) -> None:
    """A new message that everybody sees where the person is; nobody is pinged."""
    links, send = _links(interaction), interaction.response.send_message
    await sent(lambda one: send(**one.as_new(links), allowed_mentions=_NOBODY), screen)


def is_over_http() -> bool:
    """Whether the interaction that is handled here has come over HTTP."""
    return isinstance(async_context.get(), InBody)


@contextmanager
def _unread() -> Iterator[None]:
    """Meanwhile Discord needn't tell what has become of a message; over HTTP it never does."""
    if is_over_http():
        yield
        return
    token = async_context.set(Unread())
    try:
        yield
    finally:
        async_context.reset(token)


def nothing_more() -> None:
    """The interaction that is handled here has been dealt with: its request needn't wait for an answer."""
    adapter = async_context.get()
    if isinstance(adapter, InBody):
        adapter.give_up()


def _links(interaction: discord.Interaction[Any]) -> CommandLinks:
    client: Any = interaction.client
    links: CommandLinks = client.ctx.links
    return links


# --- what else is told --------------------------------------------------------------------------------


def without_asides(interaction: discord.Interaction[Any]) -> None:
    """Nothing else is told with this answer: what is told once is written down, and this leaves no trace."""
    interaction.extras[_NO_ASIDES] = True


async def _asides(ctx: Any, interaction: discord.Interaction[Any]) -> str:
    """What there is to be told."""
    if interaction.extras.get(_NO_ASIDES):
        return ""
    return "\n".join([line for aside in ctx.asides if (line := await aside(ctx, interaction))])


async def with_asides(ctx: Any, interaction: discord.Interaction[Any], screen: Screen) -> Screen:
    """A screen with what there is to be told, if there's room for it."""
    if _has_room(screen.view) and (said := await _asides(ctx, interaction)):
        screen.view.add_item(items.text(said))
    return screen


async def aside(ctx: Any, interaction: discord.Interaction[Any]) -> Screen | None:
    """What is still to be told once somebody has their answer; None where that's nothing, and while they
    write into a modal."""
    response = interaction.response
    if not response.is_done() or response.type is discord.InteractionResponseType.modal:
        return None
    said = await _asides(ctx, interaction)
    return Screen(items.sentence(said)) if said else None


def _has_room(view: ui.LayoutView) -> bool:
    parts = list(view.walk_children())
    words = sum(len(part.content) for part in parts if isinstance(part, ui.TextDisplay))
    return len(parts) < items.MOST and words + _ROOM <= items.MOST_TEXT
