"""What is left to chance, and how to check that it was fair."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.fairness.ui import showing
from bot.fairness.ui.buttons import ShowFairness
from bot.ui.feature import Feature
from bot.ui.items import Tap
from bot.ui.offers import TapContext


async def _offer(_: AppContext, context: TapContext) -> list[Tap]:
    """Offer the proof of fair dice after a match that counts."""
    return [] if context.state.is_void else showing.on_match(context.state.match)


FEATURE = Feature(
    buttons={ShowFairness: showing.shown},
    taps={"after_end": _offer},
)
