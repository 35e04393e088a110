"""A long outbox: the next rows are found for many lanes at once, and urgent ones don't wait long."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from bot.play.outbox import delivering
from storage import Database, Reader, open_database
from storage.tables import outbox
from tests.kit.contexts import app_context
from tests.kit.engines import somewhere
from tests.kit.hosts.house import House, ManualClock
from tests.kit.inputs import NumberedRandomness

MANY = 48


@pytest.fixture
async def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """A house in which sixteen rows already count as a long backlog."""
    monkeypatch.setattr(delivering, "AHEAD", 16)
    monkeypatch.setattr(delivering, "FEW", 8)
    async with somewhere(tmp_path) as where, await open_database(where) as database:
        yield House(app_context(database, clock := ManualClock(), NumberedRandomness(1)), clock)


async def test_a_backlog_is_gone_through_once_for_many_messages_and_where_nobody_waits_for_it(
    here: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads, is_long = list[bool](), False
    read, found = here.app.database.read, outbox.line

    def reading(*, long: bool = False) -> AbstractAsyncContextManager[Reader]:
        nonlocal is_long
        is_long = long
        return read(long=long)

    async def finding(r: Reader, *asked: object) -> list[int]:
        if asked[2] == delivering.AHEAD:
            reads.append(is_long)
        return await found(r, *asked)  # type: ignore[arg-type]

    for number in range(MANY):
        await here.say(f"{number:02}", lane=f"{number}")
    monkeypatch.setattr(here.app.database, "read", reading)
    monkeypatch.setattr(outbox, "line", finding)
    async with here.open() as hearing:
        await hearing.rest()
    assert here.post.nonces() == [f"{number:02}" for number in range(MANY)]
    assert reads == [True] * (MANY // delivering.AHEAD)


@pytest.mark.slow
async def test_what_becomes_urgent_behind_a_backlog_is_next_a_second_later(
    here: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivering, "BATCH", 1)
    deliver = here.post.deliver

    async def slowly(message: delivering.QueuedMessage) -> int | None:
        if message.nonce == "03":
            await here.say("ping", lane="ping", kind="ping")
            here.clock.advance(delivering.LASTS_SECONDS + 1)
        return await deliver(message)

    monkeypatch.setattr(here.post, "deliver", slowly)
    for number in range(MANY):
        await here.say(f"{number:02}", lane=f"{number}", kind="board")
    async with here.open() as hearing:
        await hearing.rest()
    assert here.post.nonces()[:6] == ["00", "01", "02", "03", "ping", "04"]


async def test_what_was_taken_by_another_process_is_passed_over(here: House) -> None:
    for number in range(MANY):
        await here.say(f"{number:02}", lane=f"{number}")
    here.app.database.host, mine = 99, here.app.database.host
    found = delivering.Line()
    front = await found.front(here.app, here.app.now())
    await _take(here.app.database, 99, here.app.now(), front[:3])
    here.app.database.host = mine
    claimed = await delivering._claim_due(here.app, found, 2)
    assert [message.nonce for message in claimed] == ["03", "04"]
    assert await found.front(here.app, here.app.now()) == front[5:]


async def _take(database: Database, host: int, now: int, ids: object) -> None:
    async with database.write() as w:
        await outbox.claim(w, host, now, 60, 16, ids)  # type: ignore[arg-type]
