"""The rows of docs/delivery.md about DMs that Discord refuses, and what the bot does then."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.discord_kit.requests import direct
from bot.discord_kit.requests.direct import QUARANTINE_SECONDS
from playground.places import members
from playground.posts import messages
from tests.kit.matches.tapped import Played, look
from tests.kit.sql import sql
from tests.kit.table import Table
from tests.kit.watching.delivery import (
    begun,
    dms,
    is_paused,
    operator,
    passes,
    pings,
    switch,
    toms_turn,
    unwritten,
)
from tests.kit.watching.outages import private

pytestmark = pytest.mark.table("mara", "tom")

SENDS = "POST /channels/.*/messages$"


@pytest.fixture
async def match(t: Table) -> Played:
    return await begun(t)


@pytest.fixture
def log() -> Iterator[list[str]]:
    with operator() as read:
        yield read


def hears_of_toms_absence(t: Table) -> list[str]:
    """Return the DMs that tell Mara that the bot can't reach Tom."""
    return [seen.text for seen in private(t.mara) if "can't reach" in seen.text]


@pytest.mark.slow
async def test_dms_closed(match: Played, log: list[str]) -> None:
    t = match.t
    await t.tom.actor.settings(dms_open=False)
    await toms_turn(match)
    (ping,) = pings(t, t.tom)
    assert "Roll the die" in (await t.tom.tap("Open privately", ping)).buttons
    assert not await is_paused(match)
    assert log == []


@pytest.mark.slow
async def test_blocked(match: Played, log: list[str]) -> None:
    t = match.t
    switch(t, "blocked", t.tom)
    await toms_turn(match)
    assert (dms(t.tom), len(pings(t, t.tom))) == (0, 1)
    assert not await is_paused(match)
    assert log == []


@pytest.mark.slow
async def test_left_the_server(match: Played, log: list[str]) -> None:
    t = match.t
    members.remove(t.playground.world, next(iter(t.playground.world.guilds.values())), t.tom.id)
    await toms_turn(match)
    assert (dms(t.tom), pings(t, t.tom)) == (0, [])
    assert len(hears_of_toms_absence(t)) == 1
    assert not await is_paused(match)
    assert log == [f"{t.tom.id} can't be reached in {match.id}"]


@pytest.mark.slow
async def test_account_deleted(match: Played, log: list[str]) -> None:
    t = match.t
    members.delete_account(t.playground.world, t.tom.id)
    await toms_turn(match)
    assert pings(t, t.tom) == []
    assert len(hears_of_toms_absence(t)) == 1
    assert not await is_paused(match)
    assert log == [f"{t.tom.id} can't be reached in {match.id}"]


@pytest.mark.slow
async def test_quarantined(t: Table, log: list[str], caplog: pytest.LogCaptureFixture) -> None:
    switch(t, "quarantine")
    match = await unwritten(t)
    assert (len(pings(t, t.mara)), len(pings(t, t.tom))) == (1, 1)
    assert "Show it now (then it counts)" in (await t.tom.tap("Open privately", pings(t, t.tom)[0])).buttons
    assert not await is_paused(match)
    (line,) = log
    assert "Developer Portal" in line
    caplog.clear()


@pytest.mark.slow
async def test_quarantined_and_no_thread(t: Table, log: list[str], caplog: pytest.LogCaptureFixture) -> None:
    switch(t, "quarantine")
    match = await unwritten(t)
    await look(t.running.bot.ctx.app, match.id, 0, 1)
    t.delete_channel(t.mara.actor.channel("games").id)
    await toms_turn(match)
    assert dms(t.tom) == 0
    assert await is_paused(match)
    await passes(t, QUARANTINE_SECONDS)
    assert dms(t.tom) == 0
    assert await is_paused(match)
    switch(t, "quarantine", on=False)
    await passes(t, QUARANTINE_SECONDS)
    await passes(t, QUARANTINE_SECONDS)
    assert dms(t.tom) == 1
    assert not await is_paused(match)
    assert len([line for line in log if "Developer Portal" in line]) == 1
    assert len([line for line in log if "quarantine is over" in line]) == 1
    assert len([line for line in log if "can't be reached" in line]) == 1
    assert len([line for line in log if "can't post in channel" in line]) == 1
    assert len(log) == 4
    caplog.clear()


async def test_dm_budget_reached(t: Table, log: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(direct, "A_MINUTE", 1)
    monkeypatch.setattr(direct, "FOR_THE_REST", 1)
    await unwritten(t)
    greeted = [person for person in (t.mara, t.tom) if private(person)]
    assert len(greeted) == 1
    await passes(t, 60)
    assert all(private(person) for person in (t.mara, t.tom))
    assert pings(t, t.mara) + pings(t, t.tom) == []
    assert log == []


async def test_stale_channel(match: Played, log: list[str]) -> None:
    t = match.t
    switch(t, "stale_dm", t.tom)
    await toms_turn(match)
    assert dms(t.tom) == 1
    assert pings(t, t.tom) == []
    assert not await is_paused(match)
    assert log == []


@pytest.mark.slow
async def test_stale_channel_that_stays_so(match: Played, log: list[str]) -> None:
    t = match.t
    t.playground.world.beliefs.stale_dms_reopen = False
    switch(t, "stale_dm", t.tom)
    await toms_turn(match)
    assert (dms(t.tom), len(pings(t, t.tom))) == (0, 1)
    assert not await is_paused(match)
    assert log == []


@pytest.mark.slow
async def test_slow(match: Played, log: list[str]) -> None:
    t = match.t
    t.fault(SENDS, 503, times=4, after=True)
    await toms_turn(match)
    for seconds in (2, 4, 8):
        await passes(t, seconds)
    assert dms(t.tom) == 1
    assert not await is_paused(match)
    assert log == []


async def test_nonce_deleted(match: Played, log: list[str]) -> None:
    t = match.t
    (sends, known) = (SENDS, set(t.playground.world.messages))
    t.fault(sends, 503, times=2, after=True)
    await toms_turn(match)
    world = t.playground.world
    for id in set(world.messages) - known:
        messages.delete(world, world.messages[id])
    await passes(t, 2)
    assert dms(t.tom) == 0
    assert pings(t, t.tom) == []
    assert not await is_paused(match)
    assert log == []
    waiting = "SELECT kind FROM outbox WHERE sent_at IS NULL AND failed_at IS NULL AND kind <> 'home'"
    assert await sql(t.database, waiting) == []
