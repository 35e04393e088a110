"""A level that holds its answer back."""

from __future__ import annotations

import asyncio

from bot.core.move_request import MoveRequest
from tests.kit.inputs import ThreadThinkers

THE_BOT_BEGINS = {"side": "Black", "first": "white"}


class Held(ThreadThinkers):
    """Levels that answer when they may."""

    def __init__(self) -> None:
        self.asked, self.go = asyncio.Event(), asyncio.Event()

    async def think(self, question: MoveRequest) -> str:
        self.asked.set()
        await self.go.wait()
        return await super().think(question)
