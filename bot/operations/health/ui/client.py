"""Facts and metrics from the bot's client."""

from __future__ import annotations

import asyncio
import platform
from collections.abc import Iterable
from importlib import metadata
from typing import Any, Protocol

import discord
from prometheus_client import Gauge, Metric
from prometheus_client.core import CounterMetricFamily
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.requests.requests import BANNED, Requests
from bot.operations.health.checks import Facts
from render import cache


class Bot(Protocol):
    """The parts of the bot that the health checks read."""

    ctx: UiContext
    on_line: asyncio.Event
    leaving: asyncio.Event
    requests: Requests
    shard_count: int
    shard_ids: Any

    @property
    def ended(self) -> tuple[str, ...]:
        """The names of background loops that have ended."""
        ...

    @property
    def shards(self) -> dict[int, discord.shard.ShardInfo]:
        """The shards of this process, by id."""
        ...


def facts_about(bot: Bot) -> Facts:
    """Return the current facts about the bot."""
    app = bot.ctx.app
    return Facts(
        ended=bot.ended,
        on_line=bot.on_line.is_set(),
        shards=shards_of(bot),
        connected=count_connected(bot),
        answered=app.is_answered,
        written=app.clock.now() - app.written.at,
        lost=app.database.lost.is_set(),
        leaving=bot.leaving.is_set(),
    )


def shards_of(bot: Bot) -> int:
    """Return the number of this process's shards."""
    return len(bot.shard_ids) if bot.shard_ids is not None else bot.shard_count or 1


def count_connected(bot: Bot) -> int:
    """Return the number of this process's connected shards."""
    return sum(not shard.is_closed() for shard in bot.shards.values())


def version() -> str:
    """Return the installed package's version; empty if the bot runs from a checkout."""
    try:
        return metadata.version("slowplay")
    except metadata.PackageNotFoundError:
        return ""


class _Drawn(Collector):
    """Metrics of the picture cache."""

    def collect(self) -> Iterable[Metric]:
        number = CounterMetricFamily("slowplay_pictures", "Pictures and animations drawn", labels=["kind"])
        seconds = CounterMetricFamily("slowplay_picture_seconds", "Time spent drawing them", labels=["kind"])
        for kind, (made, took) in cache.count_drawn().items():
            number.add_metric([kind], made)
            seconds.add_metric([kind], took)
        return number, seconds


def register(bot: Bot) -> None:
    """Add the metrics of the client and of the process to the bot's registry."""
    registry = bot.ctx.app.metrics.registry
    ProcessCollector(registry=registry)
    registry.register(_Drawn())
    info = Gauge(
        "slowplay_info", "Versions; always 1", ("version", "python", "discord_py"), registry=registry
    )
    info.labels(version(), platform.python_version(), discord.__version__).set(1)
    told = {
        "slowplay_shards": ("Shards of this process", lambda: shards_of(bot)),
        "slowplay_shards_connected": ("Those of them that are connected", lambda: count_connected(bot)),
        "slowplay_refusals": (
            "Requests that Discord refused in the last ten minutes (401, 403, or 429)",
            lambda: bot.requests.refusals,
        ),
        "slowplay_refusals_limit": ("From so many on Discord bans the machine", lambda: BANNED),
        "slowplay_clock_ahead_seconds": (
            "Seconds for which this machine's clock is ahead of Discord's, negative if behind",
            lambda: bot.ctx.app.discord_time.ahead or 0.0,
        ),
        "slowplay_servers": ("Servers on this process's shards", lambda: len(bot.ctx.client.guilds)),
    }
    for name, (meaning, value) in told.items():
        Gauge(name, meaning, registry=registry).set_function(value)
