"""DMs, and what replaces them if the person's DMs are closed."""

from __future__ import annotations

import discord

from bot.core import notices
from bot.core.match_state import MatchState
from bot.core.sending import NoRoom, Unreachable
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions import live_panels, members
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.requests import calling, servers
from bot.discord_kit.requests.direct import Shut
from bot.play.matches.ui import messages
from bot.play.outbox import delivering
from bot.play.outbox.ui.rows import miss, nonce_of
from storage.rows import QueuedMessage
from storage.tables import outbox, people

LONGEST_WAIT_SECONDS = 300
"""The longest a message waits for room to open a DM; after that the person is pinged in public."""
_CALLS = {
    notices.BRIEFING: "Your match {} has started; I can't DM you, so open it here",
    notices.PING: "It's your turn {}",
    notices.REMINDER: "It's still your turn {}",
    notices.RESULT: "Your match {} is over",
    notices.NOTE: "There's news for you about your match {}",
    notices.PLACE: "Your match {} continues here",
    notices.BACK: "It's your turn {}",
}
"""The public call for each kind of message, if the person's DMs are closed; it names the match at {}."""
_ELSEWHERE = "If the button doesn't work for you here, send me `/matches` in a DM and play there."
"""An addition for a person who can only read on the server; the reason stays private."""


class PrivateMessages:
    """The sender of messages to one person."""

    def __init__(self, ctx: UiContext) -> None:
        self._ctx = ctx
        self._app = ctx.app
        self._client = ctx.client

    async def direct(self, person: int, screen: Screen, message: QueuedMessage) -> int:
        """Send a DM and return its id.

        Raises Shut if none arrives, or not within `LONGEST_WAIT_SECONDS`; NoRoom to wait for a shorter time.
        """
        nonce = nonce_of(message)

        async def send(place: discord.PartialMessageable) -> discord.Message:
            for file in screen.files:
                file.reset()
            return await calling.send(self._ctx, place, screen, nonce=nonce)

        try:
            sent = await self._ctx.direct.act(person, send, urgent=message.kind in notices.ABOUT_TURNS)
        except NoRoom as error:
            until = self._app.now() + error.seconds
            if until - message.due_at <= LONGEST_WAIT_SECONDS:
                raise
            raise Shut(str(error), until) from None
        if screen.panel is not None:
            await live_panels.note_message(self._ctx, person, screen.panel, sent)
        await self._messages_are_open(person)
        return sent.id

    async def by_itself(self, message: QueuedMessage, screen: Screen) -> int:
        """Send a DM about no single match; Unreachable if the person gets none."""
        person = message.payload["person"]
        try:
            return await self.direct(person, screen, message)
        except Shut as shut:
            await self.note(person, shut)
            raise Unreachable(str(shut)) from None

    async def note(self, person: int, shut: Shut) -> None:
        """Record that a person gets no DMs, or when to try again."""
        if shut.until is None:
            await self._messages_are_closed(person)
        else:
            await delivering.later(self._app, person, shut.until)

    async def _messages_are_closed(self, person: int) -> None:
        async with self._app.database.write() as w:
            await people.set_dms_open(w, person, False)

    async def _messages_are_open(self, person: int) -> None:
        """If a person's DMs were closed until now, send what they missed."""
        async with self._app.database.read() as r:
            known = await people.get(r, person)
        if known is None or known.dms_open:
            return
        async with self._app.database.write() as w:
            await people.set_dms_open(w, person, True)
            await outbox.revive(w, notices.person_lane(person))
        self._app.outbox.wake()

    async def about_a_match(
        self, state: MatchState, seat: int, screen: Screen, message: QueuedMessage
    ) -> int | None:
        """Send a DM; if those are closed, a public call whose button opens the same."""
        try:
            return await self.direct(message.payload["person"], screen, message)
        except Shut as shut:
            await self.call_instead(state, message, shut)
            return None

    async def call_instead(self, state: MatchState, message: QueuedMessage, shut: Shut) -> None:
        """Call a person in public who gets no DMs; Unreachable if that can't reach them."""
        person, match = message.payload["person"], state.match
        await self.note(person, shut)
        member = await servers.fetch_member(self._client, match.guild, person) if match.guild else None
        if member is None:
            by_themselves = match.guild is not None or shut.until is None
            await miss(self._app, state, message, has_left=by_themselves)
            raise Unreachable(f"{person} gets no DMs ({shut}), and there's no public place to reach them")
        now = self._app.now()
        more = _ELSEWHERE if members.only_reads(member, now) else ""
        called = notices.call(match.id, message, _CALLS[message.kind], now, more)
        async with self._app.database.write() as w:
            await outbox.add(w, [called])
            await outbox.retry(w, called.nonce)
        self._app.outbox.wake()


async def note(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Send a note; one about a match has a button that opens it, and a public call if DMs are closed."""
    text, match_id = message.payload["text"], message.payload.get("match")
    if match_id is None:
        return await PrivateMessages(ctx).by_itself(message, calling.sentence(text))
    state = await ctx.app.match_state(match_id)
    seat = state.seat_of(message.payload["person"]) or 0
    return await PrivateMessages(ctx).about_a_match(state, seat, messages.with_way_in(state, text), message)
