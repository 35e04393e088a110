"""Delivery of the outbox to Discord: how each kind is sent, and what each of Discord's errors means."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core import notices
from bot.core.errors import UserError
from bot.core.sending import RetryAfter, Undeliverable
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.interactions.feature import Send
from bot.discord_kit.requests import discord_errors
from bot.discord_kit.requests.requests import requests_of
from bot.play.clocks import silences
from bot.play.outbox import digests
from bot.play.outbox.delivering import deliver_forever
from storage.rows import QueuedMessage


class Delivery:
    """The sender of outbox messages; makes texts and pictures when sending, from the addressee's own view."""

    def __init__(self, ctx: UiContext, kinds: Mapping[str, Send]) -> None:
        self._ctx = ctx
        self._kinds = kinds
        self._requests = requests_of(ctx.client)
        ctx.client.http.max_ratelimit_timeout = discord_errors.LONGEST_WAIT_SECONDS

    async def deliver(self, message: QueuedMessage) -> int | None:
        """Send one message; see `bot.play.outbox.delivering.Messenger`."""
        seconds = self._requests.seconds_held(about_a_turn=is_about_a_turn(message))
        if seconds:
            raise RetryAfter(seconds)
        if await digests.is_muted(self._ctx.app, message):
            return None
        try:
            posted = await self._kinds[message.kind](self._ctx, message)
            if posted is not None and "match" in message.payload and "person" in message.payload:
                await silences.resume(self._ctx.app, message.payload["person"], message.payload["match"])
            return posted
        except UserError as error:
            raise Undeliverable(str(error)) from None
        except discord_errors.NETWORK as error:
            if discord_errors.is_unauthorized(error):
                self._ctx.client.dispatch("unauthorized")
            if message.attempts > 1 and getattr(error, "code", 0) == discord_errors.UNKNOWN_MESSAGE:
                # An earlier attempt succeeded, and its message has been deleted since.
                return None
            raise discord_errors.classify_error(error) from None


def is_about_a_turn(message: QueuedMessage) -> bool:
    """Return whether a player may lose time if the message comes late."""
    return message.kind == notices.DIGEST or notices.unheard_since(message) is not None


async def deliver_all(ctx: UiContext, kinds: Mapping[str, Send]) -> None:
    """Deliver the outbox until canceled."""
    await deliver_forever(ctx.app, Delivery(ctx, kinds))
