"""Posting in the public place of a match, and what happens if that isn't possible."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace

import discord

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.looping import alike
from bot.core.match_state import MatchState
from bot.core.sending import Unreachable
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions import answers
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.requests import calling, discord_errors
from bot.play.outbox.ui.rows import nonce_of
from storage.rows import QueuedMessage
from storage.tables import matches, outbox

log = logging.getLogger(__name__)

PLACELESS = "I can't post where this match is played anymore. It continues here, in DMs."
NO_PICTURES = "-# This server takes no uploads, so I describe the board. An admin can turn them on again."
MAY_NOT_ATTACH = "-# I'm not allowed to attach files here, so I describe the board. An admin can change that."
_A_DAY = 86_400
PLACED = "I can post where it's played again."


async def post(
    ctx: UiContext,
    state: MatchState,
    screen: Screen,
    message: QueuedMessage,
    pinged: Collection[int] = (),
) -> discord.Message:
    """Post in the match's thread, or in its channel if the thread is shut, and ping people.

    If both are shut, the players are told that the match continues in private, and Unreachable is raised; the
    next post tries the thread again. A thread that is archived and can't be reopened, because too many
    others are active, is skipped only this time.
    """
    match, reasons = state.match, dict[int, str]()
    for place in filter(None, (match.thread, match.channel)):
        channel = ctx.client.get_partial_messageable(place)

        async def send(one: Screen, channel: discord.abc.Messageable = channel) -> discord.Message:
            return await calling.send(ctx, channel, one, pinged=pinged, nonce=nonce_of(message))

        try:
            sent = await _with_pictures_or_words(ctx, match.guild or 0, place, send, screen)
        except discord.HTTPException as error:
            if error.code not in discord_errors.PLACE_IS_SHUT | discord_errors.THREADS_ARE_FULL:
                raise
            reasons[error.code] = f"{place}: {error.code} {error.text}"
            for file in screen.files:
                file.reset()
        else:
            if reasons.keys() & discord_errors.PLACE_IS_SHUT:
                await _leave_thread(ctx, state)
            return sent
    await _tell_of_place(ctx, state)
    told = "can't post in channel %s of server %s anymore (%s): matches there continue in DMs"
    why = ", ".join(reasons.values())
    log.warning(told, match.channel, match.guild, why, extra=alike(f"no place in {match.channel}"))
    raise Unreachable(f"the match has no public place ({why})")


async def post_quietly(ctx: UiContext, channel: int, screen: Screen, message: QueuedMessage) -> int | None:
    """Post a screen silently in a channel; return its id, or None if the bot may not post there."""
    return await post_in_channel(ctx, channel, replace(screen, quiet=True), message)


async def post_in_channel(
    ctx: UiContext, channel: int, screen: Screen, message: QueuedMessage, pinged: Collection[int] = ()
) -> int | None:
    """Post a screen in a channel and ping people; return its id, or None if the bot may not post there."""
    place, nonce = ctx.client.get_partial_messageable(channel), nonce_of(message)

    async def send(one: Screen) -> discord.Message:
        return await calling.send(ctx, place, one, pinged=pinged, nonce=nonce)

    try:
        return (await answers.send_with_fallback(send, screen)).id
    except discord.HTTPException as error:
        if error.code in discord_errors.PLACE_IS_SHUT:
            return None
        raise


class Uploads:
    """The servers and channels that refused files within a day; each refusal is logged once a day."""

    def __init__(self, app: AppContext) -> None:
        self._now = app.now
        self._off_until: dict[int, int] = {}

    def are_off(self, place: int) -> bool:
        """Return whether a server or channel has refused files within the last day."""
        return self._off_until.get(place, 0) > self._now()

    def turn_off(self, place: int, told: str) -> None:
        """Record that a server or channel refuses files, and log it."""
        log.warning("%s: boards there are told in words", told)
        self._off_until[place] = self._now() + _A_DAY


async def _with_pictures_or_words(
    ctx: UiContext,
    server: int,
    place: int,
    send: Callable[[Screen], Awaitable[discord.Message]],
    screen: Screen,
) -> discord.Message:
    """Send a screen; in words if files are refused, once a day with a line for the admins.

    A server without uploads isn't asked again that day; without Attach Files, no request is made.
    """
    known = ctx.app.own(Uploads, lambda: Uploads(ctx.app))
    if known.are_off(server):
        return await send(screen.in_words())
    try:
        return await send(screen)
    except discord.HTTPException as error:
        if not screen.files or error.code not in discord_errors.NO_FILES:
            raise
        is_server = error.code == discord_errors.NO_UPLOADS
    if is_server:
        known.turn_off(server, f"server {server} takes no uploads")
        return await send(screen.in_words(NO_PICTURES))
    sent = await send(screen.in_words("" if known.are_off(place) else MAY_NOT_ATTACH))
    if not known.are_off(place):
        known.turn_off(place, f"the bot may not attach files in channel {place} of server {server}")
    return sent


async def _tell_of_place(ctx: UiContext, state: MatchState) -> None:
    """Tell both players that the match continues in private."""
    told = [notices.place(state, row.seat, ctx.app.now()) for row in state.match.seats]
    async with ctx.app.database.write() as w:
        await outbox.add(w, [message for message in told if message is not None])
    ctx.app.outbox.wake()


async def _leave_thread(ctx: UiContext, state: MatchState) -> None:
    log.info("the thread of %s is closed; posting in its channel instead", state.match.id)
    async with ctx.app.database.write() as w:
        await matches.set_thread(w, state.match.id, None)
