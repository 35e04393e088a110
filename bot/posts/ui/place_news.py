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

_STOPPED = "I cannot reach {} right now, so their clock is stopped until I can tell them."


async def send_place(ctx: UiContext, message: QueuedMessage) -> int | None:
    """That the match has lost its place, and goes on in private."""
    table = await ctx.app.table(message.payload["match"])
    if table.match.reason is not None:
        return None
    text = f"{table.game.title}, {words.players(table.match)}: {PLACELESS}"
    return await PrivateMessages(ctx).with_way_in(table, message, text)


async def send_back(ctx: UiContext, message: QueuedMessage) -> int | None:
    """That it has its place again, which is news to somebody whose clock is stopped."""
    table, seat = await ctx.app.table(message.payload["match"]), message.payload["seat"]
    if not await silences.is_stopped(ctx.app, table, seat):
        return None
    waits = messages.waiting_line(await ctx.due_at(table, seat))
    return await PrivateMessages(ctx).with_way_in(table, message, f"{waits} {table.game.title}, {PLACED}")


async def send_missed(ctx: UiContext, message: QueuedMessage) -> int | None:
    """That the other side's clock is stopped; nothing when it goes on."""
    table, seat = await ctx.app.table(message.payload["match"]), message.payload["missed"]
    if not await silences.is_stopped(ctx.app, table, seat):
        return None
    said = _STOPPED.format(words.who_sits(table, seat))
    text = f"{table.game.title}, {words.players(table.match)}: {said}"
    return await PrivateMessages(ctx).by_itself(message, Screen(items.sentence(text)))
