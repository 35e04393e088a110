"""Everything of one person at a glance: /matches and the home message."""

from __future__ import annotations

from bot.outbox import notices
from bot.overview.ui import home, matches
from bot.ui.feature import Feature
from bot.ui.navigation import ShowMatches

FEATURE = Feature(
    commands=(matches.command,),
    buttons={ShowMatches: matches.turned},
    messages={notices.HOME: home.follow},
)
