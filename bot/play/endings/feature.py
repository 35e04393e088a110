"""The feature of ends that people bring about: resigning, draws, aborting."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Tap
from bot.discord_kit.interactions.feature import Feature
from bot.discord_kit.interactions.offers import TapContext
from bot.play.endings.ui import drawing, leaving
from bot.play.endings.ui.buttons import (
    Abort,
    Agree,
    AskToAbort,
    AskToAgree,
    AskToResign,
    DeclineOffer,
    More,
    OfferDraw,
    Resign,
    WithdrawOffer,
)


async def _offer_more(_: AppContext, context: TapContext) -> list[Tap]:
    return [items.button("⋯", More(context.match_id))]


FEATURE = Feature(
    commands=(leaving.resign_command, drawing.draw_command),
    buttons={
        More: leaving.more,
        AskToResign: leaving.ask_to_resign,
        Resign: leaving.resign_match,
        AskToAbort: leaving.ask_to_abort,
        Abort: leaving.abort_match,
        OfferDraw: drawing.offer_draw,
        WithdrawOffer: drawing.withdraw_offer,
        DeclineOffer: drawing.decline_offer,
        AskToAgree: drawing.ask_to_agree,
        Agree: drawing.agree_to_draw,
    },
    lines=(drawing.line,),
    taps={"answer": drawing.answers, "board": _offer_more, "more": leaving.ways_out},
)
