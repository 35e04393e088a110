"""What fails for a while when the bot starts is tried again, ever more rarely, until it works.

The running bot has the outbox for that, and discord.py looks after a gateway that was there once. Before that
everything would end with the first 503."""

from __future__ import annotations

import itertools
import logging
import textwrap
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from bot.core.clock import Clock
from bot.core.sending import RetryAfter, Unavailable
from bot.discord_kit.requests import discord_errors
from bot.discord_kit.requests.discord_errors import is_unauthorized
from storage.engine.errors import UnreachableDatabase

log = logging.getLogger(__name__)
T = TypeVar("T")

LONGEST_PAUSE_SECONDS = 60
_LONGEST_DESCRIPTION = 300


class NotConnected(Exception):
    """There is no gateway yet; it may be there in a while."""


async def persistently(what: str, act: Callable[[], Awaitable[T]], clock: Clock) -> T:
    """What `act` gives in the end, a line for each failure; raises what waiting does not help against."""
    for attempt in itertools.count():
        try:
            return await act()
        except Exception as error:
            asked = seconds_asked(error)
            if asked is None:
                raise
            seconds = max(asked, pause(attempt))
            log.warning("%s failed (%s); trying again in %d s", what, described(error), seconds)
        await clock.until(clock.now() + seconds)
    raise AssertionError("counting never ends")


def pause(attempt: int) -> float:
    """Seconds between an attempt, counted from 0, and the next: twice as long each time, up to a minute."""
    return min(2.0 ** min(attempt, LONGEST_PAUSE_SECONDS), LONGEST_PAUSE_SECONDS)


def seconds_asked(error: Exception) -> float | None:
    """How long Discord wants us to wait, 0 where it does not say; None for what does not pass by itself."""
    if isinstance(error, aiohttp.InvalidURL) or is_unauthorized(error):
        return None
    if isinstance(error, OSError | NotConnected | UnreachableDatabase | discord.GatewayNotFound):
        return 0.0
    meant = discord_errors.classify_error(error)
    if isinstance(meant, RetryAfter):
        return meant.seconds
    return 0.0 if isinstance(meant, Unavailable) else None


def described(error: BaseException) -> str:
    """An error in one line, however long a page came with it."""
    kind = "" if isinstance(error, NotConnected | UnreachableDatabase) else f"{type(error).__name__}: "
    return textwrap.shorten(f"{kind}{error}", _LONGEST_DESCRIPTION, placeholder=" …").rstrip(": ")


@contextmanager
def persistent_requests(http: discord.http.HTTPClient, clock: Clock) -> Iterator[None]:
    """Meanwhile each request of discord.py is tried again until Discord answers it.

    Not the whole of `Client.login`: each time it would open one more session, which nobody closes."""
    request = http.request

    async def answered(route: discord.http.Route, **given: Any) -> Any:
        return await persistently(
            f"{route.method} {route.path}", lambda: _understood(request(route, **given)), clock
        )

    vars(http)["request"] = answered
    try:
        yield
    finally:
        del vars(http)["request"]


async def _understood(answer: Awaitable[Any]) -> Any:
    found = await answer
    if isinstance(found, str):
        # A page of a network that wants somebody to log in first, for example.
        raise NotConnected("the answer didn't come from Discord")
    return found


async def first_connection(client: discord.Client, gateway: yarl.URL, shard: int) -> DiscordWebSocket:
    """The first connection of a shard; NotConnected where it closes before saying hello."""
    try:
        return await DiscordWebSocket.from_client(client, initial=True, gateway=gateway, shard_id=shard)
    except (discord.ConnectionClosed, ReconnectWebSocket) as error:
        raise NotConnected("it closed before saying hello") from error
