"""The rows of docs/delivery.md: how Discord says no to a DM, and what becomes of it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from playground.places import members
from tests.bot.delivery import begun, dms, is_paused, operator_reads, pings, toms_turn
from tests.bot.matches import Played
from tests.bot.outages import private
from tests.kit import Table, table


@pytest.fixture
async def t() -> AsyncIterator[Table]:
    async with table("mara", "tom") as made:
        yield made


@pytest.fixture
async def match(t: Table) -> Played:
    return await begun(t)


def hears_of_toms_absence(t: Table) -> list[str]:
    """What mara is told of it."""
    return [seen.text for seen in private(t.mara) if f"can't reach <@{t.tom.id}>" in seen.text]


async def test_dms_closed(match: Played, caplog: pytest.LogCaptureFixture) -> None:
    t = match.t
    await t.tom.actor.settings(dms_open=False)
    await toms_turn(match)
    (ping,) = pings(t)
    assert [user["id"] for user in ping.payload["mentions"]] == [t.tom.id]
    assert "Roll the die" in (await t.tom.tap("Open privately", ping)).buttons
    assert not await is_paused(match)
    assert operator_reads(caplog) == []


async def test_left_the_server(match: Played, caplog: pytest.LogCaptureFixture) -> None:
    t = match.t
    members.remove(t.playground.world, next(iter(t.playground.world.guilds.values())), t.tom.id)
    await toms_turn(match)
    assert dms(t.tom) == len(pings(t)) == 0
    assert len(hears_of_toms_absence(t)) == 1
    assert not await is_paused(match)
    assert len(operator_reads(caplog)) >= 1


async def test_account_deleted(match: Played, caplog: pytest.LogCaptureFixture) -> None:
    t = match.t
    members.delete_account(t.playground.world, t.tom.id)
    await toms_turn(match)
    assert len(pings(t)) == 0
    assert len([seen for seen in private(t.mara) if "can't reach" in seen.text]) == 1
    assert not await is_paused(match)
    assert len(operator_reads(caplog)) >= 1


async def test_slow(match: Played, caplog: pytest.LogCaptureFixture) -> None:
    t = match.t
    t.fault("POST /channels/.*/messages$", 503, times=4, after=True)
    await toms_turn(match)
    for seconds in (2, 4, 8):
        t.advance(seconds)
        await t.settled()
    assert dms(t.tom) == 1
    assert not await is_paused(match)
    assert operator_reads(caplog) == []
