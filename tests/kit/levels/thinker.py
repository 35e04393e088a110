"""AI levels that think or wait for as long as a test wants."""

from __future__ import annotations

import asyncio

from bot.core.move_request import MoveRequest
from bot.play.ai.worker import choose
from tests.kit.inputs import ThreadThinkers, WorksAside

NODES = 2_000


class Thinker(WorksAside):
    """Thinks once the test allows it, and keeps the questions it got."""

    def __init__(self) -> None:
        self.questions: list[MoveRequest] = []
        self.asked, self.may_answer = asyncio.Event(), asyncio.Event()
        self.may_answer.set()

    async def think(self, question: MoveRequest) -> str:
        self.questions.append(question)
        self.asked.set()
        await self.may_answer.wait()
        asked = (question.game, question.level, question.view, question.briefing, question.rng)
        return choose(*asked, NODES)


THE_BOT_BEGINS = {"side": "Black", "first": "white"}


class Held(ThreadThinkers):
    """AI levels that answer once the test allows it."""

    def __init__(self) -> None:
        self.asked, self.go = asyncio.Event(), asyncio.Event()

    async def think(self, question: MoveRequest) -> str:
        self.asked.set()
        await self.go.wait()
        return await super().think(question)
