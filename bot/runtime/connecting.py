"""The bot's connection to Discord: patient, within Discord's limits, and over its share of the shards."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
from discord.gateway import ReconnectWebSocket
from discord.shard import EventItem, EventType, Shard

from bot.core.app_context import AppContext
from bot.discord_kit.interactions.callbacks import without_options
from bot.discord_kit.interactions.http_responses import Signatures
from bot.discord_kit.requests import discord_errors
from bot.discord_kit.requests.requests import Requests, guard
from bot.discord_kit.requests.servers import Servers
from bot.runtime.addresses import Address
from bot.runtime.retrying import first_connection, persistent_requests, persistently
from bot.runtime.sharding import SessionStarts
from bot.runtime.sharing import Share, shard_of

if TYPE_CHECKING:
    from bot.runtime.interaction_server import InteractionServer

log = logging.getLogger(__name__)

_ELSEWHERE = "interaction endpoint URL"
"""Words in discord.py's warning that interactions don't come over the gateway, as if only it listened."""

_SERVERS_SECONDS = 10
"""Longest wait for a shard's servers, in seconds; some may be unavailable for hours."""


class _OwnShard(Shard):
    """A shard of discord.py that may be given to another process."""

    is_given = False

    async def give(self) -> None:
        """Close the session for good."""
        self.is_given = True
        await self.close()

    async def reidentify(self, exc: ReconnectWebSocket) -> None:
        await self._unless_given(super().reidentify(exc))

    async def reconnect(self) -> None:
        await self._unless_given(super().reconnect())

    async def _unless_given(self, connecting: Any) -> None:
        if self.is_given:
            connecting.close()
            return
        await connecting
        if self.is_given:
            await self.close()


class ConnectedClient(discord.AutoShardedClient):
    """discord.py's client as this bot needs it; `shards` is None for as many as Discord recommends."""

    def __init__(self, app: AppContext, shards: int | None, connector: aiohttp.BaseConnector | None) -> None:
        self.requests = Requests(app.clock)
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
        self.servers = Servers(self, app.clock, self.ready_shards)
        self.on_line = asyncio.Event()
        """Set once the gateway has sent everything."""
        self.listens_at: Address | None = None
        """The address at which interactions come in over HTTP, if any."""
        self.interactions: InteractionServer | None = None
        """The server that takes interactions over HTTP, once it listens."""
        self._clock = app.clock
        self.share = Share(app, self)
        self._starts = SessionStarts(app.clock, self._gateway, self.share.seconds_until_start)
        self._ready_shards = set[int]()
        self._readied = asyncio.Condition()
        self._launching = asyncio.Lock()
        self._share_work = set[asyncio.Task[None]]()
        self._asking = set[asyncio.Task[None]]()
        self._parse_interaction = self._connection.parsers["INTERACTION_CREATE"]
        self._connection.parsers["INTERACTION_CREATE"] = self._hear_interaction
        self.token_was_reset = asyncio.Event()
        """Set once Discord has said that it no longer accepts the token."""

    async def login(self, token: str) -> None:
        """Log in as discord.py does, but with retries while Discord is in trouble."""
        with persistent_requests(self.http, self._clock), _without(_ELSEWHERE if self.listens_at else None):
            await super().login(token)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect to the gateway, with retries until it's there; later, discord.py reconnects by itself."""
        guard(self, self.requests)
        recommended = await persistently("asking for a gateway", self._starts.ask_shard_count, self._clock)
        self.shard_count = await self.share.begin(self.shard_count or recommended)
        await super().connect(reconnect=reconnect)

    async def listen(self, address: Address) -> None:
        """Take interactions over HTTP at an address from now on; raise CantListen if that fails."""
        assert self.application is not None
        # A web server is loaded only where it's asked for: it takes 2 MB.
        from bot.runtime.interaction_server import InteractionServer

        signatures = Signatures(self.application.verify_key, self._clock.now)
        self.interactions = InteractionServer(signatures, self._take, self.on_line.is_set)
        await self.interactions.listen(address)

    def turn_away(self) -> None:
        """Tell a load balancer that asks to send interactions elsewhere; those that come are answered."""
        if self.interactions is not None:
            self.interactions.closing.set()

    async def stop_listening(self) -> None:
        """Take no more interactions over HTTP, and answer those that have come."""
        if self.interactions is not None:
            await self.interactions.close()

    async def _take(self, interaction: Any) -> None:
        """Handle an interaction from HTTP exactly as if it had come over the gateway."""
        if interaction.get("guild_id") is not None:
            await self.servers.learn(int(interaction["guild_id"]))
        self._parse_interaction(without_options(interaction))

    async def hear_no_more(self) -> None:
        """Close all sessions for good and begin none; what has been received can still be answered."""
        self._share_no_more()
        self._want(())
        await asyncio.gather(*(shard.give() for shard in self._shards.values()))

    async def close(self) -> None:
        """Leave Discord, and share shards no longer."""
        self._share_no_more()
        await super().close()

    def _share_no_more(self) -> None:
        for work in list(self._share_work):
            work.cancel()

    async def _gateway(self) -> dict[str, Any]:
        # discord.py's own method turns all errors into one, so even a wrong token would be retried.
        answer: dict[str, Any] = await self.http.request(discord.http.Route("GET", "/gateway/bot"))
        return answer

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until the session may begin."""
        await self._starts.begin(shard_id or 0)

    # --- shards -----------------------------------------------------------------------------------------

    async def launch_shards(self) -> None:
        """Begin the first sessions of this process; later ones come and go with other processes."""
        if self.is_closed():
            return
        self._connection.shard_count = self.shard_count
        self._want(self.share.mine)
        if self.share.is_shared:
            self._beside(self.share.look_forever())
        if not self.shard_ids:
            self.dispatch("standby")
        await self._launch_wanted()

    def _want(self, shards: tuple[int, ...]) -> None:
        # discord.py is ready when it has as many shards as are listed here.
        self.shard_ids = self._connection.shard_ids = list(shards)

    def _beside(self, work: Any) -> None:
        task = asyncio.create_task(work, name="shards")
        self._share_work.add(task)
        task.add_done_callback(self._share_work.discard)

    @property
    def _shards(self) -> dict[int, _OwnShard]:
        known: dict[int, _OwnShard] = vars(self)["_AutoShardedClient__shards"]
        return known

    def _tell(self, kind: int, error: Exception | None) -> None:
        vars(self)["_AutoShardedClient__queue"].put_nowait(EventItem(kind, None, error))

    async def _launch_wanted(self) -> None:
        async with self._launching:
            while missing := [number for number in self.shard_ids or () if number not in self._shards]:
                await self._launch(missing[0])

    async def _launch_later(self) -> None:
        """Begin the missing sessions in the background; an error that retries can't solve ends the bot."""
        try:
            await self._launch_wanted()
        except Exception as error:
            self._tell(EventType.terminate, error)

    async def _launch(self, number: int) -> None:
        """Launch a shard as discord.py does, but with retries after ever longer pauses, each logged."""
        gateway = discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
        told = f"connecting shard {number} to the gateway"
        opened = await persistently(told, lambda: first_connection(self, gateway, number), self._clock)
        shard = _OwnShard(opened, self, vars(self)["_AutoShardedClient__queue"].put_nowait)
        if number not in (self.shard_ids or ()):
            await shard.give()
            return
        self._shards[number] = shard
        shard.launch()

    def open_shards(self) -> frozenset[int]:
        """Return the shards with a session that exists or is beginning."""
        return frozenset(self._shards) | frozenset(self.shard_ids or ())

    def ready_shards(self) -> frozenset[int]:
        """Return the shards whose servers are all known."""
        return frozenset(self._ready_shards) & frozenset(self._shards)

    async def have(self, wanted: tuple[int, ...]) -> None:
        """Close the sessions that are no longer wanted, and begin those that are missing."""
        self._want(wanted)
        await asyncio.gather(*(self._give(number) for number in list(self._shards) if number not in wanted))
        if any(number not in self._shards for number in wanted) and not self._launching.locked():
            self._beside(self._launch_later())

    async def _give(self, number: int) -> None:
        """Close the session of a shard that another process has now, and forget the shard's servers."""
        await self._shards.pop(number).give()
        self._ready_shards.discard(number)
        await self._tell_asking()
        vars(self._connection)["_ready_tasks"].pop(number, None)
        for guild in [guild for guild in self.guilds if guild.shard_id == number]:
            self._connection._remove_guild(guild)
        self.dispatch("shard_given", number)

    async def on_shard_ready(self, number: int) -> None:
        """Mark a shard as ready once all of its servers are there, so that their events can be answered.

        Unavailable servers are waited for up to _SERVERS_SECONDS.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(_SERVERS_SECONDS):
                while any(guild.unavailable for guild in self.guilds if guild.shard_id == number):
                    await self._hears_of_a_server()
        self._ready_shards.add(number)
        self.share.woken.wake()
        await self._tell_asking()

    async def _tell_asking(self) -> None:
        """Wake the tasks that wait for a shard's servers."""
        async with self._readied:
            self._readied.notify_all()

    async def _hears_of_a_server(self) -> None:
        """Wait until a server has become available, or is gone."""
        events: tuple[Any, ...] = ("guild_available", "guild_join", "guild_remove")
        waits = [asyncio.ensure_future(self.wait_for(event)) for event in events]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()

    # --- interactions -----------------------------------------------------------------------------------

    def _hear_interaction(self, data: Any) -> None:
        """Handle an interaction; while two processes receive the same ones, the first to claim it answers."""
        if self.share.asks:
            task = asyncio.create_task(self._answer_alone(data), name="discord.py: an interaction of two")
            self._asking.add(task)
            task.add_done_callback(self._asking.discard)
        else:
            self._parse_interaction(without_options(data))

    async def wait_for_claims(self, seconds: float) -> None:
        """Wait until it's known which process answers each received interaction, at most for `seconds`."""
        if self._asking:
            await asyncio.wait(set(self._asking), timeout=seconds)

    async def _answer_alone(self, data: Any) -> None:
        guild = data.get("guild_id")
        shard = shard_of(guild and int(guild), self.shard_count or 1)
        async with self._readied:
            # A shard that is new here needs its servers; the other process may take the interaction first.
            await self._readied.wait_for(lambda: shard in self._ready_shards or shard not in self._shards)
        try:
            is_ours = await self.share.answers(int(data["id"]))
        except Exception as error:
            # The other process may be handling it, so drop it: a person who gets no answer tries again.
            log.warning("couldn't note who answers an interaction, so it's dropped: %s", type(error).__name__)
            return
        if is_ours:
            self._parse_interaction(without_options(data))

    async def on_unauthorized(self) -> None:
        """Check whether a refused request means a reset token, since Discord in trouble refuses good ones."""
        try:
            await self.http.request(discord.http.Route("GET", "/users/@me"))
        except discord_errors.NETWORK as error:
            if discord_errors.is_unauthorized(error):
                self.token_was_reset.set()


@contextmanager
def _without(words: str | None) -> Iterator[None]:
    """Keep lines with these words out of the log of discord.py's client."""
    logger = logging.getLogger("discord.client")

    def passes(record: logging.LogRecord) -> bool:
        return words is None or words not in record.getMessage()

    logger.addFilter(passes)
    try:
        yield
    finally:
        logger.removeFilter(passes)
