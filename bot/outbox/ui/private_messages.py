"""What one person alone sees: private messages, digests, and what becomes of them when those are closed."""

from __future__ import annotations

import discord

from bot.clocks import silences
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.core.sending import Unreachable
from bot.outbox import digests, notices
from bot.outbox.ui import digest
from bot.posts.ui.posting import miss, nonce_of
from bot.ui import calling, discord_errors
from bot.ui.context import NO_PINGS, UiContext
from bot.ui.items import Screen
from storage import outbox, people
from storage.rows import QueuedMessage

_CALLS = {
    notices.BRIEFING: "Your match has started; I can't DM you, so open it here.",
    notices.PING: "It's your turn.",
    notices.REMINDER: "It's still your turn.",
    notices.RESULT: "The match is over.",
    notices.NOTE: "There's something here for you to answer.",
    notices.PLACE: "Your match continues here.",
    notices.BACK: "It's your turn.",
}
"""What is said in public to somebody whose private messages are closed."""


class PrivateMessages:
    """Sends what is for one person."""

    def __init__(self, ctx: UiContext) -> None:
        self._ctx = ctx
        self._app = ctx.app
        self._client = ctx.client

    async def _direct(self, person: int, screen: Screen, message: QueuedMessage) -> int:
        channel = await self._client.create_dm(discord.Object(person))
        sent = await calling.send(
            channel, screen, self._ctx.links, mentions=NO_PINGS, nonce=nonce_of(message)
        )
        await self._messages_are_open(person)
        return sent.id

    async def by_itself(self, message: QueuedMessage, screen: Screen) -> int:
        """A private message about no single match; Unheard where those are closed."""
        try:
            return await self._direct(message.payload["person"], screen, message)
        except discord.HTTPException as error:
            if error.code not in discord_errors.CLOSED:
                raise
            await self._messages_are_closed(message.payload["person"])
            raise Unreachable(f"{error.code} {error.text}") from None

    async def _messages_are_closed(self, person: int) -> None:
        async with self._app.database.write() as w:
            await people.set_dms_open(w, person, False)

    async def _messages_are_open(self, person: int) -> None:
        """Where they were closed until now, what was not heard follows."""
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
        """A private message; when those are closed, a call in public whose button opens the same."""
        try:
            return await self._direct(message.payload["person"], screen, message)
        except discord.HTTPException as error:
            if error.code not in discord_errors.CLOSED:
                raise
        await self._call_instead(state, message)
        return None

    async def _call_instead(self, state: MatchState, message: QueuedMessage) -> None:
        """Call somebody in public whose private messages are closed; Unheard when that cannot reach them."""
        person, match = message.payload["person"], state.match
        await self._messages_are_closed(person)
        if match.guild is None or await self._has_left(match.guild, person):
            await miss(self._app, state, message, has_left=True)
            raise Unreachable(f"{person}'s DMs are closed, and there's no public place to reach them")
        called = notices.call(match.id, message, _CALLS[message.kind], self._app.now())
        async with self._app.database.write() as w:
            await outbox.add(w, [called])
            await outbox.retry(w, called.nonce)
        self._app.outbox.wake()

    async def _has_left(self, guild: int, person: int) -> bool:
        try:
            await self._client.http.get_member(guild, person)
        except discord_errors.NETWORK as error:
            return getattr(error, "code", 0) in {discord_errors.UNKNOWN_MEMBER, discord_errors.UNKNOWN_USER}
        return False

    async def several(self, message: QueuedMessage) -> int | None:
        """One message for all that still matters of the rows of a digest."""
        async with self._app.database.read() as r:
            rows = await digests.contents(r, message)
        mattering = [(row, entry) for row in rows for entry in await self._entries(row)]
        posted, now = None, self._app.now()
        try:
            if mattering:
                screen = digest.screen(digest.sorted_out(mattering))
                posted = await self.by_itself(message, screen)
        except Unreachable:
            await self._scatter(rows)
            return None
        async with self._app.database.write() as w:
            for row in rows:
                await outbox.mark_sent(w, row.id, posted, now)
        for row, entry in mattering:
            if entry is not None:
                await silences.resume(self._app, row.payload["person"], entry.state.match.id)
        return posted

    async def _entries(self, row: QueuedMessage) -> list[digest.DigestEntry | None]:
        """The match of a row that still matters, None where it has none; nothing when it is of no use now."""
        if "match" not in row.payload:
            return [None]
        try:
            state = await self._app.match_state(row.payload["match"])
        except UserError:
            return []
        if not digest.still_matters(row.kind, row.payload, state):
            return []
        seat = row.payload.get("seat", state.seat_of(row.payload["person"]) or 0)
        return [digest.DigestEntry(state, seat, await self._ctx.due_at(state, seat))]

    async def _scatter(self, rows: list[QueuedMessage]) -> None:
        """Private messages are closed: each row goes its own way after all."""
        for row in rows:
            entries, now = await self._entries(row), self._app.now()
            try:
                if entries and entries[0] is None:
                    raise Unreachable("DMs are closed")
                if entries and entries[0] is not None:
                    await self._call_instead(entries[0].state, row)
            except Unreachable as error:
                async with self._app.database.write() as w:
                    await outbox.mark_failed(w, row.id, str(error), now, unheard=True)
            else:
                async with self._app.database.write() as w:
                    await outbox.mark_sent(w, row.id, None, now)


async def several(ctx: UiContext, message: QueuedMessage) -> int | None:
    """A digest."""
    return await PrivateMessages(ctx).several(message)
