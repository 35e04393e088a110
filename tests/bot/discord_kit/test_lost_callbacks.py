"""An answer to an interaction may have arrived even though Discord's response to it is lost."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import aiohttp
import pytest
from discord.http import handle_message_parameters
from discord.webhook import async_

from bot.discord_kit.interactions.callbacks import Callbacks, GaveUp
from tests.kit.inputs import PATIENCE_SECONDS
from tests.kit.sql import sql
from tests.kit.table import Table

pytestmark = pytest.mark.table("mara", "tom")

CALLBACK = "POST /interactions/.*/callback"


@pytest.fixture
def naps(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that discord.py sleeps between its attempts; no time passes in the test."""
    slept = list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(async_, "asyncio", SimpleNamespace(**{**vars(asyncio), "sleep": sleep}))
    return slept


async def test_a_challenge_that_has_landed_stays_open_and_is_accepted(t: Table, naps: list[float]) -> None:
    t.fault(CALLBACK, 502, after=True)
    await t.mara.slash("/creators challenge", opponent=t.tom)
    await t.settled()
    assert naps == [1]
    assert await sql(t.database, "SELECT status FROM challenges") == [("open",)]
    card = t.tom.newest(lambda seen: "Accept" in seen.buttons)
    await t.tom.tap("Accept", card)
    await t.settled()
    assert card is not None
    assert "Accept" not in t.tom.again(card).buttons, "the card is known, and follows"


async def test_so_does_one_of_which_no_attempt_had_a_clear_answer(t: Table, naps: list[float]) -> None:
    t.fault(CALLBACK, 502, after=True)
    t.fault(CALLBACK, 502, times=4)
    await t.mara.slash("/creators challenge", opponent=t.tom)
    await t.settled()
    assert await sql(t.database, "SELECT status, message IS NULL FROM challenges") == [("open", 0)]


async def test_one_that_has_never_landed_is_closed(t: Table, naps: list[float]) -> None:
    t.fault(CALLBACK, 502, times=5)
    options = [{"type": 1, "name": "challenge", "options": []}]
    asking = asyncio.create_task(t.mara.actor.slash("games", "creators", options))
    async with asyncio.timeout(PATIENCE_SECONDS):
        while len(naps) < 4:  # noqa: ASYNC110
            await asyncio.sleep(0)
    await t.settled()
    t.advance(3)
    assert (await asking)["type"] == "failed"
    assert await sql(t.database, "SELECT status FROM challenges WHERE status = 'open'") == []


async def test_no_attempt_is_made_once_discord_waits_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    now, asked = [0.0], list[float]()
    monkeypatch.setattr(async_.asyncio, "sleep", AsyncMock())

    class Broken:
        def request(self, *given: Any, **more: Any) -> Any:
            asked.append(now[0])
            now[0] += 1.6
            return self

        async def __aenter__(self) -> Any:
            return SimpleNamespace(status=502, headers={}, text=_nothing, reason="Bad Gateway")

        async def __aexit__(self, *error: object) -> None: ...

    async def _nothing(encoding: str = "") -> str:
        return ""

    session: Any = Broken()
    with handle_message_parameters("hello") as params, pytest.raises(GaveUp):
        await Callbacks(now=lambda: now[0]).create_interaction_response(
            1, "token", session=session, proxy=None, proxy_auth=None, params=params
        )
    assert asked == [0.0, 1.6]


def test_giving_up_is_a_lost_connection_to_whoever_handles_it() -> None:
    assert issubclass(GaveUp, ConnectionError)
    assert not issubclass(GaveUp, aiohttp.ClientError)
