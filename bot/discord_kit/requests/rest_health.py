"""A watch on whether Discord answers requests at all.

The gateway may be up while every request fails; players then get neither turn notifications nor answers.
"""

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
"""Seconds between test requests while Discord doesn't answer."""
BACK = "requests_answered"
"""The client event for Discord's first answer after an outage that stopped the clocks."""
_FAILURES = (*discord_errors.NETWORK, OSError)


class RestHealth:
    """Keeps in `AppContext.unanswered` since when no request was answered; counts `failures` since then."""

    def __init__(self, app: AppContext, client: discord.Client) -> None:
        self._app = app
        self._client = client
        self.trouble = asyncio.Event()
        """Set while requests are unanswered."""
        self.failures = 0

    def watch(self) -> None:
        """Note the outcome of every request of the client, from now on."""
        request = self._client.http.request

        async def request_and_note(route: discord.http.Route, **given: Any) -> Any:
            try:
                answer = await request(route, **given)
            except _FAILURES as error:
                self.note_failure(error)
                raise
            self._note_answer()
            return answer

        vars(self._client.http)["request"] = request_and_note

    def note_failure(self, error: Exception) -> None:
        """Note the failure of a request or interaction response; a refusal counts as an answer."""
        if isinstance(discord_errors.classify_error(error), RetryAfter):
            return
        if not is_silence(error):
            self._note_answer()
            return
        self.failures += 1
        if self._app.unanswered is None:
            self._app.unanswered = self._app.now()
        self.trouble.set()

    def _note_answer(self) -> None:
        self.failures = 0
        if self._app.is_answered:
            self.over()
        else:
            self._client.dispatch(BACK)

    def over(self) -> None:
        """End the outage; any stopped clocks have been given back their time before."""
        self._app.unanswered = None
        self.trouble.clear()

    async def ask_forever(self) -> None:
        """Send test requests while Discord doesn't answer, until canceled."""
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
        """Send requests while our clock seems wrong, as any answer tells Discord's time; until canceled."""
        while True:
            await self._app.discord_time.doubted.wait()
            with suppress(*_FAILURES):
                await self._client.http.request(discord.http.Route("GET", "/users/@me"))
            await self._app.clock.until(self._app.now() + ASK_SECONDS)


def is_silence(error: Exception) -> bool:
    """Return whether a request's error means that Discord is broken or unreachable."""
    if isinstance(error, discord.HTTPException) and error.status < 500 and error.code:
        return False
    return isinstance(error, OSError) or isinstance(discord_errors.classify_error(error), Unavailable)
