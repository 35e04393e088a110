"""The loop that plays the AI seats; the turns are read from the database, so a restart resumes them."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec

from bot.core.app_context import ANYWHERE, AppContext
from bot.core.errors import Stale
from bot.core.match_state import MatchState
from bot.core.move_request import Thinking, Typing
from bot.play.ai.ai_pool import build_request, is_openly_to_act, usual_workers
from bot.play.ai.claims import Claims
from bot.play.matches.playing import commit, play_action
from storage.rows import Match

log = logging.getLogger(__name__)

HOLD_SECONDS = 1.0
"""The interval in seconds to whose multiples AI turns with hidden information are delayed."""
A_MOMENT_SECONDS = 1.2
"""The seconds before the typing indicator is shown; a quicker answer needs none."""
TYPING_SECONDS = 8.0
"""The seconds until the typing indicator is sent again; Discord shows it for ten."""
PLACES_EACH = 2
"""The turns that a process claims per worker: one is computed while another waits or is written."""


async def _unseen(match: Match) -> None:
    """Show no typing indicator."""


class Bots:
    """The player of all AI seats that are to act; their moves come from `ai_pool`.

    With hidden information, a whole turn is played at once, a multiple of `hold_seconds` after it began, so
    that neither its length nor its timing reveals how much there was to think about.
    """

    def __init__(self, app: AppContext, ai_pool: Thinking, hold_seconds: float = HOLD_SECONDS) -> None:
        self.ai_pool = ai_pool
        self._hold_seconds = hold_seconds
        self._app = app
        self._claims = Claims(app, PLACES_EACH * usual_workers())
        self._answers: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._typing: Typing = _unseen
        self._typed: dict[str, float] = {}

    async def run(self, typing: Typing = _unseen) -> None:
        """Resume the open turns, then answer whenever the application asks for it; ends by cancellation.

        `typing` is called when an answer takes longer than `A_MOMENT_SECONDS`, and again while it lasts.
        """
        self._typing, self._app.may_answer = typing, self._claims.may_take
        try:
            await self._look(resume=True)
            while True:
                found = await self._app.bots.get()
                if found == ANYWHERE:
                    self._app.is_looking = False
                    await self._look()
                else:
                    self._start(found)
                self._app.bots.task_done()
        finally:
            await self._stop()

    async def _look(self, *, resume: bool = False) -> None:
        """Claim waiting turns and start to answer them."""
        try:
            for match_id in await self._claims.look(resume=resume):
                self._start(match_id)
        except Exception:
            log.exception("couldn't look for matches that wait for the bot; it will look again in a while")

    def _start(self, match_id: str) -> None:
        if match_id in self._answers:
            self._again.add(match_id)
            return
        self._answers[match_id] = asyncio.create_task(self._answer(match_id), name=f"answer {match_id}")

    async def _stop(self) -> None:
        """Cancel all answers, and release their claims so that other processes can take over at once."""
        answers = list(self._answers.values())
        self._app.may_answer = lambda _: False
        for answer in answers:
            answer.cancel()
        await asyncio.gather(*answers, return_exceptions=True)
        try:
            await self._claims.let_go()
        except Exception:
            log.info("others will think about the bot's moves when this process is gone", exc_info=True)

    async def wait_until_settled(self, match_id: str) -> None:
        """Wait until no AI thinks in this match and none is about to."""
        await self._app.bots.join()
        while (task := self._answers.get(match_id)) is not None:
            await asyncio.wait([task])
            await self._app.bots.join()

    async def _answer(self, match_id: str) -> None:
        try:
            if not await self._claims.take(match_id):
                return
            async with self._sign(match_id):
                while await self._one_turn(match_id):
                    pass
        except Exception:
            log.exception("the bot can't answer in match %s; it will try again in a while", match_id)
        finally:
            self._claims.drop(match_id)
            del self._answers[match_id]
            if match_id in self._again:
                self._again.discard(match_id)
                self._app.bots.put_nowait(match_id)
            elif self._claims.waiting:
                self._app.look()

    async def _one_turn(self, match_id: str) -> bool:
        """Play the AI's whole turn; return whether an AI is to act after it."""
        began, state = self._app.clock.now(), await self._app.match_state(match_id)
        planned = await self._plan_turn(state)
        if planned and not state.game.perfect_information:
            await self._hold(began)
        try:
            for seat, text in planned:
                state = await commit(self._app, state, seat, text)
        except Stale:
            return True
        return bool(planned) and state.bot_to_act() is not None

    async def _plan_turn(self, state: MatchState) -> list[tuple[int, str]]:
        """Return the AI's actions until the turn passes, each as (seat, action)."""
        planned, turn = list[tuple[int, str]](), state.turn_number
        while (seat := state.bot_to_act()) is not None and state.turn_number == turn:
            text = await self._choose_action(state, seat)
            planned.append((seat, text))
            state = play_action(state, seat, text, self._app.now())
        return planned

    async def _choose_action(self, state: MatchState, seat: int) -> str:
        question = msgspec.structs.replace(build_request(state, seat), waiting=self._claims.waiting)
        return await self._app.metrics.time_thought(lambda: self.ai_pool.think(question))

    async def _hold(self, began: float) -> None:
        """Wait for the next multiple of `hold_seconds`: the time taken may depend on hidden information."""
        if not self._hold_seconds:
            return
        clock = self._app.clock
        moment = began + self._hold_seconds * max(1, math.ceil((clock.now() - began) / self._hold_seconds))
        while began <= clock.now() < moment:
            await clock.until(moment)

    @asynccontextmanager
    async def _sign(self, match_id: str) -> AsyncIterator[None]:
        """Keep the typing indicator shown within the block."""
        typing = asyncio.create_task(self._type(match_id), name=f"typing {match_id}")
        try:
            yield
        finally:
            typing.cancel()
            await asyncio.wait([typing])

    async def _type(self, match_id: str) -> None:
        clock = self._app.clock
        moment = max(clock.now() + A_MOMENT_SECONDS, self._typed.get(match_id, 0.0) + TYPING_SECONDS)
        try:
            while True:
                while clock.now() < moment:
                    await clock.until(moment)
                moment = clock.now() + TYPING_SECONDS
                await self._type_once(match_id, clock.now())
        except Exception:
            log.info("the typing indicator of match %s can't be shown", match_id, exc_info=True)

    async def _type_once(self, match_id: str, now: float) -> None:
        state = await self._app.match_state(match_id)
        if is_openly_to_act(state):
            lately = {typed_match: at for typed_match, at in self._typed.items() if now < at + TYPING_SECONDS}
            self._typed = lately | {match_id: now}
            await self._typing(state.match)
