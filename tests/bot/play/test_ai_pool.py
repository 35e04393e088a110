"""AI levels in worker processes: what each of them answers, and what happens when a worker breaks."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from pathlib import Path
from typing import Any

import anyio.to_process
import msgspec
import pytest
from anyio import BrokenWorkerProcess

from bot.core.move_request import MoveRequest
from bot.learning.analysis.carrying import do_step
from bot.play.ai import ai_pool
from bot.play.ai.ai_pool import SMALLEST_BUDGET, AiPool, budget_under_load, fallback_level
from bot.play.ai.worker import IDLE_SECONDS, NICENESS, choose, run_limited
from games import GAMES
from games.core.selfplay import BUDGET, numbered_seed
from games.core.teaching.analysis import Analysis
from tests.kit.games.analyzed import EFFORT, plan_of
from tests.kit.games.cups import Cups
from tests.kit.hosts.registry import play_here
from tests.kit.levels.broken_levels import choose_or_break, doubled, endless, priority

GAME = GAMES["creators"]

PATIENT = 60.0
"""Seconds that are enough even on a busy machine."""


def question(level: str, person: int = 0) -> MoveRequest:
    """Return the request for the Creator's move after the first roll."""
    options = {"boardSize": 12}
    state = GAME.new(GAME.options(options), numbered_seed(1))
    state = GAME.play(state, 0, GAME.parse(GAME.view(state, 0), "roll")).state
    view, briefing = GAME.view(state, 0), GAME.briefing(state, 0)
    return MoveRequest("creators", level, 0, options, view, briefing, random.Random(1), "match", person)


def played_by(level: str, budget: int = BUDGET) -> str:
    """Return the move that a level answers to `question`, computed without a worker."""
    asked = question(level)
    return choose("creators", level, asked.view, asked.briefing, asked.rng, budget)


@pytest.mark.slow
async def test_a_worker_process_plays_what_the_level_plays() -> None:
    assert await AiPool(workers=1).think(question("hard")) == played_by("hard")


async def test_a_worker_is_sent_no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Any] = []

    async def keep(*arguments: Any, **options: Any) -> str:
        sent.append(arguments)
        return "roll"

    monkeypatch.setattr(ai_pool.anyio.to_process, "run_sync", keep)
    asked = question("easy")
    await AiPool().think(asked)
    assert sent[-1][5:7] == (asked.view, msgspec.structs.replace(asked.briefing, frames=()))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("level", "limits"),
    [
        ("raises", {}),
        ("dies", {}),
        ("loops", {"processor_seconds": 0.2, "wall_seconds": PATIENT}),
    ],
)
async def test_a_level_that_breaks_or_takes_too_long_costs_one_move_of_another(
    level: str, limits: dict[str, float], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(ai_pool, "choose", choose_or_break)
    workers = AiPool(workers=1, **limits)
    assert await workers.think(question(level)) == played_by("medium")
    assert f"creators at {level} didn't answer; medium plays this move" in caplog.text
    caplog.clear()
    assert await workers.think(question("easy")) == played_by("easy")
    assert not caplog.text


@pytest.mark.slow
async def test_a_level_that_rests_for_too_long_costs_one_move_of_another(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    limits, limited_by = iter((0.3,)), anyio.fail_after
    monkeypatch.setattr(ai_pool, "choose", choose_or_break)
    monkeypatch.setattr(ai_pool.anyio, "fail_after", lambda _: limited_by(next(limits, PATIENT)))
    workers = AiPool(workers=1)
    assert await workers.think(question("rests")) == played_by("medium")
    assert "creators at rests didn't answer; medium plays this move" in caplog.text
    caplog.clear()
    assert await workers.think(question("easy")) == played_by("easy")
    assert not caplog.text


async def test_the_first_level_plays_where_the_stand_in_cannot_either(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tried: list[str] = []

    async def fails(self: AiPool, asked: MoveRequest, level: str, budget: int) -> str:
        tried.append(level)
        if level != "easy":
            raise TimeoutError
        return "roll"

    monkeypatch.setattr(AiPool, "_in_worker", fails)
    assert await AiPool(workers=1).think(question("hard")) == "roll"
    assert tried == ["hard", "medium", "easy"]
    caplog.clear()


def test_medium_stands_in_for_others_and_the_first_level_for_it() -> None:
    instead = {level: fallback_level("creators", level) for level in ("hard", "easy", "medium")}
    assert instead == {"hard": "medium", "easy": "medium", "medium": "easy"}
    assert fallback_level("alpha", "alpha") == "alpha"


@pytest.mark.slow
async def test_a_worker_steps_back_behind_the_bot() -> None:
    niceness = await anyio.to_process.run_sync(run_limited, 3.0, priority)
    assert niceness == max(NICENESS, os.getpriority(os.PRIO_PROCESS, 0))


@pytest.mark.slow
async def test_a_worker_ends_after_minutes_without_work_and_the_next_move_starts_another() -> None:
    workers = AiPool(workers=1)
    first = await workers.aside(1, os.getpid)
    assert 0 < await anyio.to_process.run_sync(signal.alarm, IDLE_SECONDS) <= IDLE_SECONDS
    os.kill(first, signal.SIGALRM)
    assert await workers.aside(1, os.getpid) != first
    os.kill(await workers.apart(PATIENT, os.getpid), signal.SIGALRM)
    assert await workers.apart(PATIENT, doubled, 21) == 42


def test_the_budget_shrinks_with_those_who_wait_and_never_below_the_smallest() -> None:
    assert [budget_under_load(waiting, 1) for waiting in (0, 1, 3)] == [BUDGET, BUDGET // 2, BUDGET // 4]
    assert [budget_under_load(waiting, 2) for waiting in (0, 1, 2)] == [BUDGET, BUDGET * 2 // 3, BUDGET // 2]
    assert budget_under_load(10_000, 2) == SMALLEST_BUDGET


@pytest.fixture
def budgets(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Collect the budgets given to the workers, which answer with the person's number."""
    given: list[int] = []

    async def keep(self: AiPool, asked: MoveRequest, level: str, budget: int) -> str:
        given.append(budget)
        await asyncio.sleep(0)
        return f"{asked.person}"

    monkeypatch.setattr(AiPool, "_in_worker", keep)
    return given


async def test_somebody_with_many_matches_gets_no_weaker_opponent_by_them_nor_gives_one_to_many(
    budgets: list[int],
) -> None:
    workers = AiPool(workers=1)
    await asyncio.gather(*(workers.think(question("hard", person)) for person in (*[1] * 30, 2)))
    assert len(budgets) == 31
    assert min(budgets) == BUDGET // 2, "one other person waits, or nobody"


async def test_a_thought_for_which_others_wait_has_less_budget_and_everybody_gets_an_answer(
    budgets: list[int],
) -> None:
    workers = AiPool(workers=1)
    answers = await asyncio.gather(*(workers.think(question("hard", person)) for person in range(3)))
    assert answers == ["0", "1", "2"]
    assert budgets == [BUDGET, BUDGET // 2, BUDGET]


@pytest.mark.slow
async def test_other_work_is_done_in_a_worker_and_what_it_raises_is_raised_here() -> None:
    workers = AiPool(workers=1)
    assert await workers.aside(1, doubled, 21) == 42
    with pytest.raises(ValueError, match="too small"):
        await workers.aside(1, doubled, -1)


@pytest.mark.proof
async def test_other_work_that_takes_too_long_costs_its_worker_and_nothing_else() -> None:
    workers = AiPool(workers=1, processor_seconds=0.2, wall_seconds=PATIENT)
    with pytest.raises(BrokenWorkerProcess):
        await workers.aside(1, endless)
    assert await workers.think(question("easy")) == played_by("easy")


async def test_other_work_that_is_called_off_leaves_the_worker_to_matches() -> None:
    workers = AiPool(workers=1, processor_seconds=PATIENT, wall_seconds=PATIENT)
    working = asyncio.create_task(workers.aside(1, endless))
    thinking = asyncio.create_task(workers.think(question("easy")))
    await asyncio.sleep(0)
    working.cancel()
    with pytest.raises(asyncio.CancelledError):
        await working
    assert await thinking == played_by("easy")


@pytest.mark.slow
async def test_long_work_of_one_kind_waits_for_none_of_another(tmp_path: Path) -> None:
    workers, pipe = AiPool(workers=1), tmp_path / "pipe"
    os.mkfifo(pipe)
    waiting = asyncio.create_task(workers.apart(PATIENT, Path.read_text, pipe))
    assert await workers.apart(PATIENT, doubled, 21) == 42
    assert not waiting.done()
    await asyncio.to_thread(pipe.write_text, "done")
    assert await waiting == "done"


@pytest.mark.slow
async def test_a_step_of_an_analysis_comes_out_the_same_in_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLOWPLAY_GAMES", "tests.kit.games.cups.Cups")
    play_here(monkeypatch, Cups())
    step = plan_of(Cups(), ["hide a", "look c", "guess b"], rounds=1).following(Analysis())
    assert step is not None
    there = await AiPool(workers=1).aside(1, do_step, "cups", step, EFFORT)
    assert there == do_step("cups", step, EFFORT)
