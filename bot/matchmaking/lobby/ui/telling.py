"""What somebody is told who waits for long."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.membership import Membership
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.interactions.members import members_of
from bot.discord_kit.requests.servers import servers_of
from bot.matchmaking.lobby.ui import search
from bot.play.outbox.ui.private_messages import PrivateMessages
from storage.rows import QueuedMessage
from storage.tables import seeks


async def send_instead(ctx: UiContext, message: QueuedMessage) -> int | None:
    """To somebody whom nobody has taken for a day, without a sound: what else there is; nothing once it's
    over."""
    async with ctx.app.database.read() as r:
        seek = await seeks.get(r, message.payload["search"])
    if seek is None or not seek.is_open:
        return None
    shown = await search.screen(ctx, seek)
    return await PrivateMessages(ctx).by_itself(message, Screen(shown.view, quiet=True))


async def listen(ctx: UiContext) -> None:
    """From now on Discord is asked."""

    async def ask(guild: int, people: Iterable[int]) -> list[int]:
        servers = servers_of(ctx.client)
        if servers.is_told_of(guild) and servers.get(guild) is None:
            # The bot itself is no longer there, so nothing can begin there.
            return list(people)
        return await members_of(ctx).gone(ctx.client, guild, people)

    ctx.app.own(Membership, Membership).ask = ask
