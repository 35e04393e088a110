"""The bot's application context, for tests of use cases."""

from __future__ import annotations

from dataclasses import replace

from bot import features
from bot.core.app_context import AppContext
from bot.core.clock import Clock
from bot.core.randomness import Randomness
from storage.engine.database import Database


def app_context(database: Database, clock: Clock, randomness: Randomness) -> AppContext:
    """Return a context with every feature's end hooks, but no checks that could block a match."""
    return AppContext(database, clock, randomness, replace(features.load().hooks, checks=()))
