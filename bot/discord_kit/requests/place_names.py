"""Where something is played, by the name that its reader knows."""

from __future__ import annotations

import asyncio

import discord

from bot.discord_kit.requests.servers import servers_of
from bot.discord_kit.text.names import shown


class PlaceNames:
    """Names of servers, as the reader sees them from where they are."""

    def __init__(self, client: discord.Client, here: int | None) -> None:
        self._servers = servers_of(client)
        self._here = here

    async def learn(self, guilds: set[int | None]) -> None:
        """Ask for those of which the gateway tells another process."""
        await asyncio.gather(*(self._servers.learn(guild) for guild in guilds - {None, self._here} if guild))

    def name(self, guild: int | None) -> str:
        """Where something is played: “here”, “private”, the server's name, or that it is another one."""
        if guild is None:
            return "private"
        if guild == self._here:
            return "here"
        known = self._servers.get(guild)
        return shown(known.name) if known is not None and known.name else "another server"
