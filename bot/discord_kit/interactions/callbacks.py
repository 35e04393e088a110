"""First answers to interactions: one that got a 5xx may have arrived, and the next try then gets 40060."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any

import aiohttp
import discord
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.discord_kit.interactions.forms import Body, encode_form

PATIENCE_SECONDS = 3.0
"""Seconds for which Discord waits for a first answer; later attempts are in vain."""

_ALREADY_ANSWERED = 40060


class GaveUp(ConnectionError):
    """Raised when no attempt to answer had a clear outcome in time; the answer may have arrived."""


class Callbacks(AsyncWebhookAdapter):
    """The adapter for one interaction's answers; retries end at `until`, by the clock `now` (in seconds)."""

    def __init__(self, until: float | None = None, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.until = now() + PATIENCE_SECONDS if until is None else until
        self._now = now

    async def create_interaction_response(
        self, interaction_id: int, token: str, *, session: aiohttp.ClientSession, **given: Any
    ) -> Any:
        """Send the first answer, and return Discord's callback response.

        An error that says that an answer exists counts as success: an earlier attempt had arrived.

        Raises:
            GaveUp: If its outcome is still unclear when time is over.
            discord.HTTPException: If Discord refuses it for another reason than that an answer exists.
        """
        timed: Any = _Timed(session, lambda: self._now() < self.until)
        try:
            return await super().create_interaction_response(interaction_id, token, session=timed, **given)
        except discord.HTTPException as error:
            if error.code != _ALREADY_ANSWERED:
                raise
        return {"interaction": {"id": str(interaction_id)}}

    async def request(self, route: Route, session: Any, **given: Any) -> Any:
        """Send a request like discord.py, but with its files encoded once, for all tries."""
        if given.get("multipart"):
            session = _Encoded(session, encode_form(given.pop("multipart")))
        return await super().request(route, session, **given)


class _Encoded:
    """A session whose requests have this body."""

    def __init__(self, session: Any, body: Body) -> None:
        self._session = session
        self._body = body

    def request(self, *given: Any, headers: Mapping[str, str], **more: Any) -> Any:
        headers = {**headers, "Content-Type": self._body.content_type}
        # A stream lets others have their turn while an animation of megabytes is sent.
        return self._session.request(
            *given, **{**more, "headers": headers, "data": BytesIO(self._body.content)}
        )


class _Timed:
    """A session that always makes its first request, and further ones only while there is time."""

    def __init__(self, session: aiohttp.ClientSession, has_time: Callable[[], bool]) -> None:
        self._session = session
        self._has_time = has_time
        self._is_first = True

    def request(self, *given: Any, **more: Any) -> Any:
        if not self._is_first and not self._has_time():
            raise GaveUp("Discord failed, and waits no longer for this answer")
        self._is_first = False
        return self._session.request(*given, **more)


class Unread(Callbacks):
    """An adapter for answers whose message the bot never reads, so that Discord doesn't send it back."""

    async def request(self, route: Route, *given: Any, **more: Any) -> Any:
        """Send a request without asking for the message; return a minimal response for discord.py."""
        await super().request(route, *given, **{**more, "params": None})
        return {"interaction": {"id": route.webhook_id}}


def without_options(interaction: Mapping[str, Any]) -> Any:
    """Return the interaction without the options of its message's selects, which the bot never reads."""
    message = interaction.get("message")
    return {**interaction, "message": _bare(message)} if message else interaction


def _bare(component: Mapping[str, Any]) -> Mapping[str, Any]:
    if component.keys().isdisjoint(("options", "components")):
        return component
    kept = {name: value for name, value in component.items() if name != "options"}
    if "components" in kept:
        kept["components"] = [_bare(child) for child in kept["components"]]
    return kept
