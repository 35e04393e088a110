"""Saying hello on a server, once."""

from __future__ import annotations

from bot.core import notices
from bot.core.app_context import AppContext
from storage.tables import guilds, outbox

AGAIN_SECONDS = 90 * 86_400
"""So long after it said hello the bot does so again where it's invited once more: others may be there."""


async def greet(app: AppContext, guild: int, channel: int | None) -> None:
    """The bot was invited and may post in a channel (None: in none, so it stays silent)."""
    now = app.now()
    async with app.database.write(f"guild:{guild}") as w:
        if channel is not None and await guilds.greet(w, guild, now, now - AGAIN_SECONDS):
            await outbox.add(w, [notices.greeting(guild, channel, now)])
    app.outbox.wake()
