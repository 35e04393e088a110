"""Whether Discord answers our requests at all. The gateway may be up while every request fails: then nobody
can be told of their turn, nor answered."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

import discord

from bot.core.app_context import AppContext
from bot.core.sending import RetryAfter, Unavailable
from bot.discord_kit.requests import discord_errors

log = logging.getLogger(__name__)

ASK_SECONDS = 15
"""While Discord doesn't answer, it's asked this often whether it does."""
BACK = "requests_answered"
"""The event that tells that Discord answers again, after clocks have stopped for that."""
_FAILURES = (*discord_errors.NETWORK, OSError)


class RestHealth:
    """Notes in `AppContext.unanswered` since when no request has been answered. `failures`: how many have
    failed since one was."""

    def __init__(self, app: AppContext, client: discord.Client) -> None:
        self._app = app
        self._client = client
        self.trouble = asyncio.Event()
        """Whether there is such a time."""
        self.failures = 0

    def watch(self) -> None:
        """From now on every request of the client is noted."""
        request = self._client.http.request

        async def noted(route: discord.http.Route, **given: Any) -> Any:
            try:
                answer = await request(route, **given)
            except _FAILURES as error:
                self.noticed(error)
                raise
            self._answered()
            return answer

        vars(self._client.http)["request"] = noted

    def noticed(self, error: Exception) -> None:
        """A request, or the answer to a tap, has failed; a refusal is an answer, too."""
        if isinstance(discord_errors.classify_error(error), RetryAfter):
            return
        if not is_silence(error):
            self._answered()
            return
        self.failures += 1
        if self._app.unanswered is None:
            self._app.unanswered = self._app.now()
        self.trouble.set()

    def _answered(self) -> None:
        self.failures = 0
        if self._app.is_answered:
            self.over()
        else:
            self._client.dispatch(BACK)

    def over(self) -> None:
        """What clocks have lost by it is given back."""
        self._app.unanswered = None
        self.trouble.clear()

    async def ask_forever(self) -> None:
        """Ask Discord now and then while it doesn't answer, since nothing else may; ends by cancellation."""
        while True:
            await self.trouble.wait()
            could = self._app.is_answered
            await self._app.clock.until(self._app.now() + ASK_SECONDS)
            if could and not self._app.is_answered:
                log.warning("Discord answers no request; clocks are stopped until it does")
            if self._app.unanswered is not None:
                with suppress(*_FAILURES):
                    await self._client.http.request(discord.http.Route("GET", "/users/@me"))

    async def ask_the_time_forever(self) -> None:
        """Ask Discord now and then while its clock and ours differ, since any answer tells whether they still
        do; ends by cancellation."""
        while True:
            await self._app.discord_time.doubted.wait()
            with suppress(*_FAILURES):
                await self._client.http.request(discord.http.Route("GET", "/users/@me"))
            await self._app.clock.until(self._app.now() + ASK_SECONDS)


def is_silence(error: Exception) -> bool:
    """Whether an error of a request means that Discord is broken or not to be reached."""
    if isinstance(error, discord.HTTPException) and error.status < 500 and error.code:
        return False
    return isinstance(error, OSError) or isinstance(discord_errors.classify_error(error), Unavailable)
