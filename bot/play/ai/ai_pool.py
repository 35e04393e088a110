"""AI players outside the event loop: worker processes that get a View and a briefing, never a State."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from typing import Any, TypeVar

import anyio
import anyio.to_process
import msgspec

from bot.core.match_state import MatchState, turn_began
from bot.core.move_request import MoveRequest
from bot.play.ai.queueing import FairQueue
from bot.play.ai.worker import choose, limited, ready
from games import GAMES
from games.core.selfplay import BUDGET, rng_for

log = logging.getLogger(__name__)

Done = TypeVar("Done")

PROCESSOR_SECONDS = 3.0
"""So much processor time a move may take."""
WALL_SECONDS = 10.0
"""So long a move may take all in all, on a machine that is busy; also for a level that only sleeps."""
SMALLEST_BUDGET = 2_000
_MOST_WORKERS = 2


def usual_workers() -> int:
    """As many as the machine has processors, up to two: each takes memory, and a thought is short."""
    return min(_MOST_WORKERS, os.cpu_count() or 1)


def budget_under_load(waiting: int, workers: int) -> int:
    """Nodes for a thought that begins while so many other people wait for one of the workers.

    All of them while nobody waits, half of them when one waits for each worker, a third when two do: the bot
    plays less well then, but people need not wait longer. Each counts once, whatever they wait for: else
    somebody with many matches could make levels play badly."""
    return max(SMALLEST_BUDGET, BUDGET * workers // (workers + waiting))


def fallback_level(game_key: str, level: str) -> str:
    """The level that plays a move for one that cannot: `medium`, or the first one."""
    players = GAMES[game_key].players
    return "medium" if "medium" in players and level != "medium" else next(iter(players))


class AiPool:
    """A few worker processes; a thought that crashes or takes too long costs one move of a quicker level.

    Thoughts wait in a fair queue, so that neither somebody with many matches nor a turn of many actions keeps
    others from theirs."""

    def __init__(
        self,
        workers: int | None = None,
        processor_seconds: float = PROCESSOR_SECONDS,
        wall_seconds: float = WALL_SECONDS,
    ) -> None:
        self._workers = workers or usual_workers()
        self._queue = FairQueue(self._workers)
        self._limiter = anyio.CapacityLimiter(self._workers)
        self._apart = anyio.CapacityLimiter(1)
        self._processor_seconds = processor_seconds
        self._wall_seconds = wall_seconds

    async def warm_up(self) -> None:
        """Start the workers."""
        await asyncio.gather(*(self._started() for _ in range(self._workers)))

    async def _started(self) -> None:
        """A worker is there; to start one takes longer than many a thought."""
        await anyio.to_process.run_sync(ready, limiter=self._limiter)

    async def think(self, question: MoveRequest) -> str:
        """The action text of a level; of its stand-in when that fails, then of the first level."""
        game = question.game
        level, *others = question.level, fallback_level(game, question.level), next(iter(GAMES[game].players))
        async with self._queue.place(question.person, question.match):
            waiting = self._queue.others_waiting(question.person) + question.waiting
            budget = budget_under_load(waiting, self._workers)
            for other in others:
                try:
                    return await self._in_worker(question, level, budget)
                except Exception:
                    log.exception("%s at %s didn't answer; %s plays this move", game, level, other)
                level = other
            return await self._in_worker(question, level, budget)

    async def aside(self, person: int, work: Callable[..., Done], *given: Any) -> Done:
        """What a worker makes of this, for a person who doesn't wait for it: one thing at a time, after every
        thought of a match. `work` and what it's given can be sent to a process; it has no more time than a
        thought, and whatever it raises is raised here."""
        async with self._queue.place(person, aside=True):
            return await self._run(work, *given)

    async def apart(self, seconds: float, work: Callable[..., Done], *given: Any) -> Done:
        """What a process of its own makes of this, which takes nobody's place: one thing at a time, for so
        many seconds of processor time. It raises what that raises."""
        return await anyio.to_process.run_sync(
            limited, seconds, work, *given, cancellable=True, limiter=self._apart
        )

    async def _in_worker(self, question: MoveRequest, level: str, budget: int) -> str:
        briefing = question.briefing
        slim = None if briefing is None else msgspec.structs.replace(briefing, frames=())
        return await self._run(choose, question.game, level, question.view, slim, question.rng, budget)

    async def _run(self, work: Callable[..., Done], *given: Any) -> Done:
        await self._started()
        with anyio.fail_after(self._wall_seconds):
            return await anyio.to_process.run_sync(
                limited, self._processor_seconds, work, *given, cancellable=True, limiter=self._limiter
            )


def asked(state: MatchState, seat: int, level: str | None = None) -> MoveRequest:
    """What an AI is asked in this seat; `level`: another one than the seat's own."""
    game, match = state.game, state.match
    known = [spec.name for spec in game.option_specs if not spec.secret]
    return MoveRequest(
        game=game.key,
        level=level or state.seat_row(seat).level or next(iter(game.players)),
        seat=seat,
        options={name: match.options[name] for name in known if name in match.options},
        view=state.view(seat),
        briefing=state.briefing(seat),
        rng=rng_for(match.seed, seat, state.length),
        match=match.id,
        person=next(iter(state.people()), 0),
    )


def is_openly_to_act(state: MatchState) -> bool:
    """Whether everybody knows that an AI is to act, and nobody else could have in the turn under way.

    Where both act in secret, the set-up for example, nobody may learn who has and who has not."""
    return state.bot_to_act() is not None and len(state.moment(turn_began(state)).acting) == 1
