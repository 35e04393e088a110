"""The list of the bot's features. Nothing imports a feature by name: each is loaded from its folder."""

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
    "play.takebacks",
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
"""The folders of `bot/` with a feature, in the order of their commands and of their checks before a match.

Whether another player is available is checked last, so that an attempt at a match that couldn't start anyway
doesn't reveal it. Each folder has a module `feature` with a constant FEATURE.
"""


BUTTON_ORDER: Mapping[Slot, tuple[str, ...]] = MappingProxyType(
    {
        "panel": ("open", "foresee", "take-back", "hint", "no-coach"),
        "answer": ("agreeing", "allow", "refuse", "retract"),
        "board": ("record", "more"),
        "after_end": (
            "rematch-as",
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
"""The order of the features' buttons in each place on a match's messages, by the buttons' verbs."""


def load() -> Features:
    """Load all features."""
    return Features((_feature(name) for name in FEATURES), BUTTON_ORDER)


def _feature(name: str) -> Feature:
    found: Feature = import_module(f"bot.{name}.feature").FEATURE
    return found
