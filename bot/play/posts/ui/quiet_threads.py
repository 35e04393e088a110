"""The threads of finished matches are archived once they are quiet: that makes room for others."""

from __future__ import annotations

import logging
from typing import Any

import discord

from bot.core.match_state import MatchState
from bot.core.sending import Undeliverable
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.requests import discord_errors
from bot.discord_kit.requests.servers import servers_of
from storage.rows import DueJob, ScheduledJob
from storage.tables import guilds, scheduled_jobs

log = logging.getLogger(__name__)

PUT_AWAY = "put away"
"""The kind of job by which the thread of a finished match is archived."""
QUIET_SECONDS = 86_400
"""A thread is put away when nobody has written in it for so long."""


async def put_away_later(ctx: UiContext, state: MatchState) -> None:
    """A match is over: its thread is archived once nobody has written there for a day."""
    if state.match.thread is not None:
        await _put_away_at(ctx, state, ctx.app.now() + QUIET_SECONDS)


async def _put_away_at(ctx: UiContext, state: MatchState, due_at: int) -> None:
    async with ctx.app.database.write() as w:
        await scheduled_jobs.set(w, ScheduledJob(kind=PUT_AWAY, subject=state.match.id, due_at=due_at))
    ctx.app.jobs.wake()


async def put_away(ctx: UiContext, due: DueJob) -> None:
    """Archive the thread of a finished match, which makes room for others; not while people still talk or
    play there, and not a locked one."""
    state = await ctx.app.match_state(due.subject)
    thread, server = state.match.thread, state.match.guild or 0
    if thread is None or not _may_be_put_away(ctx.client, server, thread):
        return
    async with ctx.app.database.read() as r:
        if await guilds.open_matches(r, server, thread, 1):
            return
    try:
        found: Any = await ctx.client.http.get_channel(thread)
        told = found.get("thread_metadata") or {}
        if told.get("archived") or told.get("locked"):
            return
        quiet_at = _last_written(found) + QUIET_SECONDS
        if quiet_at > ctx.app.now():
            await _put_away_at(ctx, state, quiet_at)
        else:
            await ctx.client.http.edit_channel(thread, archived=True)
    except discord_errors.NETWORK as error:
        meant = discord_errors.classify_error(error)
        if not isinstance(meant, Undeliverable):
            raise meant from None
        log.info("the thread of %s can't be put away: %s", state.match.id, error)


def _may_be_put_away(client: discord.Client, server: int, thread: int) -> bool:
    """Whether a thread is open as far as is known here. Of archived threads nothing is kept in memory, nor of
    servers whose shard another process has."""
    known = client.get_channel(thread)
    return (
        not known.locked if isinstance(known, discord.Thread) else not servers_of(client).is_told_of(server)
    )


def _last_written(thread: dict[str, Any]) -> int:
    """When somebody last wrote in a thread."""
    return int(discord.utils.snowflake_time(int(thread["last_message_id"] or thread["id"])).timestamp())
