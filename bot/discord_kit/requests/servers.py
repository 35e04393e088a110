"""The servers that the bot is a member of.

The gateway reports to each process the servers of its shards. For any other server, from which an
interaction has come over HTTP, this module asks Discord.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

import discord

from bot.core.clock import Clock
from bot.discord_kit.requests import discord_errors
from bot.discord_kit.text.names import format_name

ASKED_AGAIN_SECONDS = 600
"""Seconds for which an answer that the bot is a member is reused."""
_SOON_SECONDS = 60
"""Seconds for which an answer that the bot isn't a member is reused."""
_AT_ONCE_SECONDS = 10
"""Seconds until Discord is asked again if it didn't answer."""
_PATIENCE_SECONDS = 1.0
"""Longest wait for an answer; Discord gives an interaction only three seconds."""
_MOST_REMEMBERED = 2000
_NO_MEMBER = {50001, 10004}


class _Told(NamedTuple):
    guild: discord.Guild | None
    until: float


class Servers:
    """The servers of one bot; `ready_shards` returns the shards whose servers are all known here."""

    def __init__(
        self, client: discord.Client, clock: Clock, ready_shards: Callable[[], Collection[int]]
    ) -> None:
        self._client = client
        self._clock = clock
        self._now = clock.now
        self._ready_shards = ready_shards
        self._told: OrderedDict[int, _Told] = OrderedDict()
        self._asking: dict[int, asyncio.Task[None]] = {}

    def is_told_of(self, id: int) -> bool:
        """Return whether this process's gateway shards cover the server."""
        return (id >> 22) % (self._client.shard_count or 1) in self._ready_shards()

    def get(self, id: int | None) -> discord.Guild | None:
        """Return a server with its roles, or None if the bot isn't a member or Discord wasn't asked yet."""
        if id is None:
            return None
        known = self._client.get_guild(id)
        if known is not None or self.is_told_of(id) or id not in self._told:
            return known
        return self._told[id].guild

    async def learn(self, id: int) -> None:
        """Ask Discord for a server not known lately, for at most a second; then the old state counts on."""
        if self._client.get_guild(id) is not None or self.is_told_of(id):
            return
        if id in self._told and self._told[id].until > self._now():
            return
        if id not in self._asking:
            self._asking[id] = asyncio.create_task(self._ask(id))
            self._asking[id].add_done_callback(lambda _: self._asking.pop(id))
        asking = self._asking[id]
        enough = asyncio.create_task(self._clock.until(self._now() + _PATIENCE_SECONDS))
        try:
            await asyncio.wait((asking, enough), return_when=asyncio.FIRST_COMPLETED)
        finally:
            enough.cancel()
        if not asking.done():
            self._note(id, self._without_answer(id))

    async def _ask(self, id: int) -> None:
        try:
            found = await self._client.fetch_guild(id, with_counts=False)
            told = _Told(found, self._now() + ASKED_AGAIN_SECONDS)
        except (*discord_errors.NETWORK, OSError) as error:
            if getattr(error, "code", 0) in _NO_MEMBER:
                told = _Told(None, self._now() + _SOON_SECONDS)
            else:
                told = self._without_answer(id)
        self._note(id, told)

    def _without_answer(self, id: int) -> _Told:
        guild = self._told[id].guild if id in self._told else self._unknown(id)
        return _Told(guild, self._now() + _AT_ONCE_SECONDS)

    def _note(self, id: int, told: _Told) -> None:
        self._told[id] = told
        self._told.move_to_end(id)
        if len(self._told) > _MOST_REMEMBERED:
            self._told.popitem(last=False)

    def _unknown(self, id: int) -> discord.Guild:
        """Return a placeholder server; where the bot is used, it is nearly always a member."""
        given: Any = {"id": str(id), "unavailable": True}
        return discord.Guild(data=given, state=self._client._connection)


def servers_of(client: discord.Client) -> Servers:
    """Return the servers of the bot's client."""
    known: Any = client
    found: Servers = known.servers
    return found


async def is_thread(client: discord.Client, server: int, channel: int) -> bool:
    """Return whether a channel is a thread; ask Discord if need be.

    Returns:
        False also for a channel that the bot can't see or that is gone.

    Raises:
        discord.HTTPException: If Discord was asked and failed.
    """
    if servers_of(client).is_told_of(server):
        return isinstance(client.get_channel(channel), discord.Thread)
    try:
        found: Any = await client.http.get_channel(channel)
    except (discord.Forbidden, discord.NotFound):
        return False
    return "thread_metadata" in found


_GONE = {discord_errors.UNKNOWN_MEMBER, discord_errors.UNKNOWN_USER}


async def fetch_member(client: discord.Client, guild: int, person: int) -> Mapping[str, Any] | None:
    """Fetch a member of a server.

    Returns:
        Discord's member object; empty if Discord fails or refuses, None if the person isn't a member.
    """
    try:
        return {**await client.http.get_member(guild, person)}
    except (*discord_errors.NETWORK, OSError) as error:
        return None if getattr(error, "code", 0) in _GONE else {}


class PlaceNames:
    """Names of servers from the reader's point of view."""

    def __init__(self, client: discord.Client, here: int | None) -> None:
        self._servers = servers_of(client)
        self._here = here

    async def learn(self, guilds: set[int | None]) -> None:
        """Ask Discord for the servers that this process's gateway shards don't cover."""
        await asyncio.gather(*(self._servers.learn(guild) for guild in guilds - {None, self._here} if guild))

    def name(self, guild: int | None) -> str:
        """Return “here”, “private” (for None), the server's name, or “another server” if it isn't known."""
        if guild is None:
            return "private"
        if guild == self._here:
            return "here"
        known = self._servers.get(guild)
        return format_name(known.name) if known is not None and known.name else "another server"
