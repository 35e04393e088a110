"""What is left to chance, and how to check that it was fair."""

from __future__ import annotations

from bot.fairness.ui import showing
from bot.fairness.ui.buttons import ShowFairness
from bot.ui.feature import Feature

FEATURE = Feature(buttons={ShowFairness: showing.shown})
