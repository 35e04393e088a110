"""What everybody sees: a match's thread, its boards, and calls to those who take no private messages."""

from __future__ import annotations

import logging
from typing import Literal

import discord

from bot.challenges.ui import cards
from bot.core.match_state import MatchState, nickname
from bot.core.sending import ToldLater, Undeliverable, Unreachable
from bot.posts.ui import boards, posting
from bot.posts.ui.results import ending_lines
from bot.ui import discord_errors, words
from bot.ui.context import NO_PINGS, UiContext
from bot.ui.names import short
from storage import matches, outbox, people
from storage.rows import QueuedMessage

log = logging.getLogger(__name__)

_A_WEEK: Literal[10080] = 10080
"""After so many quiet minutes Discord archives a thread."""


class PublicPosts:
    """Sends what stands in the thread of a match, or in its channel."""

    def __init__(self, ctx: UiContext) -> None:
        self._ctx = ctx
        self._app = ctx.app
        self._client = ctx.client

    async def thread(self, message: QueuedMessage) -> int | None:
        """The thread of a match; where none can be made, the channel takes its place."""
        state = await self._app.match_state(message.payload["match"])
        if state.match.thread is not None or state.match.channel is None:
            return state.match.thread
        if isinstance(self._client.get_channel(state.match.channel), discord.Thread):
            # No thread begins in a thread: the match is played in the one in which it was agreed.
            return None
        try:
            thread = await self._make_thread(state, message)
        except discord.HTTPException as error:
            if not isinstance(discord_errors.classify_error(error), Undeliverable):
                raise
            log.info(
                "couldn't make a thread for %s; posting in its channel instead: %s", state.match.id, error
            )
            return None
        async with self._app.database.write() as w:
            await matches.set_thread(w, state.match.id, thread)
        await self._bring_in(state, thread)
        return thread

    async def _bring_in(self, state: MatchState, thread: int) -> None:
        """Both people follow their thread, so that it shows in their list of channels."""
        for person in state.people():
            try:
                await self._client.http.add_user_to_thread(thread, person)
            except discord_errors.NETWORK as error:
                log.info("couldn't add %s to the thread of %s: %s", person, state.match.id, error)

    async def _make_thread(self, state: MatchState, message: QueuedMessage) -> int:
        """A thread on the card, or the one that is there already. A card that was lost is posted again:
        Discord begins no two threads on one message, so an attempt that broke off can be repeated."""
        name, channel = await self._thread_name(state), state.match.channel or 0
        card = state.match.board_message or await self._card_again(state, message)
        try:
            return await self._thread_on(channel, card, name)
        except discord.HTTPException as error:
            if error.code != discord_errors.UNKNOWN_MESSAGE:
                raise
        return await self._thread_on(channel, await self._card_again(state, message), name)

    async def _thread_on(self, channel: int, card: int, name: str) -> int:
        try:
            made = await self._client.http.start_thread_with_message(
                channel, card, name=name, auto_archive_duration=_A_WEEK
            )
        except discord.HTTPException as error:
            if error.code == discord_errors.THREAD_IS_THERE:
                return card
            raise
        return int(made["id"])

    async def _card_again(self, state: MatchState, message: QueuedMessage) -> int:
        """Post the card of a match whose own one is lost, with a nonce, so that it does not show twice."""
        card = await cards.match_card(state.match)
        place = self._client.get_partial_messageable(state.match.channel or 0)
        sent = await place.send(
            **card.as_new(), nonce=f"{posting.nonce_of(message)}c", allowed_mentions=NO_PINGS
        )
        async with self._app.database.write() as w:
            await matches.set_board_message(w, state.match.id, sent.id)
        return sent.id

    async def _thread_name(self, state: MatchState) -> str:
        names = []
        async with self._app.database.read() as r:
            for row in state.match.seats:
                person = await people.get(r, row.person) if row.person is not None else None
                names.append(short(person.name) if person else words.bot_name(state.match.game, row.level))
        return f"{' – '.join(names)} · {nickname(state.match.id)} · {state.game.title}"[:100]

    async def board(self, message: QueuedMessage) -> int | None:
        """The public board, unless a newer one waits already."""
        if await posting.is_overtaken(self._app, message):
            return None
        state = await self._app.match_state(message.payload["match"])
        number = min(message.payload["number"], state.length)
        more = await ending_lines(self._app, state)
        screen = await boards.public_board(state, number, await self._ctx.due_at(state), more)
        posted, before = (
            await posting.post(self._ctx, state, screen, message, NO_PINGS),
            state.match.board_message,
        )
        async with self._app.database.write() as w:
            await matches.set_board_message(w, state.match.id, posted)
        if before != posted and (message.payload["number"] > 0 or state.match.reason is not None):
            await self._strip_buttons(state)
        return posted

    async def _strip_buttons(self, state: MatchState) -> None:
        """The newest post alone has buttons. Old messages may be edited only rarely (30046): may fail."""
        match = state.match
        place = match.thread or match.channel
        # A thread has the id of the card that it starts from; where the first board was overtaken by the next
        # one, the card is all there was before, and it is no board.
        if match.board_message in (None, match.thread) or place is None:
            return
        channel = self._client.get_partial_messageable(place)
        try:
            message = await channel.fetch_message(match.board_message)
            await message.edit(view=_without_buttons(message), allowed_mentions=NO_PINGS)
        except discord_errors.NETWORK as error:
            log.info("an older board of %s keeps its buttons: %s", match.id, error)

    async def call(self, message: QueuedMessage) -> int | None:
        """A call of one person; where it cannot be heard, what it stands for is kept until it can."""
        payload = message.payload
        state = await self._app.match_state(payload["match"])
        public = boards.call_to_thread(payload["person"], payload["text"], state.match.id)
        try:
            return await posting.post(self._ctx, state, public, message, posting.ONE_PERSON)
        except Unreachable as error:
            async with self._app.database.write() as w:
                unheard = message.nonce.removeprefix("call:")
                await outbox.mark_undelivered(w, unheard, str(error), self._app.now())
            await posting.miss(self._app, state, message)
            raise ToldLater("will be told when they can be reached again") from None


def _without_buttons(message: discord.Message) -> discord.ui.LayoutView:
    """The same message without its rows; its pictures stay the attachments that they are."""
    view = discord.ui.LayoutView.from_message(message, timeout=None)
    for child in list(view.walk_children()):
        if isinstance(child, discord.ui.ActionRow) and child.parent is not None:
            child.parent.remove_item(child)  # type: ignore[attr-defined]
        elif isinstance(child, discord.ui.MediaGallery):
            child.items = [_attached(item) for item in child.items]
    return view


def _attached(item: discord.MediaGalleryItem) -> discord.MediaGalleryItem:
    # The address of a picture expires; the attachment behind it does not.
    name = item.media.url.partition("?")[0].rpartition("/")[2]
    return discord.MediaGalleryItem(f"attachment://{name}", description=item.description)


async def thread(ctx: UiContext, message: QueuedMessage) -> int | None:
    """The thread of a match."""
    return await PublicPosts(ctx).thread(message)


async def board(ctx: UiContext, message: QueuedMessage) -> int | None:
    """The public board."""
    return await PublicPosts(ctx).board(message)


async def call(ctx: UiContext, message: QueuedMessage) -> int | None:
    """A call of one person."""
    return await PublicPosts(ctx).call(message)
