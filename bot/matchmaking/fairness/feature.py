"""The feature of the Fairness button."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.discord_kit.components.items import Tap
from bot.discord_kit.interactions.feature import Feature
from bot.discord_kit.interactions.offers import TapContext
from bot.matchmaking.fairness.ui import showing
from bot.matchmaking.fairness.ui.showing import ShowFairness


async def _offer(_: AppContext, context: TapContext) -> list[Tap]:
    """Offer the proof of fair dice after a match that counts."""
    return [] if context.state.is_void else showing.on_match(context.state.match)


FEATURE = Feature(
    buttons={ShowFairness: showing.show_fairness},
    taps={"after_end": _offer},
)
