"""The registration of `/play`, the games as cards, and of the line for a person's first visit."""

from __future__ import annotations

from bot.community.welcome.ui import play
from bot.discord_kit.interactions.feature import Feature

FEATURE = Feature(commands=(play.command,), asides=(play.welcome,))
