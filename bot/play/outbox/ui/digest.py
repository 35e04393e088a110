"""Digests as Discord shows them: one DM for all that still matters to a person.

A digest has only names, times and results, nothing of a view; a button opens each match.
"""

from __future__ import annotations

import discord
import msgspec

from bot.core import notices
from bot.core.errors import UserError
from bot.core.match_state import MatchState, is_same_turn, nickname
from bot.core.sending import Unreachable
from bot.core.time_controls import Due
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import OpenMatch
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.requests.direct import Shut
from bot.discord_kit.text import markdown
from bot.play.clocks import clocks, silences
from bot.play.clocks.clocks import urgency
from bot.play.outbox import digests
from bot.play.outbox.ui.private_messages import PrivateMessages
from bot.play.wording import matches as words
from storage.rows import Json, QueuedMessage
from storage.tables import outbox

MOST_ENTRIES = 12
"""The maximum number of matches with a line and a button; /matches lists the rest."""


class DigestEntry(msgspec.Struct, frozen=True):
    """One match in a digest."""

    state: MatchState
    seat: int
    due_at: Due = None


class Contents(msgspec.Struct, frozen=True):
    """The contents of a digest: all notes, and each match once, by whose turn it is or as a result."""

    turns: tuple[DigestEntry, ...] = ()
    others: tuple[DigestEntry, ...] = ()
    results: tuple[DigestEntry, ...] = ()
    notes: tuple[str, ...] = ()


def still_matters(kind: str, payload: Json, state: MatchState) -> bool:
    """Return whether a message about a match is still worth saying in its current position."""
    if kind == notices.NOTE:
        return True
    if kind == notices.RESULT:
        return state.match.reason is not None
    if kind == notices.BRIEFING:
        return state.match.reason is None
    if payload["seat"] not in state.to_act:
        return False
    if kind == notices.REMINDER:
        return state.turn_number == int(payload["turn"])
    return is_same_turn(state, payload["number"])


def sort_contents(rows: list[tuple[QueuedMessage, DigestEntry | None]]) -> Contents:
    """Return the contents of a digest, the most urgent turns first.

    The rows are those that still matter, each with its match (None: it's about none).
    """
    matches = {row.payload["match"]: entry for row, entry in rows if entry is not None}
    entries = sorted(matches.values(), key=lambda e: urgency(e.due_at))
    running = [e for e in entries if e.state.match.reason is None]
    return Contents(
        turns=tuple(e for e in running if e.seat in e.state.to_act),
        others=tuple(e for e in running if e.seat not in e.state.to_act),
        results=tuple(e for e in entries if e.state.match.reason is not None),
        notes=tuple(row.payload["text"] for row, _ in rows if row.kind == notices.NOTE),
    )


def screen(contents: Contents, now: int) -> Screen:
    """Return the digest as a message: a line for each match, and a button with its name below."""
    told = [
        *((_turn_line(entry), _opening(entry, items.STRONG)) for entry in contents.turns),
        *((_result_line(entry), _opening(entry)) for entry in contents.results),
        *((_other_line(entry), _opening(entry)) for entry in contents.others),
    ]
    shown, left = told[:MOST_ENTRIES], len(told) - MOST_ENTRIES
    lines = [
        *(line for line, _ in shown),
        *([f"… and {left} more: `/matches` lists them all."] if left > 0 else []),
        *(f"- {note}" for note in contents.notes),
    ]
    taps = [tap for _, tap in shown]
    return Screen(items.sentence("\n".join(lines), *items.rows(taps)), push=_heading(contents, now))


def _heading(contents: Contents, now: int) -> str:
    """Return the line for a lock screen: the most urgent turn, or else the first result, match or note."""
    turns, others = contents.turns, (*contents.results, *contents.others)
    if turns:
        first = f"{_against(turns[0])}{words.format_time_left(turns[0].due_at, now)}"
        more = f"in {len(turns)} matches, first " if len(turns) > 1 else ""
        return f"Your turn {more}{first}"
    if contents.results:
        return f"{words.outcome(others[0].state, others[0].seat)} {_against(others[0])}"
    told = f"your match {_against(others[0])}" if others else markdown.on_a_lock_screen(contents.notes[0])
    return f"What you missed: {told}"


def _against(entry: DigestEntry) -> str:
    return words.against(entry.state, entry.seat)


def _opening(entry: DigestEntry, style: discord.ButtonStyle = items.QUIET) -> items.Tap:
    match_id = entry.state.match.id
    return items.button(nickname(match_id), OpenMatch(match_id), style)


def _turn_line(entry: DigestEntry) -> str:
    return f"**Your turn** · {_sides(entry)}{words.until(entry.due_at)}"


def _other_line(entry: DigestEntry) -> str:
    return f"**In progress** · {_sides(entry)}"


def _result_line(entry: DigestEntry) -> str:
    return f"**{words.result_for(entry.state, entry.seat)}** · {_sides(entry)}"


def _sides(entry: DigestEntry) -> str:
    state, opponent = entry.state, words.opponent(entry.state, entry.seat)
    return f"{state.title}{words.as_side(state.game, entry.seat)} against {opponent}"


class DigestMessages:
    """The sender of digests."""

    def __init__(self, ctx: UiContext) -> None:
        self._ctx = ctx
        self._app = ctx.app
        self._messages = PrivateMessages(ctx)

    async def send(self, message: QueuedMessage) -> int | None:
        """Send one message for all that still matters in a digest; return its id, or None if nothing does."""
        async with self._app.database.read() as r:
            rows = await digests.contents(r, message)
        mattering = [(row, entry) for row in rows for entry in await self._entries(row)]
        posted, now = None, self._app.now()
        try:
            if mattering:
                told = screen(sort_contents(mattering), now)
                posted = await self._messages.direct(message.payload["person"], told, message)
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

    async def _entries(self, row: QueuedMessage) -> list[DigestEntry | None]:
        """Return the match of a message as a list of one, [None] if it has none.

        The list is empty if the message no longer matters or its reader has muted it.
        """
        if await digests.is_muted(self._app, row):
            return []
        if "match" not in row.payload:
            return [None]
        try:
            state = await self._app.match_state(row.payload["match"])
        except UserError:
            return []
        if not still_matters(row.kind, row.payload, state):
            return []
        seat = row.payload.get("seat", state.seat_of(row.payload["person"]) or 0)
        return [DigestEntry(state, seat, await clocks.due_in(self._ctx.app, state.match, seat))]

    async def _scatter(self, rows: list[QueuedMessage], shut: Shut) -> None:
        """Handle each message of a digest separately, because the person gets no DMs."""
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
    """Send a digest."""
    return await DigestMessages(ctx).send(message)
