"""The ways from a message into a match, and on from its end."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.analysis.ui import offered as analyzing
from bot.challenges.ui.buttons import OpenLobby, Rematch
from bot.conditional_moves import rights as planning
from bot.conditional_moves.ui.buttons import ShowLines
from bot.core.match_state import MatchState
from bot.fairness.ui import offered
from bot.help.ui.buttons import OpenRules
from bot.hints.ui import offered as hinting
from bot.matches import dealt
from bot.matches.ui.buttons import Look, OpenMatch, ViewMatch
from bot.puzzles.ui import offered as puzzling
from bot.records.ui.buttons import ExportRecord, VerifyMatch, WatchReplay
from bot.sayings.ui import offered as liking
from bot.ui import items
from games.core.game import Viewer


def opening(label: str, match_id: str) -> ui.ActionRow[Any]:
    """A row with the button that opens a match."""
    return items.row(items.button(label, OpenMatch(match_id), items.STRONG))


def after_the_end(state: MatchState, who: Viewer) -> list[items.Tap]:
    """What the player in a seat, or anybody, may want of a match that is over; one that does not count has
    nothing to verify."""
    match_id = state.match.id
    again, replay = items.button("Rematch", Rematch(match_id)), items.button("Replay", WatchReplay(match_id))
    verify, record = (
        items.button("Verify", VerifyMatch(match_id)),
        items.button("Record", ExportRecord(match_id)),
    )
    if state.is_void:
        return [again, replay, record, *_another(state)]
    if state.sealed:
        # Two legs are one match: what follows from it follows from its end.
        return [verify, record, *offered.on_match(state.match)]
    more = (*offered.on_match(state.match), *liking.on_end(state, who), *puzzling.on_end(state, who))
    return [again, replay, *analyzing.on_end(state), verify, record, *more, *_another(state)]


def _another(state: MatchState) -> list[items.Tap]:
    """The way to another opponent, for those who met one without sharing a server."""
    is_across = state.match.guild is None and len(state.people()) > 1
    return [items.button("Find an opponent", OpenLobby())] if is_across else []


def aside(state: MatchState, seat: int) -> list[items.Tap]:
    """What a seat may want besides what it is asked: the rules at the page that it needs now, and a hint
    where there are any; while it waits, the board as it is now; after the end, what follows from it."""
    match_id = state.match.id
    if state.match.reason is not None:
        return after_the_end(state, seat)
    taps: list[items.Tap] = []
    if seat not in state.to_act:
        taps.append(items.button("Refresh", ViewMatch(match_id)))
    if planning.may_plan(state, seat):
        taps.append(items.button("Conditional moves", ShowLines(match_id)))
    taps += hinting.on_turn(state, seat)
    page = state.game.rules_page(state.view(seat))
    return [*taps, items.button("Rules", OpenRules(state.game.key, page))]


def looks(state: MatchState, seat: int) -> list[items.Tap]:
    """The way back to what a seat was shown, as often as it may look."""
    left = dealt.looks_left(state, seat)
    if left == 0 or state.match.reason is not None:
        return []
    label = "Show it again" if left is None else f"Look again ({left} left)"
    return [items.button(label, Look(state.match.id, dealt.looks_taken(state, seat)))]
