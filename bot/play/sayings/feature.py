"""Hearts for the best compliments, and each server's list of them."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Tap
from bot.discord_kit.interactions.feature import Feature
from bot.discord_kit.interactions.offers import TapContext
from bot.play.sayings.sayings import may_like
from bot.play.sayings.ui import best_compliments, giving
from bot.play.sayings.ui.giving import (
    GiveHeart,
    HideSaying,
    OpenBallot,
    ShowBest,
    ShowSayingAgain,
    TakeHeartBack,
    TurnBallot,
)


async def _offer(_: AppContext, context: TapContext) -> list[Tap]:
    """Offer a heart for the best compliment to the player or viewer who may give one."""
    may = may_like(context.state, context.viewer)
    return [items.button("Best compliment", OpenBallot(context.match_id))] if may else []


FEATURE = Feature(
    commands=(best_compliments.command,),
    buttons={
        OpenBallot: giving.open_ballot,
        TurnBallot: giving.turn_page,
        GiveHeart: giving.give_heart,
        TakeHeartBack: giving.take_heart_back,
        ShowBest: best_compliments.turn_page,
        HideSaying: best_compliments.hide_saying,
        ShowSayingAgain: best_compliments.restore_saying,
    },
    taps={"after_end": _offer},
)
