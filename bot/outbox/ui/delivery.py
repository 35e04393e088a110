"""The outbox meets Discord: every kind of message, and what each no of Discord means for it."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import discord
import msgspec

from bot.clocks import heartbeats, silences
from bot.core.refused import Refused
from bot.core.table import Table, is_same_turn
from bot.matches import dealing
from bot.outbox import notices
from bot.outbox.errors import Undeliverable, Unheard
from bot.outbox.ui.private_messages import PrivateMessages
from bot.overview.ui.home import HomeMessages
from bot.posts.ui.places import Places
from bot.posts.ui.public_posts import ONE_PERSON, PLACED, PLACELESS, PublicPosts, ending_lines, is_overtaken
from bot.ui import custom_ids, items, refusals, screens, words
from bot.ui.desk import NO_PINGS, Desk
from bot.ui.screen import Screen
from storage import challenges, deadlines, outbox
from storage.rows import Challenge, QueuedMessage

log = logging.getLogger(__name__)

_TROUBLE_SECONDS = 5
_STOPPED = "I cannot reach {} right now, so their clock is stopped until I can tell them."


class Delivery:
    """Sends what the outbox holds; texts and pictures are made now, from the addressee's own view."""

    def __init__(self, desk: Desk, client: discord.Client) -> None:
        self._desk = desk
        self._host = desk.host
        self._client = client
        self._gone = 0
        """How often the gateway has gone."""
        self._public = PublicPosts(desk, client)
        self._private = PrivateMessages(desk, client)
        client.http.max_ratelimit_timeout = refusals.LONGEST_WAIT_SECONDS
        for heard in (self.on_guild_join, self.on_connect, self.on_resumed, self.on_disconnect):
            client.event(heard)
        Places(desk, client)
        self._kinds: dict[str, Callable[[QueuedMessage], Awaitable[int | None]]] = {
            notices.CARD: self._card,
            notices.THREAD: self._public.thread,
            notices.BOARD: self._public.board,
            notices.CALL: self._public.call,
            notices.BRIEFING: self._briefing,
            notices.PING: self._ping,
            notices.REMINDER: self._reminder,
            notices.RESULT: self._result,
            notices.NOTE: self._note,
            notices.PLACE: self._place,
            notices.BACK: self._back,
            notices.MISSED: self._missed,
            notices.DIGEST: self._private.several,
            notices.HOME: HomeMessages(desk, client).follow,
        }

    async def deliver(self, message: QueuedMessage) -> int | None:
        """Send one message; see `bot.outbox.delivering.Messenger`."""
        try:
            posted = await self._kinds[message.kind](message)
            if posted is not None and "match" in message.payload and "person" in message.payload:
                await silences.resume(self._host, message.payload["person"], message.payload["match"])
            return posted
        except Refused as error:
            raise Undeliverable(str(error)) from None
        except refusals.NETWORK as error:
            if refusals.is_unauthorized(error):
                self._client.dispatch("unauthorized")
            raise refusals.meaning(error) from None

    async def on_connect(self) -> None:
        """The gateway is there again, with a new session: what waits for Discord need not wait any longer."""
        with self._desk.under_way.answer():
            await self._people_are_back()
            async with self._host.database.write() as w:
                await outbox.hasten_retries(w)
                await deadlines.release(w)
        self._host.wake()

    async def on_resumed(self) -> None:
        """The same, with the old session."""
        await self.on_connect()

    async def on_disconnect(self) -> None:
        """The gateway is gone: nobody's taps arrive."""
        self._gone += 1
        self._host.reachable = False

    async def _people_are_back(self) -> None:
        """Before any clock runs on: the time in which nobody could move is given back."""
        gone = self._gone
        while not self._host.reachable and gone == self._gone:
            try:
                await heartbeats.give_back(self._host)
            except Exception:
                log.exception("an outage could not be noted; clocks wait until it can")
                await self._host.clock.until(self._host.now() + _TROUBLE_SECONDS)
            else:
                # It may be gone again since then; whoever hears that it is back looks after that.
                self._host.reachable = self._host.reachable or gone == self._gone
        self._host.deadlines.wake()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was invited, maybe again: what nobody could be told may be heard now."""
        with self._desk.under_way.answer():
            await silences.regained(self._host, guild.id)
            async with self._host.database.write() as w:
                revived = await outbox.revive(w)
        log.info("invited to %s: %d messages are tried again", guild.id, revived)
        self._host.outbox.wake()

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
        except refusals.NETWORK as error:
            meant = refusals.meaning(error)
            if not isinstance(meant, Undeliverable):
                raise meant from None
            log.info("the preview of %s cannot be changed any more: %s", payload["match"], error)

    async def _card(self, message: QueuedMessage) -> int | None:
        async with self._host.database.read() as r:
            challenge = await challenges.get(r, message.payload["challenge"])
        if challenge is None or challenge.message is None or await is_overtaken(self._host, message):
            return None
        channel = self._client.get_partial_messageable(challenge.channel)
        edited = (await self._card_of(challenge)).as_edit()
        await channel.get_partial_message(challenge.message).edit(**edited, allowed_mentions=NO_PINGS)
        return challenge.message

    async def _card_of(self, challenge: Challenge) -> Screen:
        """The card as it stands now; that of a match against the bot says whether that counts."""
        if challenge.level is None:
            return await screens.challenge_card(challenge)
        if challenge.match_id is not None:
            rated = (await self._host.table(challenge.match_id)).match.rated
            challenge = msgspec.structs.replace(challenge, rated=rated)
        return await screens.offer_card(challenge)

    async def _briefing(self, message: QueuedMessage) -> int | None:
        table = await self._host.table(message.payload["match"])
        seat = message.payload["seat"]
        if table.match.reason is not None:
            return None
        line = _who_begins(table, seat)
        return await self._private.about_a_match(
            table, seat, screens.briefing_panel(table, seat, line), message
        )

    async def _ping(self, message: QueuedMessage) -> int | None:
        table = await self._host.table(message.payload["match"])
        seat = message.payload["seat"]
        if seat not in table.to_act or not is_same_turn(table, message.payload["number"]):
            return None
        link = f" in <#{table.match.thread}>" if table.match.thread else ""
        screen = await screens.ping(table, seat, await self._desk.due_at(table, seat), link)
        seen_now, posted = await dealing.look(self._host, table, seat), None
        try:
            posted = await self._private.about_a_match(table, seat, screen, message)
        finally:
            if seen_now and posted is None:
                await dealing.unsee(self._host, table.match.id, seat)
        return posted

    async def _reminder(self, message: QueuedMessage) -> int | None:
        """A turn that still waits; nothing when it has been played meanwhile."""
        payload = message.payload
        table, seat = await self._host.table(payload["match"]), payload["seat"]
        if seat not in table.to_act or table.turns[-1] != payload["turn"]:
            return None
        due_at = await self._desk.due_at(table, seat)
        if payload["where"] == "thread" and table.match.guild is not None:
            line = screens.waiting_line(due_at)
            public = screens.call_to_thread(payload["person"], line, table.match.id)
            with suppress(Unheard):
                return await self._public.post(table, public, message, ONE_PERSON)
        return await self._private.about_a_match(table, seat, screens.reminder(table, seat, due_at), message)

    async def _result(self, message: QueuedMessage) -> int | None:
        table = await self._host.table(message.payload["match"])
        seat = message.payload["seat"]
        screen = await screens.result(table, seat, await ending_lines(self._host, table))
        return await self._private.about_a_match(table, seat, screen, message)

    async def _place(self, message: QueuedMessage) -> int | None:
        """That the match has lost its place, and goes on in private."""
        table = await self._host.table(message.payload["match"])
        if table.match.reason is not None:
            return None
        text = f"{table.game.title}, {words.players(table.match)}: {PLACELESS}"
        return await self._with_way_in(table, message, text)

    async def _back(self, message: QueuedMessage) -> int | None:
        """That it has its place again, which is news to somebody whose clock is stopped."""
        table, seat = await self._host.table(message.payload["match"]), message.payload["seat"]
        if not await silences.is_stopped(self._host, table, seat):
            return None
        waits = screens.waiting_line(await self._desk.due_at(table, seat))
        return await self._with_way_in(table, message, f"{waits} {table.game.title}, {PLACED}")

    async def _with_way_in(self, table: Table, message: QueuedMessage, text: str) -> int | None:
        """A sentence with a button that opens its match."""
        opening = items.row(items.button("Open", custom_ids.make("open", table.match.id), items.STRONG))
        seat = table.seat_of(message.payload["person"]) or 0
        screen = Screen(items.sentence(text, opening))
        return await self._private.about_a_match(table, seat, screen, message)

    async def _missed(self, message: QueuedMessage) -> int | None:
        """That the other side's clock is stopped; nothing when it goes on."""
        table, seat = await self._host.table(message.payload["match"]), message.payload["missed"]
        if not await silences.is_stopped(self._host, table, seat):
            return None
        said = _STOPPED.format(words.who_sits(table, seat))
        text = f"{table.game.title}, {words.players(table.match)}: {said}"
        return await self._private.by_itself(message, Screen(items.sentence(text)))

    async def _note(self, message: QueuedMessage) -> int | None:
        """One sentence; about a match with a way in, and a call in its thread where it cannot be written."""
        text, match_id = message.payload["text"], message.payload.get("match")
        if match_id is None:
            return await self._private.by_itself(message, Screen(items.sentence(text)))
        return await self._with_way_in(await self._host.table(match_id), message, text)


def _who_begins(table: Table, seat: int) -> str:
    if len(table.to_act) > 1:
        return "You both begin at the same time, each in secret."
    if seat not in table.to_act:
        return ""
    return "It is your turn." if table.length else "You begin."
