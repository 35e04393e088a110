"""Stand-ins for time, randomness and worker processes."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from bot.core.clock import Jump
from bot.core.move_request import MoveRequest
from bot.play.ai.worker import choose
from games.core.selfplay import BUDGET
from playground import testing
from playground.app import Playground
from playground.apps import answers, interactions

TOKEN = "MTQ1NjA3NDQ0Mzk4MDgwMDAwMQ.play00.a-token-of-the-tests-and-of-nothing-else"
"""A token in Discord's form, for tests that don't authenticate with the playground."""
START = 1_790_000_000.0
StillClock = partial(testing.StillClock, START)
"""The playground's clock in tests, which stands still."""
PATIENCE_SECONDS = 60.0
"""Timeout that only a missing event should reach, even on a slow machine."""


class WorldClock:
    """The playground's clock behind the bot's clock interface."""

    def __init__(self, playground: Playground) -> None:
        self._clock = playground.world.clock

    def now(self) -> float:
        return self._clock.now()

    async def until(self, moment: float) -> None:
        await self._clock.wait_until(moment)

    def jumps(self) -> list[Jump]:
        """Return no jumps: a test moves this clock on purpose."""
        return []


class NumberedRandomness:
    """Repeatable randomness from a seed number."""

    def __init__(self, number: int) -> None:
        self._rng = random.Random(number)

    def nonce(self) -> bytes:
        return self._rng.randbytes(32)

    def name(self) -> str:
        return "".join(self._rng.choice("abcdefghijkmnpqrstuvwxyz") for _ in range(8))

    def number(self) -> int:
        return self._rng.randrange(1_000_000_000)


class WorksAside:
    """Run background work at once, in a thread."""

    async def aside(self, person: int, work: Callable[..., Any], *given: Any) -> Any:
        return await asyncio.to_thread(work, *given)

    async def apart(self, seconds: float, work: Callable[..., Any], *given: Any) -> Any:
        return await asyncio.to_thread(work, *given)


class ThreadThinkers(WorksAside):
    """AI levels that run in a thread, so that a test doesn't start processes."""

    async def think(self, question: MoveRequest) -> str:
        asked = (question.game, question.level, question.view, question.briefing, question.rng)
        return await asyncio.to_thread(choose, *asked, BUDGET)


def wait_long_for_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise the 3-second answer limit, for a bot in its own process on a busy machine."""
    for module in (interactions, answers):
        monkeypatch.setattr(module, "ANSWER_SECONDS", PATIENCE_SECONDS)
