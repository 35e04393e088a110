"""Removing the buttons from boards that are no longer the newest, at Discord's pace."""

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
from bot.discord_kit.requests.edit_pace import old_edits_of
from storage.rows import DueJob, ScheduledJob
from storage.tables import scheduled_jobs

log = logging.getLogger(__name__)

_BOARDS_REMEMBERED = 10_000
"""About as many as matches run at a time; each takes less than 1 KB."""
STRIP = "strip"
"""The kind of job that removes an older board's buttons once its channel's pace allows it."""
_IN_COMPONENTS = discord.MessageFlags(components_v2=True).value


class Boards(Recent[int, tuple[int, bytes]]):
    """The latest boards' components without buttons, as JSON, by message id; saves fetching the messages.

    Each has the number of word removals in the record by then: after a further one, it shows too much.
    """

    def __init__(self) -> None:
        super().__init__(_BOARDS_REMEMBERED)


def remember(ctx: UiContext, state: MatchState, board: discord.Message) -> None:
    """Keep a board's components until the next board comes."""
    ctx.app.own(Boards, Boards)[board.id] = (state.match.redacted, _without_buttons(board))


async def take_buttons(ctx: UiContext, state: MatchState) -> None:
    """Remove the buttons from the board before the newest; edits of old messages may have to wait (30046)."""
    match = state.match
    place = match.thread or match.channel
    # A thread has the id of the card it starts from. If the first board was overtaken by the next one, only
    # that card came before, and it's no board.
    if match.board_message in (None, match.thread) or place is None:
        return
    await _strip(ctx, state, place, match.board_message)


async def _strip(ctx: UiContext, state: MatchState, place: int, message: int) -> None:
    """Remove the buttons from an older board, now or when the pace allows it; it may fail."""
    match, boards = state.match, ctx.app.own(Boards, Boards)
    if wait := old_edits_of(ctx.app).wait(place, message):
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
        # Sent raw: discord.py would parse it all into objects, only to write the same.
        said = {
            "components": msgspec.json.decode(bare),
            "flags": _IN_COMPONENTS,
            # An edit pings no one, but the players mentioned in the first board must stay named.
            "allowed_mentions": {"parse": ["users"]},
        }
        await ctx.client.http.request(_edit(place, older.id), json=said)
        boards.forget(older.id)
    except discord_errors.NETWORK as error:
        log.info("an older board of %s keeps its buttons: %s", match.id, error)


async def strip_later(ctx: UiContext, due: DueJob) -> None:
    """Remove the buttons from a board that had to wait."""
    state = await ctx.app.match_state(due.payload["match"])
    await _strip(ctx, state, due.payload["place"], int(due.subject))


def _edit(channel: int, message: int) -> discord.http.Route:
    path = "/channels/{channel_id}/messages/{message_id}"
    return discord.http.Route("PATCH", path, channel_id=channel, message_id=message)


def _without_buttons(message: discord.Message) -> bytes:
    """Return a message's components without its rows of buttons; pictures stay its own attachments."""
    return msgspec.json.encode(_bare([component.to_dict() for component in message.components]))


def _bare(components: Sequence[Any]) -> list[dict[str, Any]]:
    """Return components without action rows, at any depth."""
    left = [dict(part) for part in components if part["type"] != discord.ComponentType.action_row.value]
    for part in left:
        if "components" in part:
            part["components"] = _bare(part["components"])
        if "items" in part:
            part["items"] = [{**item, "media": _build_media(item["media"]["url"])} for item in part["items"]]
    return left


def _build_media(url: str) -> dict[str, str]:
    # The URL of a picture expires; the attachment behind it doesn't.
    name = url.partition("?")[0].rpartition("/")[2]
    return {"url": f"attachment://{name}"}
