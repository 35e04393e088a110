"""AI players outside the event loop: worker processes that get a View and a briefing, never a State."""

from __future__ import annotations

import logging
import random
from typing import Any

import anyio
import anyio.to_process
import msgspec

from games import GAMES
from games.core.game import Briefing

log = logging.getLogger(__name__)

HARD_LIMIT_SECONDS = 10.0
BUDGET = 20_000


def choose(
    game_key: str, level: str, view: Any, briefing: Briefing | None, rng: random.Random, budget: int
) -> str:
    """The action text that a level plays; runs in a worker process."""
    game = GAMES[game_key]
    return game.format(game.players[level](view, briefing, rng, budget))


def ready() -> bool:
    """Something to run once, so that the first thought does not wait for the worker to start."""
    return bool(GAMES)


class Thinkers:
    """A few worker processes; a thought that crashes or takes too long costs one move of a quicker level."""

    def __init__(self, workers: int = 1, limit_seconds: float = HARD_LIMIT_SECONDS) -> None:
        self._limiter = anyio.CapacityLimiter(workers)
        self._limit_seconds = limit_seconds

    async def warm_up(self) -> None:
        """Start a worker."""
        await anyio.to_process.run_sync(ready, limiter=self._limiter)

    async def think(
        self, game_key: str, level: str, view: Any, briefing: Briefing | None, rng: random.Random
    ) -> str:
        """The action text of a level; of the game's quickest one when that fails."""
        slim = None if briefing is None else msgspec.structs.replace(briefing, frames=())
        quickest = next(iter(GAMES[game_key].players))
        try:
            return await self._in_worker(game_key, level, view, slim, rng)
        except Exception:
            log.exception("%s at %s did not answer; %s plays this move", game_key, level, quickest)
        return await self._in_worker(game_key, quickest, view, slim, rng)

    async def _in_worker(
        self, game_key: str, level: str, view: Any, briefing: Briefing | None, rng: random.Random
    ) -> str:
        with anyio.fail_after(self._limit_seconds):
            return await anyio.to_process.run_sync(
                choose, game_key, level, view, briefing, rng, BUDGET, cancellable=True, limiter=self._limiter
            )
