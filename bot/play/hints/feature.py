"""Hints in casual matches."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.hints.hints import may_ask
from bot.hints.ui import hint, hint_panel
from bot.hints.ui.buttons import AskForHint, ClearMarks, MarkRow, OpenMarks
from bot.ui import items
from bot.ui.feature import Feature
from bot.ui.items import Tap
from bot.ui.offers import TapContext


async def _offer(_: AppContext, context: TapContext) -> list[Tap]:
    """Offer a hint to the player who may ask for one now."""
    person = context.state.seat_row(context.seat).person
    return [items.button("Hint", AskForHint(context.match_id))] if may_ask(context.state, person) else []


FEATURE = Feature(
    commands=(hint.command,),
    buttons={
        AskForHint: hint_panel.show_hint,
        OpenMarks: hint_panel.show_marks,
        MarkRow: hint_panel.mark_row,
        ClearMarks: hint_panel.clear_marks,
    },
    taps={"panel": _offer, "more": _offer},
)
