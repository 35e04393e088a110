"""Answers of AI players: that one is to move is read from the record, so a restart resumes it."""

from __future__ import annotations

import asyncio
import logging
import random
from typing import Any, Protocol

from bot.service.host import Host
from bot.service.playing import ANSWER, commit
from bot.service.refused import Stale
from games.core.game import Briefing
from games.core.selfplay import rng_for
from storage import deadlines

log = logging.getLogger(__name__)


class Thinking(Protocol):
    """What chooses an action for an AI level."""

    async def think(
        self, game_key: str, level: str, view: Any, briefing: Briefing | None, rng: random.Random
    ) -> str: ...


class Bots:
    """Plays every AI seat that is to act."""

    def __init__(self, host: Host, thinkers: Thinking) -> None:
        self._host = host
        self._thinkers = thinkers
        self._answers: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    async def run(self) -> None:
        """Resume what was open, then answer whenever the host says so; ends by cancellation."""
        try:
            await self._resume()
            while True:
                self._start(await self._host.bots.get())
        finally:
            await self._stop()

    def _start(self, match_id: str) -> None:
        if match_id in self._answers:
            self._again.add(match_id)
            return
        self._answers[match_id] = asyncio.create_task(self._answer(match_id), name=f"answer {match_id}")

    async def _stop(self) -> None:
        answers = list(self._answers.values())
        for answer in answers:
            answer.cancel()
        await asyncio.gather(*answers, return_exceptions=True)

    async def settled(self, match_id: str) -> None:
        """Wait until no AI thinks in this match."""
        await asyncio.sleep(0)
        task = self._answers.get(match_id)
        if task is not None:
            await asyncio.wait([task])

    async def _resume(self) -> None:
        async with self._host.database.read() as r:
            for row in await deadlines.undone(r, ANSWER):
                self._host.bots.put_nowait(row.subject)

    async def _answer(self, match_id: str) -> None:
        try:
            while await self._one_action(match_id):
                pass
        except Exception:
            log.exception("the bot cannot answer in match %s; it tries again in a while", match_id)
        finally:
            del self._answers[match_id]
            if match_id in self._again:
                self._again.discard(match_id)
                self._host.bots.put_nowait(match_id)

    async def _one_action(self, match_id: str) -> bool:
        table = await self._host.table(match_id)
        seat = table.bot_to_act()
        if seat is None:
            return False
        level = table.seat_row(seat).level or next(iter(table.game.players))
        rng = rng_for(table.match.seed, seat, table.length)
        text = await self._thinkers.think(
            table.match.game, level, table.view(seat), table.briefing(seat), rng
        )
        try:
            after = await commit(self._host, table, seat, text)
        except Stale:
            return True
        return after.bot_to_act() is not None
