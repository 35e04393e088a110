"""What a test puts in the place of time, chance and worker processes."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

import pytest

from bot.core.clock import Jump
from bot.core.move_request import MoveRequest
from bot.play.ai.worker import choose
from games.core.selfplay import BUDGET
from playground.app import Playground
from playground.apps import answers, interactions

TOKEN = "MTQ1NjA3NDQ0Mzk4MDgwMDAwMQ.play00.a-token-of-the-tests-and-of-nothing-else"
"""A token in Discord's form, for what never goes to the playground or is told it by name."""
START = 1_790_000_000.0
PATIENCE_SECONDS = 60.0
"""Only what never comes takes so long, on the slowest of machines, too."""


class StillClock:
    """The base of the playground's clock: it doesn't move by itself."""

    def now(self) -> float:
        return START


class WorldClock:
    """The playground's clock as the bot wants one."""

    def __init__(self, playground: Playground) -> None:
        self._clock = playground.world.clock

    def now(self) -> float:
        return self._clock.now()

    async def until(self, moment: float) -> None:
        await self._clock.wait_until(moment)

    def jumps(self) -> list[Jump]:
        """None: it is moved on purpose."""
        return []


class NumberedRandomness:
    """Chance that a test can repeat."""

    def __init__(self, number: int) -> None:
        self._rng = random.Random(number)

    def nonce(self) -> bytes:
        return self._rng.randbytes(32)

    def name(self) -> str:
        return "".join(self._rng.choice("abcdefghijkmnpqrstuvwxyz") for _ in range(8))

    def number(self) -> int:
        return self._rng.randrange(1_000_000_000)


class WorksAside:
    """Does at once, in a thread, what nobody waits for."""

    async def aside(self, person: int, work: Callable[..., Any], *given: Any) -> Any:
        return await asyncio.to_thread(work, *given)

    async def apart(self, seconds: float, work: Callable[..., Any], *given: Any) -> Any:
        return await asyncio.to_thread(work, *given)


class ThreadThinkers(WorksAside):
    """AI levels in a thread, so that a test doesn't start processes."""

    async def think(self, question: MoveRequest) -> str:
        asked = (question.game, question.level, question.view, question.briefing, question.rng)
        return await asyncio.to_thread(choose, *asked, BUDGET)


def wait_long_for_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a bot in its own process, on a running clock: busy machines need more than 3 seconds."""
    for module in (interactions, answers):
        monkeypatch.setattr(module, "ANSWER_SECONDS", PATIENCE_SECONDS)
