"""The code that runs in a worker process: a level chooses an action, within a limit of processor time."""

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
"""The niceness of workers, so that the bot itself, whose answers people wait for, goes first."""

IDLE_SECONDS = 300
"""Seconds without work after which a worker ends, since each holds tens of megabytes."""

Done = TypeVar("Done")


def choose(
    game_key: str, level: str, view: Any, briefing: Briefing | None, rng: random.Random, budget: int
) -> str:
    """Return the action text that a level plays."""
    game = GAMES[game_key]
    return game.format(game.players[level](view, briefing, rng, budget))


def ready() -> bool:
    """Return at once; running it starts the worker, so that no limit of a move includes that."""
    with _awake():
        return bool(GAMES)


def run_limited(seconds: float, work: Callable[..., Done], *given: Any) -> Done:
    """Run `work` at low priority; the process dies if it takes more than `seconds` of processor time."""
    step_back(os.getpid())
    with _awake(), _processor_time(seconds):
        return work(*given)


def step_back(process: int) -> None:
    """Lower the priority of a process of ours, where the platform has priorities."""
    if hasattr(os, "setpriority") and os.getpriority(os.PRIO_PROCESS, process) < NICENESS:
        os.setpriority(os.PRIO_PROCESS, process, NICENESS)


@contextmanager
def _processor_time(seconds: float) -> Iterator[None]:
    """Limit processor time by SIGPROF, whose default action ends the process even in a loop in C."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


@contextmanager
def _awake() -> Iterator[None]:
    """Let the process end by SIGALRM once it has had nothing to do for IDLE_SECONDS."""
    if not hasattr(signal, "alarm"):
        yield
        return
    signal.alarm(0)
    try:
        yield
    finally:
        signal.alarm(IDLE_SECONDS)
