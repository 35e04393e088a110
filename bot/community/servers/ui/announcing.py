"""Results in the channel that a server has for them."""

from __future__ import annotations

from bot.core.server_settings import settings_of
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.requests import calling
from bot.play.posts.ui.results import legs_line
from bot.play.wording import matches
from storage.rows import QueuedMessage


async def send(ctx: UiContext, message: QueuedMessage) -> int | None:
    """How a match ended, in a few lines without pings; nothing where that's not wanted anymore."""
    state = await ctx.app.match_state(message.payload["match"])
    async with ctx.app.database.read() as r:
        channel = (await settings_of(r, state.match.guild)).results
    if channel is None or state.sealed:
        return None
    where = f"<#{state.match.thread}>" if state.match.thread else ""
    told = (
        f"**{state.title}**",
        f"{matches.players(state.match)}.",
        matches.result_line(state),
        await legs_line(ctx.app, state),
        where,
    )
    lines = Screen(items.sentence("\n".join(filter(None, told))))
    place = ctx.client.get_partial_messageable(channel)
    sent = await calling.send(ctx, place, lines, nonce=f"sp{message.id}")
    return sent.id
