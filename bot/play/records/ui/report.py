"""What verifying a record has found, in words."""

from __future__ import annotations

from typing import Any

from bot.core.match_state import MatchState, nickname
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import OpenMatch
from bot.discord_kit.text import markdown
from bot.play.records.ui.buttons import ExportRecord
from bot.play.records.verifying import Report
from bot.play.wording import matches
from games import GAMES
from games.core.checks import Check

_MARKS = {True: "✓", False: "✗", None: "?"}
_BY_ONESELF = "-# You can check a file without me, too: run `python -m games verify FILE` in my source code."


def report_screen(report: Report, state: MatchState | None) -> Screen:
    """What was found, one thing a line, and the way to the match."""
    known = state.match if state is not None and state.match.reason is not None else None
    which = []
    if state is not None and known is not None:
        which = [f"-# {nickname(known.id)} · {matches.players(known)}"]
    heading = [f"### {_heading(report)}", *which]
    parts: list[Any] = [items.text("\n".join((*heading, *map(_line, report.checks))))]
    if report.record is not None:
        parts.append(items.text(_BY_ONESELF))
    if known is not None:
        parts.append(items.row(*_ways_on(known.id)))
    return Screen(items.message(*parts))


def _ways_on(match_id: str) -> tuple[items.Tap, ...]:
    return items.button("Open", OpenMatch(match_id)), items.button("Record", ExportRecord(match_id))


def _heading(report: Report) -> str:
    record = report.record
    what = GAMES[record.game].title if record is not None else "This file"
    if report.is_false:
        return f"{what}: something's wrong"
    if record is None:
        return "Can't verify this now"
    return f"{what}: everything checks out" if report.is_proved else f"{what}: no problems found"


def _line(check: Check) -> str:
    said, *more = check.sentence.splitlines()
    first = f"**{_MARKS[check.fine]} {check.subject}** · {markdown.plain((said,))}"
    return "\n".join((first, *(f"- {markdown.plain((line,))}" for line in more)))
