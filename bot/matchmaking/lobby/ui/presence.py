"""Whether those who look for an opponent on a server are still there."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.membership import Membership
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.interactions.members import members_of
from bot.discord_kit.requests.servers import servers_of


async def listen(ctx: UiContext) -> None:
    """From now on Discord is asked."""

    async def ask(guild: int, people: Iterable[int]) -> list[int]:
        servers = servers_of(ctx.client)
        if servers.is_told_of(guild) and servers.get(guild) is None:
            # The bot itself is no longer there, so nothing can begin there.
            return list(people)
        return await members_of(ctx).gone(ctx.client, guild, people)

    ctx.app.own(Membership, Membership).ask = ask
