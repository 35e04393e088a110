"""Rows of docs/delivery.md: the bot skips requests that would be refused, and slows down before a ban."""

from __future__ import annotations

import pytest

from bot.discord_kit.requests.requests import WITHIN_SECONDS
from tests.kit.roles.permissions import BITS, Answers, deny
from tests.kit.table import Table
from tests.kit.watching.delivery import begun, dms, is_paused, operator, toms_turn

pytestmark = pytest.mark.table("mara", "tom", max_concurrency=2)


@pytest.mark.slow
@pytest.mark.parametrize("lacking", BITS)
async def test_a_permission_is_missing(t: Table, lacking: str) -> None:
    match, answers = await begun(t), Answers()
    t.playground.witnesses.append(answers)
    deny(t, BITS[lacking])
    await t.settled()
    await toms_turn(match)
    assert answers.refused() == []
    assert dms(t.tom) == 1
    assert not await is_paused(match)


async def test_too_many_refusals(t: Table) -> None:
    match = await begun(t)
    with operator() as told:
        for _ in range(600):
            t.running.bot.requests.note(403)
        before = len(match.posts())
        await toms_turn(match)
        assert dms(t.tom) == 1
        assert not await is_paused(match)
        assert len(match.posts()) == before
        t.advance(WITHIN_SECONDS)
        await t.settled()
        assert len(match.posts()) == before + 1
    assert ["has refused 500 requests" in line for line in told] == [True, False]
    assert "everything is posted" in told[1]


@pytest.mark.slow
async def test_a_shard_is_gone(t: Table) -> None:
    t.settings["slowplay_shards"] = 2
    await t.restart_bot()
    match, bot = await begun(t), t.running.bot
    await bot.get_shard(1).disconnect()
    await t.settled()
    await toms_turn(match)
    assert dms(t.tom) == 1
    assert not bot.ctx.app.reachable, "clocks rest"
