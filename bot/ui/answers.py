"""How a screen goes out as the answer to an interaction, and what else is tried where Discord says no.

Where a server takes no uploads, its pictures are told in words. Where AutoMod keeps a public message from
being changed, the person who asked gets a new one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import discord
from discord.webhook.async_ import async_context

from bot.ui import discord_errors
from bot.ui.in_body import InBody
from bot.ui.items import Screen
from bot.ui.markdown import CommandLinks
from bot.ui.unread import Unread

T = TypeVar("T")
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
