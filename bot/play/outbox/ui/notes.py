"""One sentence to one person, which is what their phone shows, too."""

from __future__ import annotations

from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.requests import calling
from bot.play.matches.ui import messages
from bot.play.outbox.ui.private_messages import PrivateMessages
from storage.rows import QueuedMessage


async def note(ctx: UiContext, message: QueuedMessage) -> int | None:
    """One sentence; about a match with a way in, and a call in its thread where it cannot be written."""
    text, match_id = message.payload["text"], message.payload.get("match")
    if match_id is None:
        return await PrivateMessages(ctx).by_itself(message, calling.sentence(text))
    state = await ctx.app.match_state(match_id)
    seat = state.seat_of(message.payload["person"]) or 0
    return await PrivateMessages(ctx).about_a_match(state, seat, messages.with_way_in(state, text), message)
