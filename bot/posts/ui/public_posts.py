"""What everybody sees: a match's thread, its boards, and calls to those who take no private messages."""

from __future__ import annotations

import logging
from typing import Literal

import discord
import msgspec

from bot.clocks import silences
from bot.core.host import Host
from bot.core.table import Table
from bot.matches import legs
from bot.outbox import notices
from bot.outbox.errors import Undeliverable, Unheard
from bot.ui import refusals, screens, words
from bot.ui.desk import NO_PINGS, Desk
from bot.ui.names import short
from bot.ui.screen import Screen
from storage import matches, outbox, people, ratings
from storage.ratings import Change
from storage.rows import QueuedMessage

log = logging.getLogger(__name__)

ONE_PERSON = discord.AllowedMentions(users=True, roles=False, everyone=False)
_A_WEEK: Literal[10080] = 10080
"""After so many quiet minutes Discord archives a thread."""
PLACELESS = "I can no longer write where this match is played. It goes on here, in private messages."
PLACED = "and I can write where it is played again."
_LEFT = "I cannot reach <@{}> any more. The match stands, and its clock decides."
_SILENT = "I cannot reach <@{}> right now. The match stands, and I tell them as soon as I can."


class PublicPosts:
    """Sends what stands in the thread of a match, or in its channel."""

    def __init__(self, desk: Desk, client: discord.Client) -> None:
        self._desk = desk
        self._host = desk.host
        self._client = client

    async def thread(self, message: QueuedMessage) -> int | None:
        """The thread of a match; where none can be made, the channel takes its place."""
        table = await self._host.table(message.payload["match"])
        if table.match.thread is not None or table.match.channel is None:
            return table.match.thread
        if isinstance(self._client.get_channel(table.match.channel), discord.Thread):
            # No thread begins in a thread: the match is played in the one in which it was agreed.
            return None
        try:
            thread = await self._make_thread(table, message)
        except discord.HTTPException as error:
            if not isinstance(refusals.meaning(error), Undeliverable):
                raise
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
            except refusals.NETWORK as error:
                log.info("%s cannot be brought into the thread of %s: %s", person, table.match.id, error)

    async def _make_thread(self, table: Table, message: QueuedMessage) -> int:
        """A thread on the card, or the one that is there already. A card that was lost is posted again:
        Discord begins no two threads on one message, so an attempt that broke off can be repeated."""
        name, channel = await self._thread_name(table), table.match.channel or 0
        card = table.match.board_message or await self._card_again(table, message)
        try:
            return await self._thread_on(channel, card, name)
        except discord.HTTPException as error:
            if error.code != refusals.UNKNOWN_MESSAGE:
                raise
        return await self._thread_on(channel, await self._card_again(table, message), name)

    async def _thread_on(self, channel: int, card: int, name: str) -> int:
        try:
            made = await self._client.http.start_thread_with_message(
                channel, card, name=name, auto_archive_duration=_A_WEEK
            )
        except discord.HTTPException as error:
            if error.code == refusals.THREAD_IS_THERE:
                return card
            raise
        return int(made["id"])

    async def _card_again(self, table: Table, message: QueuedMessage) -> int:
        """Post the card of a match whose own one is lost, with a nonce, so that it does not show twice."""
        card = await screens.match_card(table.match)
        place = self._client.get_partial_messageable(table.match.channel or 0)
        sent = await place.send(**card.as_new(), nonce=f"{nonce_of(message)}c", allowed_mentions=NO_PINGS)
        async with self._host.database.write() as w:
            await matches.set_board_message(w, table.match.id, sent.id)
        return sent.id

    async def _thread_name(self, table: Table) -> str:
        names = []
        async with self._host.database.read() as r:
            for row in table.match.seats:
                person = await people.get(r, row.person) if row.person is not None else None
                names.append(short(person.name) if person else words.bot_name(table.match.game, row.level))
        return f"{' – '.join(names)} · {table.game.title}"[:100]

    async def board(self, message: QueuedMessage) -> int | None:
        """The public board, unless a newer one waits already."""
        if await is_overtaken(self._host, message):
            return None
        table = await self._host.table(message.payload["match"])
        number = min(message.payload["number"], table.length)
        more = await ending_lines(self._host, table)
        screen = await screens.public_board(table, number, await self._desk.due_at(table), more)
        posted, before = await self.post(table, screen, message, NO_PINGS), table.match.board_message
        async with self._host.database.write() as w:
            await matches.set_board_message(w, table.match.id, posted)
        if before != posted and (message.payload["number"] > 0 or table.match.reason is not None):
            await self._strip_buttons(table)
        return posted

    async def post(
        self, table: Table, screen: Screen, message: QueuedMessage, mentions: discord.AllowedMentions
    ) -> int:
        """Post in the thread; in the channel when the thread is shut. Where both are, the match goes on in
        private, which its people are told, and the thread is tried again with the next post."""
        match, reasons = table.match, list[str]()
        arguments = {**screen.as_new(), "nonce": nonce_of(message), "allowed_mentions": mentions}
        for place in filter(None, (match.thread, match.channel)):
            try:
                sent = await self._client.get_partial_messageable(place).send(**arguments)
            except discord.HTTPException as error:
                if error.code not in refusals.PLACE_IS_SHUT:
                    raise
                reasons.append(f"{place}: {error.code} {error.text}")
                for file in screen.files:
                    file.reset()
            else:
                if reasons:
                    await self._leave_thread(table)
                return sent.id
        await self._tell_of_place(table)
        raise Unheard(f"the match has no public place ({', '.join(reasons)})")

    async def _tell_of_place(self, table: Table) -> None:
        """The match goes on in private, which both people are told."""
        told = [notices.place(table, row.seat, self._host.now()) for row in table.match.seats]
        async with self._host.database.write() as w:
            await outbox.add(w, [message for message in told if message is not None])
        self._host.outbox.wake()

    async def _leave_thread(self, table: Table) -> None:
        log.info("the thread of %s is shut, its channel takes its place", table.match.id)
        async with self._host.database.write() as w:
            await matches.set_thread(w, table.match.id, None)

    async def _strip_buttons(self, table: Table) -> None:
        """The newest post alone has buttons. Old messages may be edited only rarely (30046): may fail."""
        match = table.match
        place = match.thread or match.channel
        # A thread has the id of the card that it starts from; where the first board was overtaken by the next
        # one, the card is all there was before, and it is no board.
        if match.board_message in (None, match.thread) or place is None:
            return
        channel = self._client.get_partial_messageable(place)
        try:
            message = await channel.fetch_message(match.board_message)
            await message.edit(view=_without_buttons(message), allowed_mentions=NO_PINGS)
        except refusals.NETWORK as error:
            log.info("an older board of %s keeps its buttons: %s", match.id, error)

    async def call(self, message: QueuedMessage) -> int | None:
        """A call of one person; where it cannot be heard, what it stands for is kept until it can."""
        payload = message.payload
        table = await self._host.table(payload["match"])
        public = screens.call_to_thread(payload["person"], payload["text"], table.match.id)
        try:
            return await self.post(table, public, message, ONE_PERSON)
        except Unheard as error:
            async with self._host.database.write() as w:
                unheard = message.nonce.removeprefix("call:")
                await outbox.unsay(w, unheard, str(error), self._host.now())
            await miss(self._host, table, message)
            raise Undeliverable("told when the person can be reached again") from None


async def is_overtaken(host: Host, message: QueuedMessage) -> bool:
    """Whether something newer of the same kind waits in the same place."""
    async with host.database.read() as r:
        return await outbox.is_overtaken(r, message, host.now())


async def ending_lines(host: Host, table: Table) -> str:
    """What follows from the end besides the result: how both legs ended together, and the new ratings."""
    if table.match.reason is None:
        return ""
    return "\n".join(filter(None, (await legs_line(host, table), await _ratings_line(host, table))))


async def _ratings_line(host: Host, table: Table) -> str:
    """The new ratings; after a second leg, what both have changed. Of a sealed leg, that they follow."""
    match = table.match
    if table.sealed:
        return words.RATINGS_FOLLOW if match.rated else ""
    async with host.database.read() as r:
        changes = await ratings.changes_of_match(r, match.id)
        first = await ratings.changes_of_match(r, match.previous_leg) if match.previous_leg else []
    return words.rating_line(_summed(first, changes), lambda seat: words.who_sits(table, seat))


def _summed(first: list[Change], second: list[Change]) -> list[Change]:
    """What two legs have changed together, by the seats of the second one: sides are swapped between them."""
    begun = {1 - one.seat: msgspec.structs.replace(one, seat=1 - one.seat) for one in first}
    ended = {one.seat: msgspec.structs.replace(one, before=begun.get(one.seat, one).before) for one in second}
    return [one for _, one in sorted({**begun, **ended}.items())]


async def legs_line(host: Host, table: Table) -> str:
    """How both legs ended together; empty until they have."""
    winner = await legs.outcome(host, table)
    if winner is None:
        return ""
    if isinstance(winner, str):
        return "Both legs together are drawn."
    return f"Both legs together: {words.who_sits(table, winner)} wins the match."


async def tell(host: Host, table: Table, whom: tuple[int, ...], occasion: str, text: str) -> None:
    """A sentence in private about how a match is played, to each person once."""
    line, now = f"{table.game.title}, {words.players(table.match)}: {text}", host.now()
    told = [notices.note(one, line, f"{occasion}:{table.match.id}:{one}", now) for one in whom]
    async with host.database.write() as w:
        await outbox.add(w, told)
    host.outbox.wake()


async def miss(host: Host, table: Table, message: QueuedMessage, *, has_left: bool = False) -> None:
    """Somebody cannot be told: while it is about their turn their clock stands, and the other side learns of
    it. GEN-7

    Not the clock of somebody who has left the server by themselves: else a loss could be walked away from."""
    person = message.payload["person"]
    if table.match.reason is not None:
        return
    log.warning("%s cannot be reached in %s", person, table.match.id)
    if has_left or not await silences.pause(host, table, message):
        others = tuple(other for other in table.people() if other != person)
        said = (_LEFT if has_left else _SILENT).format(person)
        await tell(host, table, others, f"silent:{person}", said)


def nonce_of(message: QueuedMessage) -> str:
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
