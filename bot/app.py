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
from bot.ai.bots import HOLD_SECONDS, Bots
from bot.ai.move_request import Thinking
from bot.connecting import ConnectedClient
from bot.core.app_context import AppContext
from bot.core.clock import Clock
from bot.core.jobs import fall_due_forever
from bot.core.randomness import Randomness
from bot.outbox.ui.delivery import deliver_all
from bot.settings import Settings
from bot.ui import commands, dispatch
from bot.ui.context import UiContext
from render.names import Faces
from storage.database import Database

log = logging.getLogger(__name__)

_DRAIN_SECONDS = 5.0
"""So long a shutdown waits for answers; what they have written is safe anyhow."""

# There is no voice here, so its missing libraries are nobody's concern.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False


class Slowplay(ConnectedClient):
    """The real bot on the real discord.py. `shards`: as in `ConnectedClient`."""

    def __init__(
        self,
        app: AppContext,
        bots: Bots,
        external_engines: Iterable[tuple[str, str]],
        tap_seconds: float,
        faces: Faces = (),
        shards: int | None = None,
        connector: aiohttp.BaseConnector | None = None,
    ) -> None:
        super().__init__(app.clock, shards, connector)
        self.requests.heard = app.metrics.request
        self.features = features.load()
        self.ctx = UiContext(app, bots, self, external_engines, self.features.heard, tap_seconds, faces)
        self.tree = app_commands.CommandTree(self)
        self._app = app
        self._work: list[asyncio.Task[None]] = []
        self.on_line = asyncio.Event()
        self.leaving = asyncio.Event()
        """Whether it's about to stop: nothing new should come to it."""

    async def connect(self, *, reconnect: bool = True) -> None:
        """From now on it's noted whether Discord answers."""
        self.ctx.rest.watch()
        await super().connect(reconnect=reconnect)

    @property
    def begun(self) -> bool:
        """Whether the loops run: what is under way has to be closed in order."""
        return bool(self._work)

    @property
    def ended(self) -> tuple[str, ...]:
        """The loops that have ended, which none should while the bot runs."""
        return tuple(task.get_name() for task in self._work if task.done())

    async def on_ready(self) -> None:
        """The gateway has told us everything."""
        log.info("online as %s; servers: %d, shards: %d", self.user, len(self.guilds), self.shard_count or 1)
        self.on_line.set()

    async def setup_hook(self) -> None:
        """Before the gateway opens: commands, taps, and the loops that carry on where a restart broke off."""
        found = commands.all_commands(self.features, self.ctx)
        for command in found:
            self.tree.add_command(command)
        self.ctx.links = commands.links_to(await commands.sync(self.tree, found))
        for start in (start for feature in self.features.all for start in feature.starts):
            await start(self.ctx)
        loops = {
            "outbox": deliver_all(self.ctx, self.features.messages),
            "deadlines": fall_due_forever(self._app, self.features.jobs(self.ctx)),
        }
        loops |= {
            name: loop(self.ctx) for feature in self.features.all for name, loop in feature.loops.items()
        }
        self._work = [asyncio.create_task(loop, name=name) for name, loop in loops.items()]
        for task in self._work:
            task.add_done_callback(_report)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """A tap, or words in a modal; handled here, so that it works after a restart too."""
        await dispatch.heard(self.features, self.ctx, interaction)

    async def close(self) -> None:
        """Finish the answers that are being given, stop the loops, then leave Discord."""
        self.leaving.set()
        await self.ctx.under_way.given(_DRAIN_SECONDS)
        for task in self._work:
            task.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
        self._work = []
        await super().close()
        await self.ctx.under_way.given(_DRAIN_SECONDS)


def _report(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        log.critical("the %s loop has ended", task.get_name(), exc_info=task.exception())


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
    app = AppContext(database, clock, randomness)
    app.keep_days = settings.slowplay_keep_days
    bots, engines = Bots(app, ai_pool, hold_seconds), settings.external_engines()
    more = settings.faces(), settings.slowplay_shards, connector
    return Slowplay(app, bots, engines, settings.slowplay_tap_seconds, *more)
