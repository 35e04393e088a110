"""What somebody is told who waits for long."""

from __future__ import annotations

from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import UiContext
from bot.matchmaking.lobby.ui import search
from bot.play.outbox.ui.private_messages import PrivateMessages
from storage.rows import QueuedMessage
from storage.tables import seeks


async def send_instead(ctx: UiContext, message: QueuedMessage) -> int | None:
    """To somebody whom nobody has taken for a day, without a sound: what else there is; nothing once it's
    over."""
    async with ctx.app.database.read() as r:
        seek = await seeks.get(r, message.payload["search"])
    if seek is None or not seek.is_open:
        return None
    shown = await search.screen(ctx, seek)
    return await PrivateMessages(ctx).by_itself(message, Screen(shown.view, quiet=True))
