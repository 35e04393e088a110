"""Sending public posts: a match's thread, its boards, and calls of people whose DMs are closed."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.core.match_state import MatchState
from bot.core.sending import ToldLater, Unreachable
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.interactions.offers import Slot, TapContext
from bot.discord_kit.requests.servers import is_thread
from bot.play.clocks import clocks
from bot.play.outbox.ui import rows
from bot.play.posts.ui import boards, match_threads, old_boards, posting
from bot.play.posts.ui.boards import ending_lines
from bot.play.wording import matches as words
from storage.rows import QueuedMessage
from storage.tables import matches, outbox

log = logging.getLogger(__name__)


class PublicPosts:
    """The sender of posts to the thread of a match, or to its channel."""

    def __init__(self, ctx: UiContext) -> None:
        self._ctx = ctx
        self._app = ctx.app
        self._client = ctx.client

    async def thread(self, message: QueuedMessage) -> int | None:
        """Open the thread of a match and return its id; None if the channel takes its place."""
        state = await self._app.match_state(message.payload["match"])
        if state.match.thread is not None or state.match.channel is None:
            return state.match.thread
        if await is_thread(self._client, state.match.guild or 0, state.match.channel):
            # A thread can't contain a thread, so the match is played in the one in which it was agreed.
            return None
        again = message.attempts > 1
        return await match_threads.open_thread(self._ctx, state, f"{rows.nonce_of(message)}c", again=again)

    async def board(self, message: QueuedMessage) -> int | None:
        """Post the public board and return its id; None if a newer one is waiting.

        The first one in a thread adds the players to it, silently.
        """
        if await rows.is_overtaken(self._app, message):
            return None
        state = await self._app.match_state(message.payload["match"])
        number = min(message.payload["number"], state.length)
        more = await ending_lines(self._app, state)
        slot: Slot = "board" if state.match.reason is None else "after_end"
        offered = await self._ctx.taps(slot, TapContext.now(state, None))
        due_at = await clocks.due_in(self._ctx.app, state.match)
        newcomers = match_threads.find_newcomers(state)
        screen = await boards.public_board(state, number, due_at, offered, more, of_all=bool(newcomers))
        shown = replace(screen, quiet=bool(newcomers))
        before, sent = (
            state.match.board_message,
            await posting.post(self._ctx, state, shown, message, newcomers),
        )
        async with self._app.database.write() as w:
            await matches.set_board_message(w, state.match.id, sent.id)
        if state.match.reason is not None:
            await match_threads.put_away_later(self._ctx, state)
        if before != sent.id and (message.payload["number"] > 0 or state.match.reason is not None):
            await old_boards.take_buttons(self._ctx, state)
        if state.match.reason is None:
            old_boards.remember(self._ctx, state, sent)
        return sent.id

    async def call(self, message: QueuedMessage) -> int | None:
        """Call a person in public; if that fails, keep the message until they can be reached (ToldLater)."""
        payload = message.payload
        state = await self._app.match_state(payload["match"])
        more, line = payload.get("more", ""), await self._name_match(state, payload)
        public = boards.call_to_thread(payload["person"], line, state.match.id, more)
        try:
            return (await posting.post(self._ctx, state, public, message, (payload["person"],))).id
        except Unreachable as error:
            async with self._app.database.write() as w:
                unheard = message.nonce.removeprefix("call:")
                await outbox.mark_undelivered(w, unheard, str(error), self._app.now())
            await rows.miss(self._app, state, message)
            raise ToldLater("will be told when they can be reached again") from None

    async def _name_match(self, state: MatchState, payload: Mapping[str, Any]) -> str:
        """Return the text of a call with its match, and with the time left if it's the person's turn."""
        seat = state.seat_of(payload["person"]) or 0
        due_at = await clocks.due_in(self._app, state.match, seat) if seat in state.to_act else None
        left = words.format_time_left(due_at, self._app.now())
        return f"{payload['text'].format(words.against(state, seat))}{left}"


async def thread(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Open the thread of a match."""
    return await PublicPosts(ctx).thread(message)


async def board(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Post the public board of a match."""
    return await PublicPosts(ctx).board(message)


async def call(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Call a person in public."""
    return await PublicPosts(ctx).call(message)
