"""An AI level without Discord that thinks for as long as a test wants."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from bot.core.move_request import MoveRequest, Typing
from bot.play.ai.bots import Bots
from games import GAMES
from games.core.game import Briefing
from storage import Match
from tests.kit.hosts.house import House
from tests.kit.inputs import PATIENCE_SECONDS, WorksAside


class Thinker(WorksAside):
    """Plays the first legal action once the test allows it, and keeps the arguments it got."""

    def __init__(self) -> None:
        self.handed: list[tuple[str, str, Any, Briefing | None, Any]] = []
        self.questions: list[MoveRequest] = []
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.failures: list[Exception] = []
        self.asked = asyncio.Event()

    async def think(self, question: MoveRequest) -> str:
        self.questions.append(question)
        asked = (question.game, question.level, question.view, question.briefing)
        self.handed.append((*asked, question.rng.getstate()))
        self.asked.set()
        await self.may_answer.wait()
        if self.failures:
            raise self.failures.pop(0)
        game = GAMES[question.game]
        return game.format(next(iter(game.actions(question.view))))


async def unseen(match: Match) -> None:
    """Show no typing indicator."""


@asynccontextmanager
async def thinking(
    here: House, thinker: Thinker, typing: Typing = unseen, hold_seconds: float = 0.0
) -> AsyncIterator[Bots]:
    """Run the AI players within the block."""
    bots = Bots(here.app, thinker, hold_seconds)
    task = asyncio.create_task(bots.run(typing))
    yield bots
    task.cancel()
    await asyncio.wait([task])


async def person_is_to_act(here: House, match: Match) -> None:
    """Wait until no AI is to act, listening to the outbox's signal."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while (await here.app.match_state(match.id)).bot_to_act() is not None:
            await here.app.outbox.wait()
