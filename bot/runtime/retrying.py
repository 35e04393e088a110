"""Retries with growing pauses for what may fail while the bot starts.

The running bot has the outbox for that, and discord.py restores a gateway connection that existed before.
Without these retries, the first 503 would end the start.
"""

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
    """The error of a gateway that isn't there yet, but may be later."""


async def persistently(what: str, act: Callable[[], Awaitable[T]], clock: Clock) -> T:
    """Repeat `act` until it succeeds, and return its result; log each failure.

    Raise an error that waiting doesn't help against.
    """
    for attempt in itertools.count():
        try:
            return await act()
        except Exception as error:
            asked = seconds_asked(error)
            if asked is None:
                raise
            seconds = max(asked, pause(attempt))
            log.warning("%s failed (%s); trying again in %d s", what, describe_error(error), seconds)
        await clock.until(clock.now() + seconds)
    raise AssertionError("counting never ends")


def pause(attempt: int) -> float:
    """Return the seconds between an attempt, counted from 0, and the next: doubled each time, at most 60."""
    return min(2.0 ** min(attempt, LONGEST_PAUSE_SECONDS), LONGEST_PAUSE_SECONDS)


def seconds_asked(error: Exception) -> float | None:
    """Return the seconds that Discord asks the bot to wait, 0 if unknown, or None if waiting is no help."""
    if isinstance(error, aiohttp.InvalidURL) or is_unauthorized(error):
        return None
    if isinstance(error, OSError | NotConnected | UnreachableDatabase | discord.GatewayNotFound):
        return 0.0
    meant = discord_errors.classify_error(error)
    if isinstance(meant, RetryAfter):
        return meant.seconds
    return 0.0 if isinstance(meant, Unavailable) else None


def describe_error(error: BaseException) -> str:
    """Return an error in one line of at most 300 characters, even if it contains a whole page."""
    kind = "" if isinstance(error, NotConnected | UnreachableDatabase) else f"{type(error).__name__}: "
    return textwrap.shorten(f"{kind}{error}", _LONGEST_DESCRIPTION, placeholder=" …").rstrip(": ")


@contextmanager
def persistent_requests(http: discord.http.HTTPClient, clock: Clock) -> Iterator[None]:
    """Keep repeating each of discord.py's requests until Discord answers it.

    Repeating all of `Client.login` instead would each time open a session that is never closed.
    """
    request = http.request

    async def keep_requesting(route: discord.http.Route, **given: Any) -> Any:
        return await persistently(
            f"{route.method} {route.path}", lambda: _check_answer(request(route, **given)), clock
        )

    vars(http)["request"] = keep_requesting
    try:
        yield
    finally:
        del vars(http)["request"]


async def _check_answer(answer: Awaitable[Any]) -> Any:
    found = await answer
    if isinstance(found, str):
        # For example, the page of a network that requires a login first.
        raise NotConnected("the answer didn't come from Discord")
    return found


async def first_connection(client: discord.Client, gateway: yarl.URL, shard: int) -> DiscordWebSocket:
    """Return the first connection of a shard; raise NotConnected if it closes before saying hello."""
    try:
        return await DiscordWebSocket.from_client(client, initial=True, gateway=gateway, shard_id=shard)
    except (discord.ConnectionClosed, ReconnectWebSocket) as error:
        raise NotConnected("it closed before saying hello") from error
