"""How the bot connects to Discord: patiently, and no oftener than Discord allows."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import aiohttp
import discord
import yarl
from discord.shard import Shard

from bot.core.clock import Clock
from bot.interaction_server import InteractionServer
from bot.retrying import first_connection, persistent_requests, persistently
from bot.sharding import SessionStarts
from bot.ui import discord_errors
from bot.ui.requests import Requests, guard
from bot.ui.servers import Servers
from bot.ui.signatures import Signatures

_ELSEWHERE = "interaction endpoint URL"
"""discord.py warns that interactions don't come over the gateway, as if that were all that listens."""


class ConnectedClient(discord.AutoShardedClient):
    """discord.py's client as this bot wants it; `shards` is None for as many as Discord recommends."""

    def __init__(self, clock: Clock, shards: int | None, connector: aiohttp.BaseConnector | None) -> None:
        self.requests = Requests(clock)
        super().__init__(
            http_trace=self.requests.trace(),
            intents=discord.Intents(guilds=True),
            connector=connector,
            shard_count=shards,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0.1,
            max_ratelimit_timeout=discord_errors.LONGEST_WAIT_SECONDS,
        )
        self._clock = clock
        self._starts = SessionStarts(clock, self._gateway)
        self.servers = Servers(self, clock.now)
        self.listens_at = ""
        """Where interactions come in over HTTP, as HOST:PORT; "" for nowhere."""
        self.interactions: InteractionServer | None = None
        """What takes interactions over HTTP, once it listens."""
        self.token_was_reset = asyncio.Event()
        """Whether Discord has said that it does not know our token any more."""

    async def login(self, token: str) -> None:
        """As discord.py does it, but with all the patience that a Discord in trouble needs."""
        with persistent_requests(self.http, self._clock), _without(_ELSEWHERE if self.listens_at else None):
            await super().login(token)

    async def connect(self, *, reconnect: bool = True) -> None:
        """The same for the gateway. Once it was there, discord.py connects again by itself."""
        guard(self, self.requests)
        recommended = await persistently("asking for a gateway", self._starts.recommended, self._clock)
        self.shard_count = self.shard_count or recommended
        await super().connect(reconnect=reconnect)

    async def listen(self, address: str) -> None:
        """Take interactions over HTTP at HOST:PORT from now on; CantListen where that can't be."""
        assert self.application is not None
        signatures = Signatures(self.application.verify_key, self._clock.now)
        self.interactions = InteractionServer(signatures, self._take)
        await self.interactions.listen(address)

    async def stop_listening(self) -> None:
        """Take no more of them, and answer those that have come."""
        if self.interactions is not None:
            await self.interactions.close()

    async def _take(self, interaction: Any) -> None:
        """What the gateway would have told, in every detail."""
        if interaction.get("guild_id") is not None:
            await self.servers.learn(int(interaction["guild_id"]))
        self._connection.parse_interaction_create(interaction)

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """As discord.py does it, but with the patience of a start: ever longer pauses, a line for each."""
        told = f"connecting shard {shard_id} to the gateway"
        opened = await persistently(told, lambda: first_connection(self, gateway, shard_id), self._clock)
        shards, queue = (vars(self)[f"_AutoShardedClient__{name}"] for name in ("shards", "queue"))
        shards[shard_id] = Shard(opened, self, queue.put_nowait)
        shards[shard_id].launch()

    async def _gateway(self) -> dict[str, Any]:
        # Not discord.py's own: it makes one error of all, and that of a wrong token would be waited out.
        answer: dict[str, Any] = await self.http.request(discord.http.Route("GET", "/gateway/bot"))
        return answer

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """A session begins only when it may."""
        await self._starts.begin(shard_id or 0)

    async def on_unauthorized(self) -> None:
        """A request was refused as if the token were wrong; Discord in trouble says so of good ones, too."""
        try:
            await self.http.request(discord.http.Route("GET", "/users/@me"))
        except discord_errors.NETWORK as error:
            if discord_errors.is_unauthorized(error):
                self.token_was_reset.set()


@contextmanager
def _without(words: str | None) -> Iterator[None]:
    """Meanwhile discord.py's client logs no line with these words."""
    logger = logging.getLogger("discord.client")

    def passes(record: logging.LogRecord) -> bool:
        return words is None or words not in record.getMessage()

    logger.addFilter(passes)
    try:
        yield
    finally:
        logger.removeFilter(passes)
