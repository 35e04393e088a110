"""The doctor's connection to Discord, which returns refusals as answers instead of raising them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from email.utils import parsedate_to_datetime
from types import SimpleNamespace
from typing import Any, NamedTuple

import aiohttp
import discord

from bot.core.discord_time import seconds_ahead
from bot.discord_kit.requests.discord_errors import LONGEST_WAIT_SECONDS, NETWORK
from bot.runtime.retrying import describe_error

PATIENCE_SECONDS = 60.0
_OUT_OF_ORDER = 500
_TOO_OFTEN = 429


class Unreached(Exception):
    """Raised when Discord gave no usable answer; the text says why."""


class Answer(NamedTuple):
    """An answer of Discord.

    Attributes:
        status: The HTTP status.
        code: Discord's error code; 0 without a refusal.
        body: The JSON value, or None.
        ahead: Seconds by which the machine's clock is ahead of Discord's; None if unknown.
    """

    status: int
    code: int
    body: Any
    ahead: float | None


class Line(discord.Client):
    """A client for single requests, on the gateway only in `listen`; `now` returns epoch seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._interactions = asyncio.Queue[dict[str, Any]]()
        self._seen = SimpleNamespace(status=0, date=None)
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._note)
        super().__init__(
            intents=discord.Intents(guilds=True),
            http_trace=trace,
            max_messages=None,
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0.1,
            enable_debug_events=True,
            max_ratelimit_timeout=LONGEST_WAIT_SECONDS,
        )

    async def ask(self, method: str, path: str, **given: Any) -> Answer:
        """Send a request as `discord.http.HTTPClient.request` does; raise Unreached without an answer."""
        return await self._await_answer(self.http.request(discord.http.Route(method, path), **given))

    async def introduce(self, token: str) -> Answer:
        """Log in and return who the bot is, or status 401 if Discord rejects the token."""
        try:
            return await self._await_answer(self.http.static_login(token))
        except discord.LoginFailure:
            return Answer(401, 0, None, None)

    @asynccontextmanager
    async def listen(self) -> AsyncIterator[None]:
        """Stay connected to the gateway within the block; raise Unreached. Discord limits how often a day."""
        running = asyncio.create_task(self.connect(reconnect=False))
        ready = asyncio.create_task(self.wait_until_ready())
        tasks = {running, ready}
        try:
            await asyncio.wait(tasks, timeout=PATIENCE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            if not ready.done() or running.done():
                raise Unreached("the gateway doesn't let the bot in")
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def on_socket_raw_receive(self, text: str) -> None:
        """Queue interactions as they came from the gateway."""
        event = json.loads(text)
        if event.get("t") == "INTERACTION_CREATE":
            self._interactions.put_nowait(event["d"])

    async def tap_of(self, person: str, custom_ids: Collection[str], seconds: float) -> dict[str, Any] | None:
        """Return the person's next tap on one of these buttons, or None if there is none in time."""
        try:
            async with asyncio.timeout(seconds):
                while True:
                    tap = await self._interactions.get()
                    who = (tap.get("member") or tap)["user"]["id"]
                    if who == person and (tap.get("data") or {}).get("custom_id") in custom_ids:
                        return tap
        except TimeoutError:
            return None

    async def _await_answer(self, asking: Any) -> Answer:
        before = self._now()
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                body = await asking
        except discord.HTTPException as error:
            if error.status >= _OUT_OF_ORDER or error.status == _TOO_OFTEN:
                raise Unreached(describe_error(error)) from None
            return Answer(error.status, error.code, None, self._ahead(before))
        except (*NETWORK, OSError) as error:
            raise Unreached(describe_error(error)) from None
        if isinstance(body, str) and body:
            raise Unreached("the answer didn't come from Discord")
        return Answer(self._seen.status, 0, body or None, self._ahead(before))

    def _ahead(self, before: float) -> float | None:
        if self._seen.date is None:
            return None
        return seconds_ahead(before, self._now(), parsedate_to_datetime(self._seen.date).timestamp())

    async def _note(self, session: Any, context: Any, params: aiohttp.TraceRequestEndParams) -> None:
        self._seen.status = params.response.status
        self._seen.date = params.response.headers.get("Date")
