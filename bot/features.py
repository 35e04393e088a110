"""The features of the bot, one line each. Nothing imports them by name: each is loaded from its folder."""

from __future__ import annotations

from importlib import import_module

from bot.ui.feature import Feature, Features

FEATURES = (
    "hosts",
    "challenges",
    "welcome",
    "help",
    "exercises",
    "lessons",
    "puzzles",
    "exploring",
    "ratings",
    "documents",
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


def load() -> Features:
    """All features."""
    return Features(_feature(name) for name in FEATURES)


def _feature(name: str) -> Feature:
    found: Feature = import_module(f"bot.{name}.feature").FEATURE
    return found
