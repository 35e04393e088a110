"""The features of the bot, one line each. Nothing imports them by name: each is loaded from its folder."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

from bot.ui.feature import Feature, Features
from bot.ui.offers import Slot

FEATURES = (
    "hosts",
    "challenges",
    "lobby",
    "welcome",
    "help",
    "exercises",
    "lessons",
    "puzzles",
    "exploring",
    "ratings",
    "profiles",
    "documents",
    "contests",
    "overview",
    "matches",
    "endings",
    "moderation",
    "clocks",
    "personal",
    "conditional_moves",
    "hints",
    "fairness",
    "sayings",
    "records",
    "analysis",
    "posts",
    "outbox",
    "ai",
    "servers",
    "retention",
    "privacy",
    "peace",
)
"""The folders of `bot/`, in the order of their commands and of what they ask before a match begins: whether
somebody else is available comes last, so that nobody learns of it by what they couldn't start anyway. Each
has a module `feature` with its FEATURE."""


BUTTON_ORDER: Mapping[Slot, tuple[str, ...]] = MappingProxyType(
    {
        "panel": ("foresee", "hint"),
        "answer": ("agreeing", "refuse", "retract"),
        "board": ("record", "more"),
        "after_end": (
            "rematch",
            "replay",
            "analyze",
            "verify",
            "record",
            "fair",
            "ballot",
            "puzzles-of",
            "lobby",
        ),
        "more": ("hint", "agreeing", "refuse", "retract", "aborting", "offer", "report"),
        "replay": ("onward", "study"),
    }
)
"""The order of the buttons that features offer, by their verbs, in each place on a match's messages."""


def load() -> Features:
    """All features."""
    return Features((_feature(name) for name in FEATURES), BUTTON_ORDER)


def _feature(name: str) -> Feature:
    found: Feature = import_module(f"bot.{name}.feature").FEATURE
    return found
