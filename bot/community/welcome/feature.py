"""The first visit: one line on how things work, and `/play`, the games as cards."""

from __future__ import annotations

from bot.ui.feature import Feature
from bot.welcome.ui import line, play

FEATURE = Feature(commands=(play.command,), asides=(line.welcome,))
