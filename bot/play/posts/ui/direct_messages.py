"""DMs to each player about a match: its start, their turns, its end."""

from __future__ import annotations

import logging
from contextlib import suppress

import discord

from bot.core.errors import UserError
from bot.core.match_state import MatchState, is_same_turn
from bot.core.sending import Undeliverable, Unreachable
from bot.discord_kit.components import pictures
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.requests import discord_errors
from bot.play.clocks import clocks
from bot.play.dealing import hidden_info
from bot.play.matches.ui import briefing, messages
from bot.play.outbox.ui.private_messages import PrivateMessages
from bot.play.posts.ui import boards, posting
from bot.play.posts.ui.boards import ending_lines
from bot.play.wording import matches as words
from storage.rows import DueJob, QueuedMessage

log = logging.getLogger(__name__)


async def send_briefing(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Send the private start of a match; nothing if it's over already."""
    state = await ctx.app.match_state(message.payload["match"])
    seat = message.payload["seat"]
    if state.match.reason is not None:
        return None
    of = await briefing.contest_line(ctx.app, state)
    line = " ".join(filter(None, (of, _who_begins(state, seat))))
    due_at = await clocks.due_in(ctx.app, state.match, seat) if seat in state.to_act else None
    screen = briefing.briefing_panel(state, seat, line, words.format_time_left(due_at, ctx.app.now()))
    return await PrivateMessages(ctx).about_a_match(state, seat, screen, message)


async def send_ping(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Tell a player that it's their turn, unless they have begun it already."""
    state = await ctx.app.match_state(message.payload["match"])
    seat, number = message.payload["seat"], message.payload["number"]
    settings = await clocks.settings_of(ctx.app, message.payload["person"])
    acts = state.count_actions if settings.by_hand else state.choices_by
    has_begun = acts(seat, state.length) > acts(seat, number)
    if has_begun or seat not in state.to_act or not is_same_turn(state, number):
        return None
    due_at, theme = await clocks.due_in(ctx.app, state.match, seat), pictures.theme_in(settings)
    aside = await messages.side_taps(ctx, state, seat)
    screen = await messages.ping(state, seat, due_at, ctx.app.now(), aside, theme)
    posted = await PrivateMessages(ctx).about_a_match(state, seat, screen, message)
    if posted is not None:
        # Only now: undoing it after a failed send would unbind a player who has looked meanwhile.
        with suppress(UserError):
            await hidden_info.look(ctx.app, state, seat)
    return posted


async def send_reminder(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Remind a player that their turn still waits; do nothing if it has been played meanwhile."""
    payload = message.payload
    state, seat = await ctx.app.match_state(payload["match"]), payload["seat"]
    if seat not in state.to_act or state.turn_number != payload["turn"]:
        return None
    due_at = await clocks.due_in(ctx.app, state.match, seat)
    if payload["where"] == "thread" and state.match.guild is not None:
        more = messages.runs_out(due_at).strip()
        line = messages.still_waiting(state, seat, due_at, ctx.app.now())
        public = boards.call_to_thread(payload["person"], line, state.match.id, more)
        with suppress(Unreachable):
            return (await posting.post(ctx, state, public, message, (payload["person"],))).id
    screen = messages.reminder(state, seat, due_at, ctx.app.now())
    return await PrivateMessages(ctx).about_a_match(state, seat, screen, message)


async def send_result(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Tell a player how the match ended."""
    state = await ctx.app.match_state(message.payload["match"])
    seat = message.payload["seat"]
    return await PrivateMessages(ctx).about_a_match(state, seat, await result(ctx, state, seat), message)


async def result(ctx: UiContext, state: MatchState, seat: int) -> Screen:
    """Return the end of a match for the player in a seat."""
    theme = await pictures.theme_of(ctx.app, state.seat_row(seat).person)
    more, aside = await ending_lines(ctx.app, state), await messages.side_taps(ctx, state, seat)
    return await messages.result(state, seat, more, aside, theme)


async def empty_preview(ctx: UiContext, due: DueJob) -> None:
    """Remove the picture from the message that shows a preview."""
    payload = due.payload
    state = await ctx.app.match_state(payload["match"])
    screen = briefing.preview_over(state, payload["seat"])
    try:
        if "token" in payload:
            webhook = discord.Webhook.partial(payload["application"], payload["token"], client=ctx.client)
            await webhook.edit_message("@original", **await ctx.as_edit(screen))  # type: ignore[call-overload]
        else:
            channel = ctx.client.get_partial_messageable(payload["channel"])
            await channel.get_partial_message(payload["message"]).edit(**await ctx.as_edit(screen))
    except discord_errors.NETWORK as error:
        meant = discord_errors.classify_error(error)
        if not isinstance(meant, Undeliverable):
            raise meant from None
        log.info("the preview of %s can no longer be changed: %s", payload["match"], error)


def _who_begins(state: MatchState, seat: int) -> str:
    if len(state.to_act) > 1:
        return "You both set up at the same time, in secret."
    if seat not in state.to_act:
        return ""
    return "It's your turn." if state.length else "You go first."
