"""Boards that are no longer the newest lose their buttons, in their turn."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import discord
import msgspec

from bot.core.app_context import Recent
from bot.core.match_state import MatchState
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.requests import discord_errors
from bot.play.posts.ui import match_threads
from storage.rows import DueJob, ScheduledJob
from storage.tables import scheduled_jobs

log = logging.getLogger(__name__)

_BOARDS_REMEMBERED = 10_000
"""As many as matches run at a time; one takes less than 1 KB."""
STRIP = "strip"
"""The kind of job by which an older board loses its buttons when its channel's pace allows it."""
_IN_COMPONENTS = discord.MessageFlags(components_v2=True).value


class Boards(Recent[int, tuple[int, bytes]]):
    """The components of the latest boards without their buttons, as JSON, by the ids of their messages: they
    needn't be fetched again when the next one comes. With how often words had been removed from the record by
    then: where some were removed since, they show too much."""

    def __init__(self) -> None:
        super().__init__(_BOARDS_REMEMBERED)


def remember(ctx: UiContext, state: MatchState, board: discord.Message) -> None:
    """Keep what a board shows, for when the next one comes."""
    ctx.app.own(Boards, Boards)[board.id] = (state.match.redacted, _without_buttons(board))


async def take_buttons(ctx: UiContext, state: MatchState) -> None:
    """The newest post alone has buttons. Old messages may be edited only rarely (30046): it may wait."""
    match = state.match
    place = match.thread or match.channel
    # A thread has the id of the card that it starts from; where the first board was overtaken by the next
    # one, the card is all there was before, and it is no board.
    if match.board_message in (None, match.thread) or place is None:
        return
    await _strip(ctx, state, place, match.board_message)


async def _strip(ctx: UiContext, state: MatchState, place: int, message: int) -> None:
    """Take the buttons from an older board, in its turn; may fail."""
    match, boards = state.match, ctx.app.own(Boards, Boards)
    if wait := match_threads.threads_of(ctx).wait_for_edit(place, message):
        payload, due_at = {"match": match.id, "place": place}, ctx.app.now() + wait
        job = ScheduledJob(kind=STRIP, subject=str(message), due_at=due_at, payload=payload)
        async with ctx.app.database.write() as w:
            await scheduled_jobs.set(w, job)
        ctx.app.jobs.wake()
        return
    older = ctx.client.get_partial_messageable(place).get_partial_message(message)
    try:
        removals, bare = boards.get(older.id) or (-1, b"")
        if removals != match.redacted:
            bare = _without_buttons(await older.fetch())
        # As it is sent: discord.py would make objects of it all, only to write the same.
        said = {
            "components": msgspec.json.decode(bare),
            "flags": _IN_COMPONENTS,
            "allowed_mentions": {"parse": []},
        }
        await ctx.client.http.request(_edit(place, older.id), json=said)
        boards.forget(older.id)
    except discord_errors.NETWORK as error:
        log.info("an older board of %s keeps its buttons: %s", match.id, error)


async def strip_later(ctx: UiContext, due: DueJob) -> None:
    """Take the buttons from a board that had to wait for its turn."""
    state = await ctx.app.match_state(due.payload["match"])
    await _strip(ctx, state, due.payload["place"], int(due.subject))


def _edit(channel: int, message: int) -> discord.http.Route:
    path = "/channels/{channel_id}/messages/{message_id}"
    return discord.http.Route("PATCH", path, channel_id=channel, message_id=message)


def _without_buttons(message: discord.Message) -> bytes:
    """The components of the same message without its rows; its pictures stay its own attachments."""
    return msgspec.json.encode(_bare([component.to_dict() for component in message.components]))


def _bare(components: Sequence[Any]) -> list[dict[str, Any]]:
    """Components without the rows among them, at any depth."""
    left = [dict(one) for one in components if one["type"] != discord.ComponentType.action_row.value]
    for one in left:
        if "components" in one:
            one["components"] = _bare(one["components"])
        if "items" in one:
            one["items"] = [{**item, "media": _attached(item["media"]["url"])} for item in one["items"]]
    return left


def _attached(url: str) -> dict[str, str]:
    # The address of a picture expires; the attachment behind it does not.
    name = url.partition("?")[0].rpartition("/")[2]
    return {"url": f"attachment://{name}"}
