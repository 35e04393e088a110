"""An AppContext as the bot has it, for tests of use cases."""

from __future__ import annotations

from dataclasses import replace

from bot import features
from bot.core.app_context import AppContext
from bot.core.clock import Clock
from bot.core.randomness import Randomness
from storage.engine.database import Database


def app_context(database: Database, clock: Clock, randomness: Randomness) -> AppContext:
    """Return a context in which features follow ends, but none keeps a match from beginning."""
    return AppContext(database, clock, randomness, replace(features.load().hooks, checks=()))
