"""The bot as one object: nothing is built at import, and everything from outside is passed in here."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Any

import aiohttp
import discord
import yarl
from discord import app_commands

from bot import features
from bot.core.app_context import AppContext
from bot.core.clock import Clock
from bot.core.move_request import Thinking
from bot.core.randomness import Randomness
from bot.discord_kit.interactions import commands, dispatch
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.interactions.feature import Features
from bot.discord_kit.requests.request_pace import RequestPace
from bot.play.ai.bots import HOLD_SECONDS, Bots
from bot.runtime.background_loops import Work
from bot.runtime.connecting import ConnectedClient
from bot.runtime.settings import Settings
from render.names import Faces
from storage.engine.database import Database

log = logging.getLogger(__name__)

_DRAIN_SECONDS = 5.0
"""Longest wait for answers at shutdown, in seconds; what they have written is safe in any case."""
_HANDOVER_SECONDS = 75.0
"""Longest wait for other processes to take the shards over, in seconds; systemd kills after more than 90."""

# The bot uses no voice, so warnings about missing voice libraries would only confuse.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False


class Slowplay(ConnectedClient):
    """The bot's Discord client, with its commands, taps and background loops.

    `shards` is None for as many as Discord recommends.
    """

    def __init__(
        self,
        app: AppContext,
        loaded: Features,
        bots: Bots,
        external_engines: Iterable[tuple[str, str]],
        tap_seconds: float,
        faces: Faces = (),
        shards: int | None = None,
        connector: aiohttp.BaseConnector | None = None,
    ) -> None:
        super().__init__(app, shards, connector)
        self.requests.heard = app.metrics.request
        self.features = loaded
        self.ctx = UiContext(app, bots, self, external_engines, self.features.ports, tap_seconds, faces)
        self.tree = app_commands.CommandTree(self)
        self._app = app
        self._work = Work(self.ctx, self.features)
        self.leaving = asyncio.Event()
        """Set once the bot is about to stop and should get nothing new."""

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect to the gateway, and record from now on whether Discord answers requests."""
        self.ctx.rest.watch()
        await super().connect(reconnect=reconnect)

    @property
    def begun(self) -> bool:
        """Whether the background loops have started, so that they must be stopped in order."""
        return self._work.begun

    @property
    def ended(self) -> tuple[str, ...]:
        """The names of the loops that have ended; none should while the bot runs."""
        return self._work.ended

    async def on_ready(self) -> None:
        """Mark the bot as online, now that the gateway has sent everything."""
        log.info("online as %s; servers: %d, shards: %d", self.user, len(self.guilds), self.shard_count or 1)
        self.on_line.set()

    async def on_standby(self) -> None:
        """Mark the bot as online without a shard, because other processes have them all.

        It gets some when there are more shards, or when another process stops.
        """
        self._app.shards.hold((), self.shard_count or 1)
        log.info("online without a shard: the other processes have all %d", self.shard_count or 1)
        self.on_line.set()

    async def setup_hook(self) -> None:
        """Register the commands, start the loops and listen for interactions, before the gateway opens.

        The loops carry on what a restart interrupted.
        """
        found = commands.all_commands(self.features, self.ctx)
        for command in found:
            self.tree.add_command(command)
        self.ctx.links = commands.links_to(await commands.sync(self.tree, found))
        await self._work.begin()
        if self.listens_at:
            self.ctx.settling.is_shared = True
            await self.listen(self.listens_at)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Handle a tap or a submitted modal centrally, so that it works after a restart, too."""
        await dispatch.handle_interaction(self.features, self.ctx, interaction)

    async def drain(self) -> None:
        """Hand the shards over to other processes, if any, before this one stops; no tap gets lost."""
        if not self.begun or self.share.working < 2:
            return
        self.turn_away()
        log.info("handing over to other processes: %d shards", len(self.share.mine))
        await self.share.leave()
        try:
            await asyncio.wait_for(self.share.is_over.wait(), _HANDOVER_SECONDS)
        except TimeoutError:
            log.warning("stopping with %d shards that nobody has taken over", len(self.share.mine))

    async def close(self) -> None:
        """Stop receiving events, finish the answers in progress, stop the loops, then leave Discord."""
        self.leaving.set()
        await asyncio.gather(self.stop_listening(), self.hear_no_more())
        await self.wait_for_claims(_DRAIN_SECONDS)
        await self.ctx.under_way.wait_for_answers(_DRAIN_SECONDS)
        await self._work.end()
        await super().close()
        await self.ctx.under_way.wait_for_answers(_DRAIN_SECONDS)


def set_endpoints(settings: Settings) -> None:
    """Set Discord's addresses in discord.py; no other code of the project knows them."""
    if settings.discord_api:
        discord.http.Route.BASE = settings.discord_api
    if settings.discord_gateway:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway)
    if settings.discord_cdn:
        discord.Asset.BASE = settings.discord_cdn


def make_bot(
    settings: Settings,
    database: Database,
    clock: Clock,
    randomness: Randomness,
    ai_pool: Thinking,
    connector: aiohttp.BaseConnector | None = None,
    hold_seconds: float = HOLD_SECONDS,
) -> Slowplay:
    """Build the bot, ready to be started with its token.

    Where anything is hidden, bots play at multiples of `hold_seconds` (see `Bots`).
    """
    set_endpoints(settings)
    loaded = features.load()
    app = AppContext(database, clock, randomness, loaded.hooks, settings.slowplay_keep_days)
    app.apart = ai_pool.apart
    bots, engines = Bots(app, ai_pool, hold_seconds), settings.external_engines()
    more = settings.faces(), settings.slowplay_shards, connector
    bot = Slowplay(app, loaded, bots, engines, settings.slowplay_tap_seconds, *more)
    if not settings.playground_clock:
        # The playground moves its clock on purpose, and the bot follows a moment later: don't compare them.
        bot.requests.dated = app.discord_time.compare_clocks
    bot.listens_at = settings.slowplay_interactions
    bot.requests.pace = RequestPace(lambda: app.part_of(settings.slowplay_requests))
    return bot
