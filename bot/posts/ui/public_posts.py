"""What everybody sees: a match's thread, its boards, and calls to those who take no private messages."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import discord
import msgspec

from bot.clocks import clocks
from bot.core.app_context import Recent
from bot.core.match_state import MatchState
from bot.core.sending import ToldLater, Unreachable
from bot.posts.ui import boards, match_threads, posting, quiet_threads
from bot.posts.ui.results import ending_lines
from bot.ui import discord_errors
from bot.ui.context import NO_PINGS, UiContext
from bot.ui.servers import is_thread
from storage import matches, outbox
from storage.rows import QueuedMessage

log = logging.getLogger(__name__)

_BOARDS_REMEMBERED = 10_000
"""As many as matches run at a time; one takes less than 1 KB."""
_IN_COMPONENTS = discord.MessageFlags(components_v2=True).value


class Boards(Recent[int, tuple[int, bytes]]):
    """The components of the latest boards without their buttons, as JSON, by the ids of their messages: they
    needn't be fetched again when the next one comes. With how often words had been removed from the record by
    then: where some were removed since, they show too much."""

    def __init__(self) -> None:
        super().__init__(_BOARDS_REMEMBERED)


class PublicPosts:
    """Sends what stands in the thread of a match, or in its channel."""

    def __init__(self, ctx: UiContext) -> None:
        self._ctx = ctx
        self._app = ctx.app
        self._client = ctx.client
        self._boards = ctx.own(Boards, Boards)

    async def thread(self, message: QueuedMessage) -> int | None:
        """The thread of a match; where none can be made, the channel takes its place."""
        state = await self._app.match_state(message.payload["match"])
        if state.match.thread is not None or state.match.channel is None:
            return state.match.thread
        if await is_thread(self._client, state.match.guild or 0, state.match.channel):
            # No thread begins in a thread: the match is played in the one in which it was agreed.
            return None
        return await match_threads.opened(self._ctx, state, f"{posting.nonce_of(message)}c")

    async def board(self, message: QueuedMessage) -> int | None:
        """The public board, unless a newer one waits already."""
        if await posting.is_overtaken(self._app, message):
            return None
        state = await self._app.match_state(message.payload["match"])
        number = min(message.payload["number"], state.length)
        more = await ending_lines(self._app, state)
        screen = await boards.public_board(
            state, number, await clocks.due_in(self._ctx.app, state.match), more
        )
        before, sent = (
            state.match.board_message,
            await posting.post(self._ctx, state, screen, message, NO_PINGS),
        )
        async with self._app.database.write() as w:
            await matches.set_board_message(w, state.match.id, sent.id)
        if state.match.reason is not None:
            await quiet_threads.put_away_later(self._ctx, state)
        if before != sent.id and (message.payload["number"] > 0 or state.match.reason is not None):
            await self._strip_buttons(state)
        if state.match.reason is None:
            self._boards[sent.id] = (state.match.redacted, _without_buttons(sent))
        return sent.id

    async def _strip_buttons(self, state: MatchState) -> None:
        """The newest post alone has buttons. Old messages may be edited only rarely (30046): may fail."""
        match = state.match
        place = match.thread or match.channel
        # A thread has the id of the card that it starts from; where the first board was overtaken by the next
        # one, the card is all there was before, and it is no board.
        if match.board_message in (None, match.thread) or place is None:
            return
        older = self._client.get_partial_messageable(place).get_partial_message(match.board_message)
        try:
            removals, bare = self._boards.get(older.id) or (-1, b"")
            if removals != match.redacted:
                bare = _without_buttons(await older.fetch())
            # As it is sent: discord.py would make objects of it all, only to write the same.
            said = {
                "components": msgspec.json.decode(bare),
                "flags": _IN_COMPONENTS,
                "allowed_mentions": {"parse": []},
            }
            await self._client.http.request(_edit(place, older.id), json=said)
            self._boards.forget(older.id)
        except discord_errors.NETWORK as error:
            log.info("an older board of %s keeps its buttons: %s", match.id, error)

    async def call(self, message: QueuedMessage) -> int | None:
        """A call of one person; where it cannot be heard, what it stands for is kept until it can."""
        payload = message.payload
        state = await self._app.match_state(payload["match"])
        more = payload.get("more", "")
        public = boards.call_to_thread(payload["person"], payload["text"], state.match.id, more)
        try:
            return (await posting.post(self._ctx, state, public, message, posting.ONE_PERSON)).id
        except Unreachable as error:
            async with self._app.database.write() as w:
                unheard = message.nonce.removeprefix("call:")
                await outbox.mark_undelivered(w, unheard, str(error), self._app.now())
            await posting.miss(self._app, state, message)
            raise ToldLater("will be told when they can be reached again") from None


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


async def thread(ctx: UiContext, message: QueuedMessage) -> int | None:
    """The thread of a match."""
    return await PublicPosts(ctx).thread(message)


async def board(ctx: UiContext, message: QueuedMessage) -> int | None:
    """The public board."""
    return await PublicPosts(ctx).board(message)


async def call(ctx: UiContext, message: QueuedMessage) -> int | None:
    """A call of one person."""
    return await PublicPosts(ctx).call(message)
