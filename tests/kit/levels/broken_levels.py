"""Broken AI levels for worker processes, in a separate module, since workers import it by name."""

from __future__ import annotations

import os
import random
import threading
from typing import Any

from bot.play.ai.worker import choose
from games.core.game import Briefing


def choose_or_break(
    game_key: str, level: str, view: Any, briefing: Briefing | None, rng: random.Random, budget: int
) -> str:
    """Choose as the game's levels do, or fail in the way that the level's name says."""
    if level == "raises":
        raise RuntimeError("no idea")
    if level == "dies":
        os._exit(7)
    if level == "rests":
        threading.Event().wait()
    while level == "loops":
        pass
    return choose(game_key, level, view, briefing, rng, budget)


def priority() -> int:
    """Return this process's scheduling priority."""
    return os.getpriority(os.PRIO_PROCESS, 0)


def doubled(number: int) -> int:
    """Return twice a number, as work that ends."""
    if number < 0:
        raise ValueError("too small")
    return 2 * number


def endless() -> None:
    """Loop forever, as work that never ends."""
    while True:
        pass
