"""The feature of takebacks in casual matches."""

from __future__ import annotations

from bot.discord_kit.interactions.feature import Feature
from bot.play.takebacks.ui import taking_back
from bot.play.takebacks.ui.buttons import Allow, TakeBack

FEATURE = Feature(
    buttons={TakeBack: taking_back.take_back, Allow: taking_back.allow},
    lines=(taking_back.line,),
    taps={"panel": taking_back.offer, "answer": taking_back.answers},
)
