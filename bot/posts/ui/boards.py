"""What everybody sees of a match: its board, and calls of one person."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.clocks.time_control import Due
from bot.core.match_state import MatchState, narration_since_last_post
from bot.endings.ui.buttons import More
from bot.matches.ui import links
from bot.matches.ui.buttons import OpenMatch, ViewMatch
from bot.records.ui.buttons import ExportRecord
from bot.ui import items, markdown, pictures, words
from bot.ui.items import Screen


async def public_board(state: MatchState, number: int, due_at: Due, more: str = "") -> Screen:
    """What everybody may see after action `number`; `more` is a line about the end."""
    match = state.match
    over = match.reason is not None
    told = markdown.plain(_public_lines(state, number)) if number or over else words.players(match) + "."
    lines = [told, words.turn_line(state, due_at), more]
    file = await pictures.board(state.scene(None))
    parts: list[ui.Item[Any]] = [
        items.shown(file),
        items.text("\n".join(line for line in lines if line)),
    ]
    parts += items.rows(_board_buttons(state, over))
    return Screen(items.message(*parts), [file])


def _public_lines(state: MatchState, number: int) -> tuple[str, ...]:
    return (
        narration_since_last_post(state, number, None)
        if number < state.length
        else state.latest_narration(None)
    )


def _board_buttons(state: MatchState, over: bool) -> list[items.Tap]:
    match_id = state.match.id
    if over:
        return [items.button("My view", OpenMatch(match_id)), *links.after_the_end(state)]
    return [
        items.button("Move", OpenMatch(match_id), items.STRONG),
        items.button("My view", ViewMatch(match_id)),
        items.button("Record", ExportRecord(match_id)),
        items.button("⋯", More(match_id)),
    ]


def call_to_thread(person: int, line: str, match_id: str) -> Screen:
    """A public nudge for somebody whose private messages are closed; what it opens is theirs alone."""
    return Screen(items.sentence(f"<@{person}> {line}", links.opening("Open privately", match_id)))
