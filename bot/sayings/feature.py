"""Hearts for the best compliments, and each server's list of them."""

from __future__ import annotations

from bot.sayings.ui import best, giving
from bot.sayings.ui.buttons import (
    GiveHeart,
    HideSaying,
    OpenBallot,
    ShowBest,
    ShowSayingAgain,
    TakeHeartBack,
    TurnBallot,
)
from bot.ui.feature import Feature

FEATURE = Feature(
    commands=(best.command,),
    buttons={
        OpenBallot: giving.opened,
        TurnBallot: giving.turned,
        GiveHeart: giving.chose,
        TakeHeartBack: giving.took_back,
        ShowBest: best.turned,
        HideSaying: best.hid,
        ShowSayingAgain: best.put_back,
    },
)
