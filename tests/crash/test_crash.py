"""The short form of the harness; and that its checks find what they are there to find."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec
import pytest

from bot.service.table import Table, advanced, opening
from playground.world import World
from storage.rows import Action
from tests.crash import checks
from tests.crash.__main__ import figures
from tests.crash.books import Books, read_books
from tests.crash.harness import harness, run
from tests.crash.notebook import PLAYED, Attempt, Notebook

SHORT_KILLS, SHORT_SECONDS = 12, 60


@pytest.mark.slow
async def test_a_bot_that_is_killed_again_and_again_loses_nothing_and_says_nothing_twice() -> None:
    report = await run(SHORT_KILLS, seed=5, most_matches=5)
    assert not report.all_violations(), figures(report) + "\n" + "\n".join(report.all_violations())
    assert report.kills == SHORT_KILLS + 1
    assert report.outcomes[PLAYED] > SHORT_KILLS, "hardly anybody played"
    assert report.seconds < SHORT_SECONDS
