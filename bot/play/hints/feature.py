"""The feature of hints in casual matches."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Tap
from bot.discord_kit.interactions.feature import Feature
from bot.discord_kit.interactions.offers import TapContext
from bot.play.hints.hints import may_ask
from bot.play.hints.ui import hint_panel
from bot.play.hints.ui.hint_panel import AskForHint, ClearMarks, MarkRow, OpenMarks


async def _offer(_: AppContext, context: TapContext) -> list[Tap]:
    """Return the Hint button if the player may ask for a hint now."""
    person = context.state.seat_row(context.seat).person
    return [items.button("Hint", AskForHint(context.match_id))] if may_ask(context.state, person) else []


FEATURE = Feature(
    commands=(hint_panel.command,),
    buttons={
        AskForHint: hint_panel.show_hint,
        OpenMarks: hint_panel.show_marks,
        MarkRow: hint_panel.mark_row,
        ClearMarks: hint_panel.clear_marks,
    },
    taps={"panel": _offer, "more": _offer},
)
