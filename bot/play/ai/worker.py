"""What runs in a worker process: a level chooses an action, within a limit of processor time."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from games import GAMES
from games.core.game import Briefing

NICENESS = 10
"""How far a worker steps back behind the bot itself, which has people waiting for its answers."""

Done = TypeVar("Done")


def choose(
    game_key: str, level: str, view: Any, briefing: Briefing | None, rng: random.Random, budget: int
) -> str:
    """The action text that a level plays."""
    game = GAMES[game_key]
    return game.format(game.players[level](view, briefing, rng, budget))


def ready() -> bool:
    """Something to run once, so that the first thought does not wait for the worker to start."""
    return bool(GAMES)


def limited(seconds: float, work: Callable[..., Done], *given: Any) -> Done:
    """Do the work behind everything else; the process dies when it takes more seconds of processor time."""
    step_back(os.getpid())
    with _processor_time(seconds):
        return work(*given)


def step_back(process: int) -> None:
    """Lower the priority of a process of ours, where the platform has priorities."""
    if hasattr(os, "setpriority") and os.getpriority(os.PRIO_PROCESS, process) < NICENESS:
        os.setpriority(os.PRIO_PROCESS, process, NICENESS)


@contextmanager
def _processor_time(seconds: float) -> Iterator[None]:
    """SIGPROF ends a process that has no handler for it, whatever it is doing, a loop in C for example."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
