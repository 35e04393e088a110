"""The registration of `/block`, and of the check whether both sides are available for a match."""

from __future__ import annotations

from bot.community.peace import availability
from bot.community.peace.ui import blocks
from bot.community.peace.ui.blocks import ShowBlocked, Unblock
from bot.discord_kit.interactions.feature import Feature

FEATURE = Feature(
    commands=(blocks.command,),
    buttons={Unblock: blocks.unblock_person, ShowBlocked: blocks.turn_page},
    checks=(availability.check,),
)
