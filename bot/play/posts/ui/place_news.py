"""What players are told when their match loses its place, or one of them cannot be reached."""

from __future__ import annotations

from bot.core.match_state import MatchState
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.requests import calling
from bot.play.clocks import clocks, silences
from bot.play.matches.ui import messages
from bot.play.outbox.ui.private_messages import PrivateMessages
from bot.play.posts.ui.posting import PLACED, PLACELESS
from bot.play.wording import matches
from storage.rows import QueuedMessage

_STOPPED = "I can't reach {} right now, so their clock is stopped until I can."


async def send_place(ctx: UiContext, message: QueuedMessage) -> int | None:
    """That the match has lost its place, and goes on in private."""
    state = await ctx.app.match_state(message.payload["match"])
    if state.match.reason is not None:
        return None
    text = f"{state.title}, {matches.players(state.match)}: {PLACELESS}"
    return await _tell(ctx, state, message, text)


async def send_back(ctx: UiContext, message: QueuedMessage) -> int | None:
    """That it has its place again, which is news to somebody whose clock is stopped."""
    state, seat = await ctx.app.match_state(message.payload["match"]), message.payload["seat"]
    if not await silences.is_stopped(ctx.app, state, seat):
        return None
    waits = messages.waiting_line(await clocks.due_in(ctx.app, state.match, seat))
    return await _tell(ctx, state, message, f"{waits} {state.title}: {PLACED}")


async def send_missed(ctx: UiContext, message: QueuedMessage) -> int | None:
    """That the other side's clock is stopped; nothing when it goes on."""
    state, seat = await ctx.app.match_state(message.payload["match"]), message.payload["missed"]
    if not await silences.is_stopped(ctx.app, state, seat):
        return None
    said = _STOPPED.format(matches.who_sits(state, seat))
    text = f"{state.title}, {matches.players(state.match)}: {said}"
    return await PrivateMessages(ctx).by_itself(message, calling.sentence(text))


async def _tell(ctx: UiContext, state: MatchState, message: QueuedMessage, text: str) -> int | None:
    seat = state.seat_of(message.payload["person"]) or 0
    return await PrivateMessages(ctx).about_a_match(state, seat, messages.with_way_in(state, text), message)
