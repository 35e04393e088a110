"""What players are told when their match loses its place, or one of them cannot be reached."""

from __future__ import annotations

from bot.clocks import silences
from bot.matches.ui import messages
from bot.outbox.ui.private_messages import PrivateMessages
from bot.posts.ui.posting import PLACED, PLACELESS
from bot.ui import items, words
from bot.ui.context import UiContext
from bot.ui.items import Screen
from storage.rows import QueuedMessage

_STOPPED = "I can't reach {} right now, so their clock is stopped until I can."


async def send_place(ctx: UiContext, message: QueuedMessage) -> int | None:
    """That the match has lost its place, and goes on in private."""
    state = await ctx.app.match_state(message.payload["match"])
    if state.match.reason is not None:
        return None
    text = f"{state.title}, {words.players(state.match)}: {PLACELESS}"
    return await PrivateMessages(ctx).with_way_in(state, message, text)


async def send_back(ctx: UiContext, message: QueuedMessage) -> int | None:
    """That it has its place again, which is news to somebody whose clock is stopped."""
    state, seat = await ctx.app.match_state(message.payload["match"]), message.payload["seat"]
    if not await silences.is_stopped(ctx.app, state, seat):
        return None
    waits = messages.waiting_line(await ctx.due_at(state, seat))
    return await PrivateMessages(ctx).with_way_in(state, message, f"{waits} {state.title}: {PLACED}")


async def send_missed(ctx: UiContext, message: QueuedMessage) -> int | None:
    """That the other side's clock is stopped; nothing when it goes on."""
    state, seat = await ctx.app.match_state(message.payload["match"]), message.payload["missed"]
    if not await silences.is_stopped(ctx.app, state, seat):
        return None
    said = _STOPPED.format(words.who_sits(state, seat))
    text = f"{state.title}, {words.players(state.match)}: {said}"
    return await PrivateMessages(ctx).by_itself(message, Screen(items.sentence(text)))
