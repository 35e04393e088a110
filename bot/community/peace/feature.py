"""Being left alone: blocking people, who's available for challenges, and how much somebody may have open."""

from __future__ import annotations

from bot.peace import availability
from bot.peace.ui import blocks
from bot.peace.ui.buttons import ShowBlocked, Unblock
from bot.ui.feature import Feature

FEATURE = Feature(
    commands=(blocks.command,),
    buttons={Unblock: blocks.unblocked, ShowBlocked: blocks.turned},
    checks=(availability.check,),
)
