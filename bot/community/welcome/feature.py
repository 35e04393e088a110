"""The first visit: one line on how things work, and `/play`, the games as cards."""

from __future__ import annotations

from bot.community.welcome.ui import play
from bot.discord_kit.interactions.feature import Feature

FEATURE = Feature(commands=(play.command,), asides=(play.welcome,))
