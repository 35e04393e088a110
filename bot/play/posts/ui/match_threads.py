"""The threads of matches: opening them, adding people, and archiving them after the end.

Discord limits how many threads a server may open at a time, and how many may be active. So threads are opened
at a pace, and what doesn't fit comes later.
"""

from __future__ import annotations

import logging
from typing import Any, Literal

import discord

from bot.core.match_state import MatchState, nickname
from bot.core.sending import RetryAfter, Undeliverable
from bot.core.server_settings import settings_of
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions import answers
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.requests import calling, discord_errors
from bot.discord_kit.requests.servers import servers_of
from bot.discord_kit.text.names import short
from bot.play.posts.pacing import ROOM_SECONDS, Threads
from bot.play.wording import matches as words
from storage.rows import DueJob, ScheduledJob
from storage.tables import guilds, matches, people, scheduled_jobs

log = logging.getLogger(__name__)

ROOM = "room"
"""The kind of job that tries again to open a thread for which its server had no room."""
_A_FEW = 5
"""The number of a channel's newest messages among which the line about a new thread is searched."""
_A_WEEK: Literal[10080] = 10080
"""The quiet minutes after which Discord archives a thread."""


def threads_of(ctx: UiContext) -> Threads:
    """Return this process's memory of servers' threads."""
    return ctx.app.own(Threads, lambda: Threads(ctx.app.now, ctx.app.part_of))


# --- opening ------------------------------------------------------------------------------------------


async def open_thread(ctx: UiContext, state: MatchState, nonce: str, *, again: bool) -> int | None:
    """Open the thread of a match; return its id, or None to play in the channel.

    None if the server's admins want that, or if there can't be a thread now. If the server just has no room,
    opening is tried again later. `again` says that an earlier attempt may have opened it. Raises RetryAfter
    if threads are opened too fast.
    """
    server, known = state.match.guild or 0, threads_of(ctx)
    async with ctx.app.database.read() as r:
        if (await settings_of(r, server)).place == "channel":
            return None
    if known.is_full(server):
        await _try_later(ctx, state)
        return None
    if wait := known.openings.take(server):
        raise RetryAfter(wait)
    try:
        thread = await _start(ctx, state, nonce, again=again)
    except discord.HTTPException as error:
        if error.code in discord_errors.THREADS_ARE_FULL:
            known.fill(server)
            await _try_later(ctx, state)
        elif not isinstance(discord_errors.classify_error(error), Undeliverable):
            raise
        else:
            told = "couldn't make a thread for %s; posting in its channel instead: %s"
            log.info(told, state.match.id, error)
        return None
    async with ctx.app.database.write() as w:
        await matches.set_thread(w, state.match.id, thread)
    return thread


async def _try_later(ctx: UiContext, state: MatchState) -> None:
    again = ScheduledJob(
        kind=ROOM,
        subject=state.match.id,
        due_at=ctx.app.now() + ROOM_SECONDS,
        payload={"guild": state.match.guild},
    )
    async with ctx.app.database.write() as w:
        await scheduled_jobs.set(w, again)
    ctx.app.jobs.wake()


async def open_later(ctx: UiContext, due: DueJob) -> None:
    """Try again to open a match's thread that found no room."""
    state = await ctx.app.match_state(due.subject)
    if state.match.reason is not None or state.match.thread is not None:
        return
    try:
        await open_thread(ctx, state, f"room{due.id}", again=True)
    except discord_errors.NETWORK as error:
        raise discord_errors.classify_error(error) from None


async def has_room(ctx: UiContext, server: int) -> None:
    """Let the match that has waited longest for a thread try again, because one was archived or deleted."""
    threads_of(ctx).clear(server)
    async with ctx.app.database.write(f"guild:{server}") as w:
        waiting = [job for job in await scheduled_jobs.undone(w, ROOM) if job.payload["guild"] == server]
        for job in waiting[:1]:
            first = ScheduledJob(kind=ROOM, subject=job.subject, due_at=ctx.app.now(), payload=job.payload)
            await scheduled_jobs.set(w, first)
    ctx.app.jobs.wake()


async def _start(ctx: UiContext, state: MatchState, nonce: str, *, again: bool) -> int:
    """Open a thread on the card or the newest board and return its id; an existing thread is reused.

    A lost card is posted again; a match that needs no card gets a thread without one. Retries are safe:
    Discord starts no second thread on a message, and a thread without a card is found by its name.
    """
    name, channel = await _name(ctx, state), state.match.channel or 0
    if state.match.board_message is not None:
        try:
            return await _on_message(ctx, channel, state.match.board_message, name)
        except discord.HTTPException as error:
            if error.code != discord_errors.UNKNOWN_MESSAGE:
                raise
    card = await ctx.ports.thread_card(ctx.app, state.match)
    if card is None:
        found = await _find_thread(ctx, state, name) if again else None
        thread = found or await _without_card(ctx, channel, name)
        await _take_line_away(ctx, channel, thread)
        return thread
    return await _on_message(ctx, channel, await _card_again(ctx, state, card, nonce), name)


async def _find_thread(ctx: UiContext, state: MatchState, name: str) -> int | None:
    """Return the bot's active thread of this name in the match's channel, or None."""
    found: Any = await ctx.client.http.get_active_threads(state.match.guild or 0)
    wanted = str(state.match.channel), str(ctx.client._connection.self_id), name
    ids = (
        int(thread["id"])
        for thread in found["threads"]
        if (thread["parent_id"], thread["owner_id"], thread["name"]) == wanted
    )
    return next(ids, None)


async def _without_card(ctx: UiContext, channel: int, name: str) -> int:
    """Open a thread that starts on no message."""
    known = ctx.client.get_channel(channel)
    is_news = isinstance(known, discord.TextChannel) and known.is_news()
    kind: Literal[10, 11] = 10 if is_news else 11
    made = await ctx.client.http.start_thread_without_message(
        channel, name=name, auto_archive_duration=_A_WEEK, type=kind
    )
    return int(made["id"])


async def _on_message(ctx: UiContext, channel: int, card: int, name: str) -> int:
    try:
        made = await ctx.client.http.start_thread_with_message(
            channel, card, name=name, auto_archive_duration=_A_WEEK
        )
    except discord.HTTPException as error:
        if error.code == discord_errors.THREAD_IS_THERE:
            return card
        raise
    await _take_line_away(ctx, channel, card)
    return int(made["id"])


async def _take_line_away(ctx: UiContext, channel: int, thread: int) -> None:
    """Delete the line by which Discord announces a thread in its channel, names and all; it may fail."""
    try:
        for line in await ctx.client.http.logs_from(channel, _A_FEW):
            about = line.get("message_reference", {}).get("channel_id")
            if line["type"] == discord.MessageType.thread_created.value and about == str(thread):
                await ctx.client.http.delete_message(channel, line["id"])
    except discord_errors.NETWORK as error:
        log.info("the line about thread %s stays: %s", thread, error)


async def _card_again(ctx: UiContext, state: MatchState, card: Screen, nonce: str) -> int:
    """Post a match's lost card again and return its id; the nonce keeps it from showing twice."""
    place = ctx.client.get_partial_messageable(state.match.channel or 0)
    sent = await answers.send_with_fallback(lambda one: calling.send(ctx, place, one, nonce=nonce), card)
    async with ctx.app.database.write() as w:
        await matches.set_board_message(w, state.match.id, sent.id)
    return sent.id


async def _name(ctx: UiContext, state: MatchState) -> str:
    names = []
    async with ctx.app.database.read() as r:
        for row in state.match.seats:
            person = await people.get(r, row.person) if row.person is not None else None
            names.append(short(person.name) if person else words.bot_name(state.match.game, row.level))
    return f"{' – '.join(names)} · {nickname(state.match.id)} · {state.game.title}"[:100]


# --- bringing people in -------------------------------------------------------------------------------


def find_newcomers(state: MatchState) -> tuple[int, ...]:
    """Return the players to mention in the next board, because it's the first one in the match's thread.

    A mention adds them to the thread, so that it's in their list of channels. In a silent message it pushes
    nothing and leaves no line, unlike adding them by a request. Ids of threads and messages rise with time.
    """
    match = state.match
    is_first = match.thread is not None and (match.board_message or 0) <= match.thread
    # A second leg is played in the thread of the first one, where they are already.
    return state.people() if is_first and match.leg == 1 and match.reason is None else ()


# --- putting threads away -----------------------------------------------------------------------------

PUT_AWAY = "put away"
"""The kind of job that archives the thread of a finished match."""
QUIET_SECONDS = 86_400
"""The seconds without a message after which a thread is archived."""


async def put_away_later(ctx: UiContext, state: MatchState) -> None:
    """Schedule the archiving of a finished match's thread after a quiet day."""
    if state.match.thread is not None:
        await _put_away_at(ctx, state, ctx.app.now() + QUIET_SECONDS)


async def _put_away_at(ctx: UiContext, state: MatchState, due_at: int) -> None:
    async with ctx.app.database.write() as w:
        await scheduled_jobs.set(w, ScheduledJob(kind=PUT_AWAY, subject=state.match.id, due_at=due_at))
    ctx.app.jobs.wake()


async def put_away(ctx: UiContext, due: DueJob) -> None:
    """Archive the thread of a finished match, to make room for others.

    Does nothing if it's locked or still used for a match; waits while people still write there.
    """
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
    """Return whether a thread is open, as far as this process knows.

    It keeps nothing in memory about archived threads, or about servers on another process's shards.
    """
    known = client.get_channel(thread)
    return (
        not known.locked if isinstance(known, discord.Thread) else not servers_of(client).is_told_of(server)
    )


def _last_written(thread: dict[str, Any]) -> int:
    """Return when a thread's newest message was written, in epoch seconds."""
    return int(discord.utils.snowflake_time(int(thread["last_message_id"] or thread["id"])).timestamp())
