"""Sending a digest, and what becomes of its rows when it doesn't arrive."""

from __future__ import annotations

from bot.core.errors import UserError
from bot.core.sending import Unreachable
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.requests.direct import Shut
from bot.play.clocks import clocks, silences
from bot.play.outbox import digests
from bot.play.outbox.ui import digest
from bot.play.outbox.ui.private_messages import PrivateMessages
from storage.rows import QueuedMessage
from storage.tables import outbox


class DigestMessages:
    """Sends digests."""

    def __init__(self, ctx: UiContext) -> None:
        self._ctx = ctx
        self._app = ctx.app
        self._messages = PrivateMessages(ctx)

    async def send(self, message: QueuedMessage) -> int | None:
        """One message for all that still matters of the rows of a digest."""
        async with self._app.database.read() as r:
            rows = await digests.contents(r, message)
        mattering = [(row, entry) for row in rows for entry in await self._entries(row)]
        posted, now = None, self._app.now()
        try:
            if mattering:
                screen = digest.screen(digest.sorted_out(mattering))
                posted = await self._messages.direct(message.payload["person"], screen, message)
        except Shut as shut:
            await self._scatter(rows, shut)
            return None
        async with self._app.database.write() as w:
            for row in rows:
                await outbox.mark_sent(w, row, posted, now)
        for row, entry in mattering:
            if entry is not None:
                await silences.resume(self._app, row.payload["person"], entry.state.match.id)
        return posted

    async def _entries(self, row: QueuedMessage) -> list[digest.DigestEntry | None]:
        """The match of a row that still matters, None where it has none; nothing when it is of no use now, or
        its reader doesn't want to hear it."""
        if await digests.is_muted(self._app, row):
            return []
        if "match" not in row.payload:
            return [None]
        try:
            state = await self._app.match_state(row.payload["match"])
        except UserError:
            return []
        if not digest.still_matters(row.kind, row.payload, state):
            return []
        seat = row.payload.get("seat", state.seat_of(row.payload["person"]) or 0)
        return [digest.DigestEntry(state, seat, await clocks.due_in(self._ctx.app, state.match, seat))]

    async def _scatter(self, rows: list[QueuedMessage], shut: Shut) -> None:
        """Private messages don't arrive: each row goes its own way after all."""
        for row in rows:
            entries, now = await self._entries(row), self._app.now()
            try:
                if entries and entries[0] is None:
                    await self._messages.note(row.payload["person"], shut)
                    raise Unreachable(str(shut))
                if entries and entries[0] is not None:
                    await self._messages.call_instead(entries[0].state, row, shut)
            except Unreachable as error:
                async with self._app.database.write() as w:
                    await outbox.mark_failed(w, row, str(error), now, unheard=True)
            else:
                async with self._app.database.write() as w:
                    await outbox.mark_sent(w, row, None, now)


async def several(ctx: UiContext, message: QueuedMessage) -> int | None:
    """A digest."""
    return await DigestMessages(ctx).send(message)
