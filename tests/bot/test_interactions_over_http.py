"""Interactions over HTTP: the same handlers, the same answers, and nothing that Discord has not signed."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.bot.matches import begin_briefed
from tests.kit import Table, table


@pytest.fixture
async def t() -> AsyncIterator[Table]:
    async with table("mara", "tom", over_http=True) as made:
        yield made


async def test_x(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    await t.mara.move("roll")
    assert (await match.table()).texts == ("roll",)
    print(t.playground.traffic.counts())
