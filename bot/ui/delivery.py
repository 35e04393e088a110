"""The outbox meets Discord: every kind of message, and every way in which Discord says no."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any, Literal

import discord

from bot.service import challenging, legs, notices
from bot.service.loops import Undeliverable
from bot.service.refused import Refused
from bot.service.table import Table, is_same_turn
from bot.ui import items, screens, words
from bot.ui.desk import NO_PINGS, Desk
from storage import matches, outbox, people
from storage.rows import QueuedMessage

log = logging.getLogger(__name__)

CANNOT_WRITE_TO_USER = 50007
UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
THREAD_LOCKED = 50083
_PLACE_IS_GONE = {UNKNOWN_CHANNEL, THREAD_LOCKED, 50001, 50013}
_ONE_PERSON = discord.AllowedMentions(users=True, roles=False, everyone=False)
_A_WEEK: Literal[10080] = 10080
"""After so many quiet minutes Discord archives a thread."""


class Delivery:
    """Sends what the outbox holds; texts and pictures are made now, from the addressee's own view."""

    def __init__(self, desk: Desk, client: discord.Client) -> None:
        self._desk = desk
        self._host = desk.host
        self._client = client
        self._kinds: dict[str, Callable[[QueuedMessage], Awaitable[int | None]]] = {
            notices.CARD: self._card,
            notices.THREAD: self._thread,
            notices.BOARD: self._board,
            notices.BRIEFING: self._briefing,
            notices.PING: self._ping,
            notices.RESULT: self._result,
            notices.NOTE: self._note,
            notices.CALL: self._call,
        }

    async def deliver(self, message: QueuedMessage) -> int | None:
        """Send one message; see `bot.service.loops.Messenger`."""
        try:
            return await self._kinds[message.kind](message)
        except Refused as error:
            raise Undeliverable(str(error)) from None
        except discord.HTTPException as error:
            if not _is_final(error):
                raise
            raise Undeliverable(f"{error.status} {error.code} {error.text}") from None

    async def empty_preview(self, payload: dict[str, Any]) -> None:
        """Take the picture away from the message that shows a preview."""
        table = await self._host.table(payload["match"])
        screen = screens.preview_over(table, payload["seat"])
        try:
            if "token" in payload:
                webhook = discord.Webhook.partial(
                    payload["application"], payload["token"], client=self._client
                )
                await webhook.edit_message("@original", **screen.as_edit())  # type: ignore[call-overload]
            else:
                channel = self._client.get_partial_messageable(payload["channel"])
                await channel.get_partial_message(payload["message"]).edit(**screen.as_edit())
        except discord.HTTPException as error:
            if not _is_final(error):
                raise
            log.info("the preview of %s cannot be changed any more: %s", payload["match"], error)

    async def _card(self, message: QueuedMessage) -> int | None:
        challenge = await challenging.get(self._host, message.payload["challenge"])
        if challenge.message is None:
            return None
        channel = self._client.get_partial_messageable(challenge.channel)
        edited = (await screens.challenge_card(challenge)).as_edit()
        await channel.get_partial_message(challenge.message).edit(**edited, allowed_mentions=NO_PINGS)
        return challenge.message

    async def _thread(self, message: QueuedMessage) -> int | None:
        table = await self._host.table(message.payload["match"])
        if table.match.thread is not None or table.match.channel is None:
            return table.match.thread
        try:
            thread = await self._make_thread(table, table.match.board_message)
        except (discord.Forbidden, discord.NotFound, ValueError) as error:
            log.info("no thread for %s, the channel takes its place: %s", table.match.id, error)
            return None
        async with self._host.database.write() as w:
            await matches.set_thread(w, table.match.id, thread)
        await self._bring_in(table, thread)
        return thread

    async def _bring_in(self, table: Table, thread: int) -> None:
        """Both people follow their thread, so that it shows in their list of channels."""
        for person in table.people():
            try:
                await self._client.http.add_user_to_thread(thread, person)
            except discord.HTTPException as error:
                log.info("%s cannot be brought into the thread of %s: %s", person, table.match.id, error)

    async def _make_thread(self, table: Table, card: int | None) -> int:
        match = table.match
        name = await self._thread_name(table)
        if card is not None:
            data: Any = await self._client.http.start_thread_with_message(
                match.channel or 0, card, name=name, auto_archive_duration=_A_WEEK
            )
        else:
            data = await self._client.http.start_thread_without_message(
                match.channel or 0, name=name, type=11, auto_archive_duration=_A_WEEK
            )
        return int(data["id"])

    async def _thread_name(self, table: Table) -> str:
        names = []
        async with self._host.database.read() as r:
            for row in table.match.seats:
                person = await people.get(r, row.person) if row.person is not None else None
                names.append(person.name if person else f"bot ({row.level})")
        return f"{' – '.join(names)} · {table.game.title}"[:100]

    async def _board(self, message: QueuedMessage) -> int | None:
        table = await self._host.table(message.payload["match"])
        number = min(message.payload["number"], table.length)
        more = await self._legs_line(table)
        screen = await screens.public_board(table, number, await self._desk.due_at(table), more)
        posted = await self._post(table, screen, message, NO_PINGS)
        if message.payload["number"] > 0 or table.match.reason is not None:
            await self._strip_buttons(table)
        async with self._host.database.write() as w:
            await matches.set_board_message(w, table.match.id, posted)
        return posted

    async def _post(
        self, table: Table, screen: screens.Screen, message: QueuedMessage, mentions: discord.AllowedMentions
    ) -> int:
        """Post in the thread; in the channel when the thread is gone."""
        place, nonce = table.match.thread or table.match.channel, _nonce(message)
        if place is None:
            raise Undeliverable("the match has no public place")
        arguments = {**screen.as_new(), "nonce": nonce, "allowed_mentions": mentions}
        try:
            sent = await self._client.get_partial_messageable(place).send(**arguments)
        except discord.HTTPException as error:
            if table.match.thread is None or error.code not in _PLACE_IS_GONE:
                raise
            log.info("the thread of %s is gone, its channel takes its place", table.match.id)
            async with self._host.database.write() as w:
                await matches.set_thread(w, table.match.id, None)
                await matches.set_board_message(w, table.match.id, None)
            again = await self._host.table(table.match.id)
            for file in screen.files:
                file.reset()
            return await self._post(again, screen, message, mentions)
        return sent.id

    async def _strip_buttons(self, table: Table) -> None:
        """The newest post alone has buttons."""
        match = table.match
        place = match.thread or match.channel
        if match.board_message is None or place is None:
            return
        channel = self._client.get_partial_messageable(place)
        try:
            message = await channel.fetch_message(match.board_message)
            await message.edit(view=_without_buttons(message), allowed_mentions=NO_PINGS)
        except discord.HTTPException as error:
            log.info("an older board of %s keeps its buttons: %s", match.id, error)

    async def _briefing(self, message: QueuedMessage) -> int | None:
        table = await self._host.table(message.payload["match"])
        seat = message.payload["seat"]
        if table.match.reason is not None:
            return None
        line = _who_begins(table, seat)
        call = "Your private start of the match is here, since I cannot write to you."
        return await self._privately(table, seat, screens.briefing_panel(table, seat, line), message, call)

    async def _ping(self, message: QueuedMessage) -> int | None:
        table = await self._host.table(message.payload["match"])
        seat = message.payload["seat"]
        if seat not in table.to_act or not is_same_turn(table, message.payload["number"]):
            return None
        link = f" in <#{table.match.thread}>" if table.match.thread else ""
        screen = await screens.ping(table, seat, await self._desk.due_at(table), link)
        return await self._privately(table, seat, screen, message, "It is your turn.")

    async def _result(self, message: QueuedMessage) -> int | None:
        table = await self._host.table(message.payload["match"])
        seat = message.payload["seat"]
        screen = await screens.result(table, seat, await self._legs_line(table))
        return await self._privately(table, seat, screen, message, "The match is over.")

    async def _legs_line(self, table: Table) -> str:
        winner = await legs.outcome(self._host, table)
        if winner is None:
            return ""
        if isinstance(winner, str):
            return "Both legs together are drawn."
        return f"Both legs together: {words.who(table.seat_row(winner))} wins the match."

    async def _privately(
        self, table: Table, seat: int, screen: screens.Screen, message: QueuedMessage, call: str
    ) -> int | None:
        """A private message; when those are closed, a call in public whose button opens the same."""
        person = message.payload["person"]
        try:
            return await self._direct(person, screen, message)
        except discord.HTTPException as error:
            if error.code != CANNOT_WRITE_TO_USER or table.match.guild is None:
                raise
        async with self._host.database.write() as w:
            await people.set_dms_open(w, person, False)
            await outbox.add(w, [notices.call(table.match.id, message, call, self._host.now())])
        self._host.outbox.wake()
        return None

    async def _call(self, message: QueuedMessage) -> int | None:
        table = await self._host.table(message.payload["match"])
        public = screens.call_to_thread(message.payload["person"], message.payload["text"], table.match.id)
        return await self._post(table, public, message, _ONE_PERSON)

    async def _note(self, message: QueuedMessage) -> int | None:
        return await self._direct(
            message.payload["person"], screens.Screen(items.sentence(message.payload["text"])), message
        )

    async def _direct(self, person: int, screen: screens.Screen, message: QueuedMessage) -> int:
        channel = await self._client.create_dm(discord.Object(person))
        sent = await channel.send(**screen.as_new(), nonce=_nonce(message), allowed_mentions=NO_PINGS)
        await self._messages_are_open(person)
        return sent.id

    async def _messages_are_open(self, person: int) -> None:
        async with self._host.database.read() as r:
            known = await people.get(r, person)
        if known is not None and not known.dms_open:
            async with self._host.database.write() as w:
                await people.set_dms_open(w, person, True)


def _is_final(error: discord.HTTPException) -> bool:
    """Whether trying again is of no use."""
    return 400 <= error.status < 500 and error.status != 429


def _who_begins(table: Table, seat: int) -> str:
    if len(table.to_act) > 1:
        return "You both begin at the same time, each in secret."
    if seat not in table.to_act:
        return ""
    return "It is your turn." if table.length else "You begin."


def _nonce(message: QueuedMessage) -> str:
    """The same for every attempt, so that a resend does not show twice."""
    return f"sp{message.id}"


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
