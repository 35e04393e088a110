"""The features of the bot, one line each. Nothing imports them by name: each is loaded from its room."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

from bot.discord_kit.interactions.feature import Feature, Features
from bot.discord_kit.interactions.offers import Slot

FEATURES = (
    "runtime.cluster",
    "matchmaking.challenges",
    "matchmaking.lobby",
    "community.welcome",
    "community.help",
    "learning.exercises",
    "learning.lessons",
    "learning.puzzles",
    "learning.exploring",
    "play.ratings",
    "community.profiles",
    "play.documents",
    "matchmaking.contests",
    "community.home",
    "play.matches",
    "play.endings",
    "community.moderation",
    "play.clocks",
    "community.personal",
    "play.conditional_moves",
    "play.hints",
    "matchmaking.fairness",
    "play.sayings",
    "play.records",
    "learning.analysis",
    "play.posts",
    "play.outbox",
    "play.ai",
    "community.servers",
    "operations.retention",
    "community.privacy",
    "community.peace",
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
