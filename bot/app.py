"""The bot as one value: nothing is built at import, everything from outside comes in here."""

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
"""So long a shutdown waits for answers; what they have written is safe anyhow."""
_HANDOVER_SECONDS = 75.0
"""So long it waits for others to take its shards; systemd kills what takes more than 90."""

# There is no voice here, so its missing libraries are nobody's concern.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False


class Slowplay(ConnectedClient):
    """The real bot on the real discord.py. `shards`: as in `ConnectedClient`."""

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
        """Whether it's about to stop: nothing new should come to it."""

    async def connect(self, *, reconnect: bool = True) -> None:
        """From now on it's noted whether Discord answers."""
        self.ctx.rest.watch()
        await super().connect(reconnect=reconnect)

    @property
    def begun(self) -> bool:
        """Whether the loops run: what is under way has to be closed in order."""
        return self._work.begun

    @property
    def ended(self) -> tuple[str, ...]:
        """The loops that have ended, which none should while the bot runs."""
        return self._work.ended

    async def on_ready(self) -> None:
        """The gateway has told us everything."""
        log.info("online as %s; servers: %d, shards: %d", self.user, len(self.guilds), self.shard_count or 1)
        self.on_line.set()

    async def on_standby(self) -> None:
        """Other processes have all shards; some come when there are more, or when one of those stops."""
        self._app.shards.hold((), self.shard_count or 1)
        log.info("online without a shard: the other processes have all %d", self.shard_count or 1)
        self.on_line.set()

    async def setup_hook(self) -> None:
        """Before the gateway opens: commands, taps, and the loops that carry on where a restart broke off."""
        found = commands.all_commands(self.features, self.ctx)
        for command in found:
            self.tree.add_command(command)
        self.ctx.links = commands.links_to(await commands.sync(self.tree, found))
        await self._work.begin()
        if self.listens_at:
            self.ctx.settling.is_shared = True
            await self.listen(self.listens_at)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """A tap, or words in a modal; handled here, so that it works after a restart too."""
        await dispatch.heard(self.features, self.ctx, interaction)

    async def drain(self) -> None:
        """Let other processes take over, if there are any, before this one stops. No tap gets lost."""
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
        """Hear nothing more, finish the answers that are being given, stop the loops, then leave Discord."""
        self.leaving.set()
        await asyncio.gather(self.stop_listening(), self.hear_no_more())
        await self.asked(_DRAIN_SECONDS)
        await self.ctx.under_way.given(_DRAIN_SECONDS)
        await self._work.end()
        await super().close()
        await self.ctx.under_way.given(_DRAIN_SECONDS)


def set_endpoints(settings: Settings) -> None:
    """Tell discord.py where Discord is; nothing else in the project knows."""
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
    """The bot, ready to be started with its token; `hold_seconds`: see `Bots`."""
    set_endpoints(settings)
    loaded = features.load()
    app = AppContext(database, clock, randomness, loaded.hooks, settings.slowplay_keep_days)
    bots, engines = Bots(app, ai_pool, hold_seconds), settings.external_engines()
    more = settings.faces(), settings.slowplay_shards, connector
    bot = Slowplay(app, loaded, bots, engines, settings.slowplay_tap_seconds, *more)
    if not settings.playground_clock:
        # The playground's clock is moved on purpose, and the bot follows it a moment later.
        bot.requests.dated = app.discord_time.heard
    bot.listens_at = settings.slowplay_interactions
    bot.requests.pace = RequestPace(lambda: app.part_of(settings.slowplay_requests))
    return bot
