"""The loop that works on analyses, one at a time in each process, when no match waits for a worker.

Pending analyses are rows of the table `deadlines`, so any process takes what waits, and what a dead process
had. Results are saved every few steps and continued from there.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from msgspec import structs

from bot.core.app_context import AppContext
from bot.core.match_state import MatchState, in_force
from bot.core.move_request import Thinking
from bot.learning.analysis.analyses import ANALYZE, current, encode_results, read
from bot.play.ai.claims import fairest
from bot.play.ai.queueing import Spent
from bot.play.records.folding import states
from games import GAMES
from games.core.teaching.analysis import Analysis, Plan, Step, done
from games.core.teaching.judging import Effort
from storage.engine.handle import Writer
from storage.rows import DueJob, Message
from storage.tables import analyses, outbox, scheduled_jobs


def do_step(game_key: str, step: Step, effort: Effort) -> Any:
    """Do a step and return its answer; raise ValueError for a game without an analyst."""
    game = GAMES[game_key]
    if game.analyst is None:
        raise ValueError(f"{game_key} has no analyst")
    return done(game, game.analyst, step, effort)


log = logging.getLogger(__name__)

DONE = "analysis"
"""The kind of the outbox message that tells a person that the analysis they requested is done."""
EFFORT = Effort()
HELD_SECONDS = 3600
"""Seconds that a claim on an analysis lasts, unless it's renewed by saving more results."""
STEPS = 8
"""Steps after which the results are saved."""
MOST_MISSED = 20
"""Most steps that may fail; with more, the analysis is given up."""
_TROUBLE_SECONDS = 5


class Failed(Exception):
    """The error of a match that can't be analyzed."""


class Carrier:
    """A worker on the waiting analyses, first for the person who has had the least time lately."""

    def __init__(self, app: AppContext, pool: Thinking, effort: Effort = EFFORT) -> None:
        self._app, self._pool, self._effort = app, pool, effort
        self._spent = Spent()

    async def run(self) -> None:
        """Work on analyses whenever there may be some, until canceled."""
        self._app.aside.wake()
        try:
            while True:
                await self._app.aside.wait()
                await self._all_of_it()
        finally:
            await self._let_go()

    async def _all_of_it(self) -> None:
        try:
            while (taken := await self._claim()) is not None:
                await self._carry(*taken)
        except Exception:
            log.exception("couldn't go on with an analysis; trying again in %d seconds", _TROUBLE_SECONDS)
            await self._app.clock.until(self._app.clock.now() + _TROUBLE_SECONDS)
            self._app.aside.wake()

    async def _let_go(self) -> None:
        try:
            async with self._app.database.write() as w:
                await scheduled_jobs.let_go(w, ANALYZE, self._app.database.host)
        except Exception:
            log.info("others will go on with analyses when this process is gone", exc_info=True)

    async def _claim(self) -> tuple[str, int] | None:
        """Claim a waiting analysis and return its match and the first person who requested it, or None."""
        async with self._app.database.read() as r:
            rows, asked = await scheduled_jobs.undone(r, ANALYZE), await analyses.askers(r)
        first = {match_id: people[0] for match_id, people in asked.items()}
        free = [_of(row, first) for row in rows if row.lease_by in (None, self._app.database.host)]
        now = self._app.clock.now()
        for row in fairest(free, lambda person: self._spent.of(person, now), len(free)):
            async with self._app.database.write("analyses") as w:
                if await self._hold(w, row.subject):
                    return row.subject, first.get(row.subject, 0)
        return None

    async def _hold(self, w: Writer, match_id: str) -> bool:
        """Claim an analysis or renew the claim, and return whether this process has it."""
        host, until = self._app.database.host, self._app.now() + HELD_SECONDS
        return await scheduled_jobs.take(w, ANALYZE, match_id, host, until)

    async def _carry(self, match_id: str, person: int) -> None:
        """Complete the analysis of a match from its saved results, and count the time for the person."""
        began = self._app.clock.now()
        async with self._app.database.read() as r:
            kept = await current(r, match_id)
        try:
            if kept is not None and kept.done_at is None:
                await self._find(match_id, person, read(kept))
            else:
                await self._end(match_id, None)
        except Failed as failed:
            log.warning("the analysis of %s is given up: %s", match_id, failed, exc_info=failed.__cause__)
            await self._give_up(match_id)
        now = self._app.clock.now()
        self._spent.add(person, max(0.0, now - began), now)

    async def _find(self, match_id: str, person: int, found: Analysis) -> None:
        state = in_force(await self._app.match_state(match_id))
        try:
            plan = await asyncio.to_thread(_plan, state)
        except Exception as error:
            raise Failed("its record can't be played again") from error
        found, steps = structs.replace(found, of=plan.begin().of), 0
        try:
            while (step := plan.following(found)) is not None:
                found, steps = await self._after(state.game.key, person, plan, found, step), steps + 1
                if steps % STEPS == 0 and not await self._save(match_id, found):
                    return
        except asyncio.CancelledError:
            await self._save(match_id, found)
            raise
        await self._end(match_id, found)

    async def _after(self, game_key: str, person: int, plan: Plan, found: Analysis, step: Step) -> Analysis:
        """Return the results after one more step.

        A step that fails is tried with less effort, then left out. Raise Failed if too many were left out.
        """
        for effort in (self._effort, self._effort.lighter):
            try:
                answer = await self._pool.aside(person, do_step, game_key, step, effort)
            except Exception as error:
                log.info("%s of an analysis of %s failed: %r", step.name, game_key, error, exc_info=True)
            else:
                return plan.taken(found, step, answer)
        found = plan.mark_failed(found, step)
        if len(found.missed) > MOST_MISSED:
            raise Failed(f"{len(found.missed)} steps couldn't be done, {step.name} the last of them")
        return found

    async def _save(self, match_id: str, found: Analysis) -> bool:
        """Save the results; return False if the claim has passed to another process."""
        async with self._app.database.write() as w:
            held = await self._hold(w, match_id)
            if held:
                await analyses.keep(w, match_id, encode_results(found), None)
        return held

    async def _end(self, match_id: str, found: Analysis | None) -> None:
        """Save the complete results (None: nothing to save), and notify everyone who requested them."""
        async with self._app.database.write(f"analysis:{match_id}") as w:
            if not await self._hold(w, match_id):
                return
            if found is not None:
                await analyses.keep(w, match_id, encode_results(found), self._app.now())
            await self._tell(w, match_id)
        self._app.outbox.wake()

    async def _give_up(self, match_id: str) -> None:
        """Delete the analysis as if it had never been requested, and notify everyone who requested it."""
        async with self._app.database.write(f"analysis:{match_id}") as w:
            await self._tell(w, match_id)
            await analyses.drop(w, match_id)
        self._app.outbox.wake()

    async def _tell(self, w: Writer, match_id: str) -> None:
        now = self._app.now()
        await scheduled_jobs.clear(w, ANALYZE, match_id, now)
        askers = (await analyses.askers(w)).get(match_id, [])
        await outbox.add(w, [_message(match_id, person, now) for person in askers])
        await analyses.forget_askers(w, match_id)


def _of(row: DueJob, first: dict[str, int]) -> DueJob:
    """Return the row with the first person who requested the analysis in its payload."""
    return structs.replace(row, payload={"person": first.get(row.subject, 0)})


def _plan(state: MatchState) -> Plan:
    return Plan(state.game, states(state), [(step.seat, step.text) for step in state.steps])


def _message(match_id: str, person: int, now: int) -> Message:
    return Message(
        lane=f"person:{person}",
        kind=DONE,
        payload={"match": match_id, "person": person},
        nonce=f"analysis:{match_id}:{person}:{now}",
        created_at=now,
        due_at=now,
        match_id=match_id,
    )
