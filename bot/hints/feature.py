"""Hints in casual matches."""

from __future__ import annotations

from bot.hints.ui import hint, hint_panel
from bot.hints.ui.buttons import AskForHint
from bot.ui.feature import Feature

FEATURE = Feature(commands=(hint.command,), buttons={AskForHint: hint_panel.show_hint})
