"""Ends that people bring about: resigning, draws, aborting, a moderator's cancelling."""

from __future__ import annotations

from bot.endings.ui import commands, ending
from bot.endings.ui.buttons import (
    Abort,
    Agree,
    AskToAbort,
    AskToAgree,
    AskToResign,
    Cancel,
    DeclineOffer,
    More,
    OfferDraw,
    Resign,
    WithdrawOffer,
)
from bot.ui.feature import Feature

FEATURE = Feature(
    commands=(commands.resign_command, commands.draw_command, ending.cancel_command),
    buttons={
        More: ending.more,
        AskToResign: ending.asked_to_resign,
        Resign: ending.resigned,
        AskToAbort: ending.asked_to_abort,
        Abort: ending.aborted,
        OfferDraw: ending.offered,
        WithdrawOffer: ending.withdrew,
        DeclineOffer: ending.declined,
        AskToAgree: ending.asked_to_agree,
        Agree: ending.agreed,
        Cancel: ending.cancelled,
    },
)
