"""AI seats, without Discord: what an AI is handed, and that its turn is never forgotten."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.service import playing
from bot.service.bots import Bots
from games import GAMES
from games.core.game import Briefing
from games.core.selfplay import rng_for
from storage import Match
from tests.bot.hosted import MARA, House, house


class Thinker:
    """Plays the first legal action when it is let, and keeps what it was handed."""

    def __init__(self) -> None:
        self.handed: list[tuple[str, str, Any, Briefing | None, Any]] = []
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.failures: list[Exception] = []
        self.asked = asyncio.Event()

    async def think(
        self, game_key: str, level: str, view: Any, briefing: Briefing | None, rng: random.Random
    ) -> str:
        self.handed.append((game_key, level, view, briefing, rng.getstate()))
        self.asked.set()
        await self.may_answer.wait()
        if self.failures:
            raise self.failures.pop(0)
        game = GAMES[game_key]
        return game.format(next(iter(game.actions(view))))


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path) as made:
        yield made


@asynccontextmanager
async def thinking(here: House, thinker: Thinker) -> AsyncIterator[Bots]:
    """The AI players are at work."""
    bots = Bots(here.host, thinker)
    task = asyncio.create_task(bots.run())
    yield bots
    task.cancel()
    await asyncio.wait([task])


async def person_is_to_act(here: House, match: Match) -> None:
    """Wait until no AI is to act, listening to the outbox's signal."""
    async with asyncio.timeout(20):
        while (await here.host.table(match.id)).bot_to_act() is not None:
            await here.host.outbox.wait()


@pytest.mark.parametrize("seat", [0, 1])
async def test_an_ai_is_handed_its_own_view_and_briefing_and_nothing_else(here: House, seat: int) -> None:
    thinker = Thinker()
    match = await here.match_with_ai(1 - seat)
    async with thinking(here, thinker):
        if seat == 1:
            await here.turn(match)
        await person_is_to_act(here, match)
    table, game = await here.host.table(match.id), GAMES["creators"]
    state, number = game.new(game.options(match.options), match.seed), 0
    while game.to_act(state) != (seat,):
        action = game.parse(game.view(state, 1 - seat), table.texts[number])
        state, number = game.play(state, 1 - seat, action).state, number + 1
    view, briefing = game.view(state, seat), game.briefing(state, seat)
    assert thinker.handed[0] == (
        "creators",
        "easy",
        view,
        briefing,
        rng_for(match.seed, seat, number).getstate(),
    )


async def test_an_ai_whose_turn_it_was_at_the_stop_moves_after_the_start(here: House) -> None:
    match = await here.match_with_ai(0)
    await here.turn(match)
    async with thinking(here, Thinker()):
        await person_is_to_act(here, match)
    assert (await here.host.table(match.id)).length == 4


async def test_an_answer_to_a_match_that_has_ended_meanwhile_is_dropped(here: House) -> None:
    thinker, match = Thinker(), await here.match_with_ai(0)
    thinker.may_answer.clear()
    async with thinking(here, thinker) as bots:
        await here.turn(match)
        await thinker.asked.wait()
        await playing.resign(here.host, match.id, MARA.id)
        thinker.may_answer.set()
        await bots.settled(match.id)
    table = await here.host.table(match.id)
    assert (table.match.reason, table.length) == ("resigned", 2)


async def test_an_ai_that_fails_in_one_match_goes_on_in_others(
    here: House, caplog: pytest.LogCaptureFixture
) -> None:
    thinker = Thinker()
    thinker.failures.append(RuntimeError("no idea"))
    failing, other = await here.match_with_ai(0), await here.match_with_ai(0)
    async with thinking(here, thinker) as bots:
        await here.turn(failing)
        await thinker.asked.wait()
        await bots.settled(failing.id)
        await here.turn(other)
        await person_is_to_act(here, other)
    assert f"the bot cannot answer in match {failing.id}" in caplog.text
    assert (await here.host.table(other.id)).length == 4
    caplog.clear()


async def test_stopping_leaves_no_thought_behind(here: House) -> None:
    thinker, match = Thinker(), await here.match_with_ai(0)
    thinker.may_answer.clear()
    async with thinking(here, thinker):
        await here.turn(match)
        await thinker.asked.wait()
    assert not [task for task in asyncio.all_tasks() if task.get_name() == f"answer {match.id}"]


async def test_many_matches_are_answered_at_once(here: House) -> None:
    thinker = Thinker()
    thinker.may_answer.clear()
    games = [await here.match_with_ai(0, pace="none") for _ in range(3)]
    async with thinking(here, thinker):
        for match in games:
            thinker.asked.clear()
            await here.turn(match)
            await thinker.asked.wait()
        assert len(thinker.handed) == 3
        thinker.may_answer.set()
        for match in games:
            await person_is_to_act(here, match)
