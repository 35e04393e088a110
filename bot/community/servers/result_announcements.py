"""The queuing of result announcements, in the transaction that ends a match, and of the bot's greeting."""

from __future__ import annotations

from functools import partial

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.server_settings import settings_of
from games import MatchReason
from storage.engine.handle import Writer
from storage.rows import Match, Message
from storage.tables import guilds, outbox
from storage.tables.ply import Also, Ending

ANNOUNCEMENT = "announcement"
"""The kind of the message with a result."""
_VOID = (MatchReason.ABORTED.value, MatchReason.CANCELLED.value)


def match_ended(match: Match, ending: Ending, at: int) -> tuple[Also, ...]:
    """Return what queues the announcement of a result in the transaction that ends a match.

    Nothing is announced for a sealed leg, which must stay secret, nor for a match without a result.
    """
    if ending.sealed or match.guild is None or ending.reason in _VOID:
        return ()
    return (partial(_announce, match=match, at=at),)


async def _announce(w: Writer, match: Match, at: int) -> None:
    if (await settings_of(w, match.guild)).results is None:
        return
    message = Message(
        lane=f"results:{match.guild}",
        kind=ANNOUNCEMENT,
        payload={"match": match.id},
        nonce=f"announcement:{match.id}",
        created_at=at,
        due_at=at,
        match_id=match.id,
    )
    await outbox.add(w, [message])


AGAIN_SECONDS = 90 * 86_400
"""Seconds after which the bot greets a server again when invited once more: its members may have changed."""


async def greet(app: AppContext, guild: int, channel: int | None) -> None:
    """Queue the greeting of a server that invited the bot, in a channel; without one, stay silent."""
    now = app.now()
    async with app.database.write(f"guild:{guild}") as w:
        if channel is not None and await guilds.greet(w, guild, now, now - AGAIN_SECONDS):
            await outbox.add(w, [notices.greeting(guild, channel, now)])
    app.outbox.wake()
