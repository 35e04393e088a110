"""What a broken AI level does in its worker process. A module of its own, since workers import it by name."""

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
    """The levels of the game play; the other names break in the way they say."""
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
    """How far this process has stepped back."""
    return os.getpriority(os.PRIO_PROCESS, 0)


def doubled(number: int) -> int:
    """Some work that comes to something."""
    if number < 0:
        raise ValueError("too small")
    return 2 * number


def endless() -> None:
    """Some work that doesn't."""
    while True:
        pass
