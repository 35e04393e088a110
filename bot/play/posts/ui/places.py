"""Losing and regaining the places of matches: the bot is removed or invited, channels vanish or return."""

from __future__ import annotations

import logging
from dataclasses import replace

import discord

from bot.core.match_state import MatchState
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.interactions.feature import features_of
from bot.discord_kit.requests import calling
from bot.play.clocks import clocks, silences
from bot.play.matches.ui import messages
from bot.play.outbox.ui.private_messages import PrivateMessages
from bot.play.posts.ui import match_threads
from bot.play.posts.ui.posting import PLACED, PLACELESS
from bot.play.wording import matches
from storage.rows import QueuedMessage
from storage.tables import outbox

log = logging.getLogger(__name__)

_Placed = discord.abc.GuildChannel


class PlaceListener:
    """The listener to gateway events about servers, channels, roles and threads."""

    def __init__(self, ctx: UiContext) -> None:
        self._ctx = ctx
        self._app = ctx.app
        for heard in (
            self.on_guild_join,
            self.on_guild_remove,
            self.on_guild_available,
            self.on_guild_channel_delete,
            self.on_guild_channel_create,
            self.on_guild_channel_update,
            self.on_guild_role_update,
            self.on_member_update,
            self.on_thread_update,
            self.on_raw_thread_delete,
        ):
            ctx.client.event(heard)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Send what couldn't be delivered, because the bot was invited to a server, maybe again."""
        with self._ctx.under_way.answer():
            await silences.notify_regained(self._app, guild.id)
            async with self._app.database.write() as w:
                revived = await outbox.revive(w)
            for act in features_of(self._ctx.client).joined:
                await act(self._ctx, guild)
        log.info("invited to %s: trying %d messages again", guild.id, revived)
        self._app.outbox.wake()

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Tell players that the bot was removed from their server; a temporary outage is another event."""
        with self._ctx.under_way.answer():
            await silences.notify_lost(self._app, guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Tell players with stopped clocks that their server, which may have been lost before, is there."""
        with self._ctx.under_way.answer():
            if await silences.is_silent_in(self._app, guild.id):
                await silences.notify_regained(self._app, guild.id)

    async def on_guild_channel_delete(self, channel: _Placed) -> None:
        """Tell players that their channel is gone."""
        with self._ctx.under_way.answer():
            await silences.notify_lost(self._app, channel.guild.id, channel.id)

    async def on_guild_channel_create(self, channel: _Placed) -> None:
        """Tell players what they missed, because a channel was created or has become visible."""
        await self._tell_regained(channel.guild)

    async def on_guild_channel_update(self, before: _Placed, after: _Placed) -> None:
        """Tell players that their channel was regained or lost when the bot gains or loses write access."""
        could, can = _may_write(before), _may_write(after)
        if can and not could:
            await self._tell_regained(after.guild)
        elif could and not can:
            with self._ctx.under_way.answer():
                await silences.notify_lost(self._app, after.guild.id, after.id)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Tell players what they missed if a role of the bot has more permissions."""
        if after.permissions.value & ~before.permissions.value and after in after.guild.me.roles:
            await self._tell_regained(after.guild)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Tell players what they missed if the bot has another role."""
        if after == after.guild.me and set(after.roles) - set(before.roles):
            await self._tell_regained(after.guild)

    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        """Tell players what they missed in an unlocked thread; an archived one makes room for another."""
        if before.locked and not after.locked:
            await self._tell_regained(after.guild)
        if after.archived and not before.archived:
            await self._has_room(after.guild.id)

    async def on_raw_thread_delete(self, gone: discord.RawThreadDeleteEvent) -> None:
        """Let another match have a thread, because one was deleted."""
        await self._has_room(gone.guild_id)

    async def _has_room(self, guild: int) -> None:
        with self._ctx.under_way.answer():
            await match_threads.has_room(self._ctx, guild)

    async def _tell_regained(self, guild: discord.Guild) -> None:
        with self._ctx.under_way.answer():
            await silences.notify_regained(self._app, guild.id)


def _may_write(place: _Placed | discord.Thread) -> bool:
    """Return whether the bot sees a channel and may write in it or in its threads."""
    if isinstance(place, discord.Thread) and place.parent is None:
        return False
    may = place.permissions_for(place.guild.me)
    return may.view_channel and (may.send_messages or may.send_messages_in_threads)


async def listen(ctx: UiContext) -> None:
    """Register the listener before the gateway opens."""
    PlaceListener(ctx)


_STOPPED = "I can't reach {} right now, so their clock is stopped until I can."


async def send_place(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Tell a player that the match has lost its public place and continues in private."""
    state = await ctx.app.match_state(message.payload["match"])
    if state.match.reason is not None:
        return None
    text = f"{state.title}, {matches.players(state.match)}: {PLACELESS}"
    return await _tell(ctx, state, message, text)


async def send_back(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Tell a player that the match has its place again; only if their clock is still stopped."""
    state, seat = await ctx.app.match_state(message.payload["match"]), message.payload["seat"]
    if not await silences.is_stopped(ctx.app, state, seat):
        return None
    due_at = await clocks.due_in(ctx.app, state.match, seat)
    text = f"{messages.STILL} {matches.against(state, seat)}.{messages.runs_out(due_at)} {PLACED}"
    push = f"{messages.still_waiting(state, seat, due_at, ctx.app.now())}. {PLACED}"
    screen = replace(messages.with_way_in(state, text), push=push)
    return await PrivateMessages(ctx).about_a_match(state, seat, screen, message)


async def send_missed(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Tell a player that the opponent's clock is stopped; nothing if it runs again."""
    state, seat = await ctx.app.match_state(message.payload["match"]), message.payload["missed"]
    if not await silences.is_stopped(ctx.app, state, seat):
        return None
    said = _STOPPED.format(matches.who_sits(state, seat))
    text = f"{state.title}, {matches.players(state.match)}: {said}"
    return await PrivateMessages(ctx).by_itself(message, calling.sentence(text))


async def _tell(ctx: UiContext, state: MatchState, message: QueuedMessage, text: str) -> int | None:
    seat = state.seat_of(message.payload["person"]) or 0
    return await PrivateMessages(ctx).about_a_match(state, seat, messages.with_way_in(state, text), message)
