"""The ways from a message into a match, and on from its end."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.challenges.ui.buttons import Rematch
from bot.conditional_moves import rights
from bot.conditional_moves.ui.buttons import ShowLines
from bot.core.match_state import MatchState
from bot.matches.ui.buttons import OpenMatch, ViewMatch
from bot.records.ui.buttons import ExportRecord, VerifyMatch, WatchReplay
from bot.ui import items


def opening(label: str, match_id: str) -> ui.ActionRow[Any]:
    """A row with the button that opens a match."""
    return items.row(items.button(label, OpenMatch(match_id), items.STRONG))


def after_the_end(state: MatchState) -> list[items.Tap]:
    """What you may want of a match that is over; one that does not count has nothing to verify."""
    match_id = state.match.id
    again, replay = items.button("Rematch", Rematch(match_id)), items.button("Replay", WatchReplay(match_id))
    verify, record = (
        items.button("Verify", VerifyMatch(match_id)),
        items.button("Record", ExportRecord(match_id)),
    )
    return [again, replay, record] if state.is_void else [again, replay, verify, record]


def waiting_row(state: MatchState, seat: int) -> ui.ActionRow[Any]:
    """What a seat may do that is not to act, or after the end."""
    match_id = state.match.id
    if state.match.reason is not None:
        return items.row(*after_the_end(state))
    refresh = items.button("Refresh", ViewMatch(match_id))
    if not rights.may_plan(state, seat):
        return items.row(refresh)
    return items.row(refresh, items.button("Conditional moves", ShowLines(match_id)))
