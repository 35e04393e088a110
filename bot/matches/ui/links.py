"""The ways from a message into a match, and on from its end."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.challenges.ui.buttons import Rematch
from bot.core.table import Table
from bot.matches.ui.buttons import OpenMatch
from bot.records.ui.buttons import ExportRecord, VerifyMatch, WatchReplay
from bot.ui import items


def opening(label: str, match_id: str) -> ui.ActionRow[Any]:
    """A row with the button that opens a match."""
    return items.row(items.button(label, OpenMatch(match_id), items.STRONG))


def after_the_end(table: Table) -> list[items.Tap]:
    """What you may want of a match that is over; one that does not count has nothing to verify."""
    match_id = table.match.id
    again, replay = items.button("Rematch", Rematch(match_id)), items.button("Replay", WatchReplay(match_id))
    verify, record = (
        items.button("Verify", VerifyMatch(match_id)),
        items.button("Record", ExportRecord(match_id)),
    )
    return [again, replay, record] if table.is_void else [again, replay, verify, record]
