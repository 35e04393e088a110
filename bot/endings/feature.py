"""Ends that people bring about: resigning, draws, aborting."""

from __future__ import annotations

from bot.endings.ui import drawing, leaving, resigning
from bot.endings.ui.buttons import (
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
from bot.ui.feature import Feature

FEATURE = Feature(
    commands=(resigning.resign_command, drawing.draw_command),
    buttons={
        More: leaving.more,
        AskToResign: leaving.asked_to_resign,
        Resign: leaving.resigned,
        AskToAbort: leaving.asked_to_abort,
        Abort: leaving.aborted,
        OfferDraw: drawing.offered,
        WithdrawOffer: drawing.withdrew,
        DeclineOffer: drawing.declined,
        AskToAgree: drawing.asked_to_agree,
        Agree: drawing.agreed,
    },
)
