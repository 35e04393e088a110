"""The pool of worker processes in which AI players think; they get a view and a briefing, never a state."""

from __future__ import annotations

import logging
import os
from collections import defaultdict
from collections.abc import Callable
from typing import Any, TypeVar

import anyio
import anyio.to_process
import msgspec

from bot.core.match_state import MatchState, in_force, turn_began
from bot.core.move_request import MoveRequest
from bot.play.ai.queueing import FairQueue
from bot.play.ai.worker import choose, ready, run_limited
from games import GAMES
from games.core.selfplay import BUDGET, rng_for

log = logging.getLogger(__name__)

Done = TypeVar("Done")

PROCESSOR_SECONDS = 3.0
"""The processor time that a move may take, in seconds."""
WALL_SECONDS = 10.0
"""The wall-clock time that a move may take, in seconds, on a busy machine or at a sleeping level, too."""
SMALLEST_BUDGET = 2_000
_MOST_WORKERS = 2


def usual_workers() -> int:
    """Return the default number of workers: one per processor, at most two, since each takes memory."""
    return min(_MOST_WORKERS, os.cpu_count() or 1)


def budget_under_load(waiting: int, workers: int) -> int:
    """Return the number of nodes for a move, given the `waiting` people and the number of workers.

    The full budget if none wait, half of it if one person waits for each worker, a third if two do: the
    bot plays less well, but people wait no longer. Each person counts once, however many matches they have;
    otherwise a person with many matches could make the levels play badly.
    """
    return max(SMALLEST_BUDGET, BUDGET * workers // (workers + waiting))


def fallback_level(game_key: str, level: str) -> str:
    """Return the level that plays in place of a failed one: `medium`, or the first level."""
    levels = GAMES[game_key].personas
    return "medium" if "medium" in levels and level != "medium" else next(iter(levels))


class AiPool:
    """A few worker processes that choose moves; after a crash or a timeout a quicker level plays the move.

    They start when they're needed, and end after minutes without work.

    Moves wait in a fair queue, so that neither a person with many matches nor a turn of many actions delays
    other people's matches.
    """

    def __init__(
        self,
        workers: int | None = None,
        processor_seconds: float = PROCESSOR_SECONDS,
        wall_seconds: float = WALL_SECONDS,
    ) -> None:
        self._workers = workers or usual_workers()
        self._queue = FairQueue(self._workers)
        self._limiter = anyio.CapacityLimiter(self._workers)
        self._apart = defaultdict[Callable[..., Any], anyio.CapacityLimiter](lambda: anyio.CapacityLimiter(1))
        self._processor_seconds = processor_seconds
        self._wall_seconds = wall_seconds

    async def _start_worker(self, limiter: anyio.CapacityLimiter) -> None:
        """Start a worker unless one is idle; this takes longer than many moves, so no limit applies."""
        try:
            await anyio.to_process.run_sync(ready, limiter=limiter)
        except anyio.BrokenWorkerProcess:
            # It was idle for five minutes and ended just now.
            await anyio.to_process.run_sync(ready, limiter=limiter)

    async def think(self, question: MoveRequest) -> str:
        """Return the action text that the level chooses.

        If it fails, its fallback level is asked, then the first level, whose exceptions are raised.
        """
        game = question.game
        level, *others = (
            question.level,
            fallback_level(game, question.level),
            next(iter(GAMES[game].personas)),
        )
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
        """Run `work` in a worker after all moves of matches, for a person who doesn't wait for it.

        One such job runs at a time. `work`, its arguments and its result must be picklable; it has the time
        limits of a move, and its exceptions are raised here.
        """
        async with self._queue.place(person, aside=True):
            return await self._run(work, *given)

    async def apart(self, seconds: float, work: Callable[..., Done], *given: Any) -> Done:
        """Run `work` in a dedicated process, one call of it at a time, with a CPU limit in seconds.

        It takes no worker from the matches. Exceptions of `work` are raised here.
        """
        limiter = self._apart[work]
        await self._start_worker(limiter)
        return await anyio.to_process.run_sync(
            run_limited, seconds, work, *given, cancellable=True, limiter=limiter
        )

    async def _in_worker(self, question: MoveRequest, level: str, budget: int) -> str:
        briefing = question.briefing
        slim = None if briefing is None else msgspec.structs.replace(briefing, frames=())
        return await self._run(choose, question.game, level, question.view, slim, question.rng, budget)

    async def _run(self, work: Callable[..., Done], *given: Any) -> Done:
        await self._start_worker(self._limiter)
        with anyio.fail_after(self._wall_seconds):
            return await anyio.to_process.run_sync(
                run_limited, self._processor_seconds, work, *given, cancellable=True, limiter=self._limiter
            )


def build_request(state: MatchState, seat: int, level: str | None = None) -> MoveRequest:
    """Return the move request for the AI in a seat, at `level` instead of the seat's own if given."""
    game, match = state.game, state.match
    known = [spec.name for spec in game.option_specs if not spec.secret]
    return MoveRequest(
        game=game.key,
        level=level or state.seat_row(seat).level or next(iter(game.personas)),
        seat=seat,
        options={name: match.options[name] for name in known if name in match.options},
        view=state.view(seat),
        briefing=state.briefing(seat),
        rng=rng_for(match.seed, seat, in_force(state).length),
        match=match.id,
        person=next(iter(state.people()), 0),
    )


def is_openly_to_act(state: MatchState) -> bool:
    """Return whether everyone knows that an AI is to act, and only this seat could act in this turn.

    Where both seats act in secret (in a setup, for example), this must not reveal which of them has acted.
    """
    return state.bot_to_act() is not None and len(state.moment(turn_began(state)).acting) == 1
