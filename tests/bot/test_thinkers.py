"""AI levels in worker processes: the truth about them, and what happens when one breaks."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from bot import thinkers
from bot.thinkers import BUDGET, Thinkers, choose
from games import GAMES
from games.core.selfplay import numbered_seed
from tests.bot.broken_levels import choose_or_break

GAME = GAMES["creators"]


def position() -> tuple[Any, Any]:
    """View and briefing of the Creator after the first roll."""
    state = GAME.new(GAME.options({"boardSize": 12}), numbered_seed(1))
    state = GAME.play(state, 0, GAME.parse(GAME.view(state, 0), "roll")).state
    return GAME.view(state, 0), GAME.briefing(state, 0)


async def test_a_worker_process_plays_what_the_level_plays() -> None:
    view, briefing = position()
    text = await Thinkers().think("creators", "medium", view, briefing, random.Random(1))
    assert text == choose("creators", "medium", view, briefing, random.Random(1), BUDGET)


async def test_a_worker_is_sent_no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Any] = []

    async def keep(*arguments: Any, **options: Any) -> str:
        sent.append(arguments)
        return "roll"

    monkeypatch.setattr(thinkers.anyio.to_process, "run_sync", keep)
    view, briefing = position()
    await Thinkers().think("creators", "easy", view, briefing, random.Random(1))
    assert sent[0][3:5] == (view, msgspec.structs.replace(briefing, frames=()))


@pytest.mark.parametrize("level", ["raises", "dies", "loops"])
async def test_a_level_that_breaks_costs_one_move_of_the_quickest(
    level: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(thinkers, "choose", choose_or_break)
    view, briefing = position()
    workers = Thinkers(limit_seconds=5.0)
    await workers.warm_up()
    workers = Thinkers(limit_seconds=0.5) if level == "loops" else workers
    text = await workers.think("creators", level, view, briefing, random.Random(1))
    assert text == choose("creators", "easy", view, briefing, random.Random(1), BUDGET)
    assert f"creators at {level} did not answer; easy plays this move" in caplog.text
    caplog.clear()
