"""One private message instead of many: what still matters of all that was to be said to a person.

Only names, times and results stand in it, nothing of a view; what a match looks like is behind its button."""

from __future__ import annotations

from typing import Any

import discord
import msgspec
from discord import ui

from bot.clocks.clocks import urgency
from bot.clocks.time_control import Due
from bot.core.match_state import MatchState, is_same_turn
from bot.matches.ui.buttons import OpenMatch
from bot.outbox import notices
from bot.ui import items, words
from bot.ui.items import Screen
from storage.rows import Json, QueuedMessage

MOST_ENTRIES = 12
"""A section is three components; with the frame and three texts they make Discord's forty."""


class DigestEntry(msgspec.Struct, frozen=True):
    """One match in the digest."""

    state: MatchState
    seat: int
    due_at: Due = None


class Contents(msgspec.Struct, frozen=True):
    """What a digest tells, each match once: turns of its reader, other matches, results; and all notes."""

    turns: tuple[DigestEntry, ...] = ()
    others: tuple[DigestEntry, ...] = ()
    results: tuple[DigestEntry, ...] = ()
    notes: tuple[str, ...] = ()


def still_matters(kind: str, payload: Json, state: MatchState) -> bool:
    """Whether a row about a match is worth saying as the match stands now."""
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


def sorted_out(rows: list[tuple[QueuedMessage, DigestEntry | None]]) -> Contents:
    """Rows that matter with their matches (None: of no match), as a digest tells them; urgent turns first."""
    matches = {row.payload["match"]: entry for row, entry in rows if entry is not None}
    entries = sorted(matches.values(), key=lambda e: urgency(e.due_at))
    running = [e for e in entries if e.state.match.reason is None]
    return Contents(
        turns=tuple(e for e in running if e.seat in e.state.to_act),
        others=tuple(e for e in running if e.seat not in e.state.to_act),
        results=tuple(e for e in entries if e.state.match.reason is not None),
        notes=tuple(row.payload["text"] for row, _ in rows if row.kind == notices.NOTE),
    )


def screen(contents: Contents) -> Screen:
    """The digest as a message."""
    told = [
        *(_section("Open", _turn_line(entry), entry, items.STRONG) for entry in contents.turns),
        *(_section("Result", _result_line(entry), entry) for entry in contents.results),
        *(_section("Open", _other_line(entry), entry) for entry in contents.others),
    ]
    parts: list[ui.Item[Any]] = [items.text(f"### {_heading(contents)}"), *told[:MOST_ENTRIES]]
    if len(told) > MOST_ENTRIES:
        parts.append(items.text(f"… and {len(told) - MOST_ENTRIES} more: `/matches` lists them all."))
    if contents.notes:
        parts.append(items.text("\n".join(f"- {note}" for note in contents.notes)))
    return Screen(items.message(*parts), push=_heading(contents))


def _heading(contents: Contents) -> str:
    count = len(contents.turns)
    if count == 0:
        return "What you missed"
    return "Your turn in one match" if count == 1 else f"Your turn in {count} matches"


def _section(
    label: str, line: str, entry: DigestEntry, style: discord.ButtonStyle = items.QUIET
) -> ui.Section[Any]:
    opening = items.button(label, OpenMatch(entry.state.match.id), style)
    return ui.Section(items.text(line), accessory=opening)


def _turn_line(entry: DigestEntry) -> str:
    return f"**Your turn** · {_sides(entry)}{words.until(entry.due_at)}"


def _other_line(entry: DigestEntry) -> str:
    return f"**In progress** · {_sides(entry)}"


def _result_line(entry: DigestEntry) -> str:
    return f"{words.result_line(entry.state)} · {_sides(entry)}"


def _sides(entry: DigestEntry) -> str:
    state, opponent = entry.state, words.opponent(entry.state, entry.seat)
    return f"{state.title} as {state.game.seats[entry.seat]} against {opponent}"
