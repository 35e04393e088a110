"""The ways from a message into a match, and on from its end."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.core.match_state import MatchState
from bot.discord_kit.components import items
from bot.discord_kit.components.navigation import OpenMatch, OpenRules, ViewMatch
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.interactions.offers import TapContext
from bot.play.dealing import hidden_info
from bot.play.matches.ui.buttons import Look


def opening(label: str, match_id: str) -> ui.ActionRow[Any]:
    """A row with the button that opens a match."""
    return items.row(items.button(label, OpenMatch(match_id), items.STRONG))


async def aside(ctx: UiContext, state: MatchState, seat: int) -> list[items.Tap]:
    """Return what a seat may want besides its question: after the end, what can follow; before it, what
    features offer and the rules at the page that the seat needs; while it waits, a fresh board first."""
    context = TapContext.now(state, seat)
    if state.match.reason is not None:
        return await ctx.taps("after_end", context)
    refresh = [] if seat in state.to_act else [items.button("Refresh", ViewMatch(state.match.id))]
    page = state.game.rules_page(state.view(seat))
    rules = items.button("Rules", OpenRules(state.game.key, page))
    return [*refresh, *await ctx.taps("panel", context), rules]


def looks(state: MatchState, seat: int) -> list[items.Tap]:
    """The way back to what a seat was shown, as often as it may look."""
    left = hidden_info.looks_left(state, seat)
    if left == 0 or state.match.reason is not None:
        return []
    label = "Show it again" if left is None else f"Look again ({left} left)"
    return [items.button(label, Look(state.match.id, hidden_info.looks_taken(state, seat)))]
