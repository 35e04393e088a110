"""The registration of `/matches` and the home message."""

from __future__ import annotations

from bot.community.home.ui import home, matches
from bot.core import notices
from bot.discord_kit.components.navigation import ShowMatches
from bot.discord_kit.interactions.feature import Feature

FEATURE = Feature(
    commands=(matches.command,),
    buttons={ShowMatches: matches.turn_page},
    messages={notices.HOME: home.follow},
)
