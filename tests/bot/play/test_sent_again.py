"""A signed interaction that's sent once more, to another process: nothing is done twice."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from bot.runtime.cluster import membership
from playground.model.events import Event
from tests.kit.postgres import fresh_database
from tests.kit.signed_requests import signed
from tests.kit.sql import sql
from tests.kit.table import Running, Table, table


@asynccontextmanager
async def another_process(t: Table) -> AsyncIterator[Running]:
    """Start another process that gets all further interactions, and yield the earlier one."""
    before = t.running
    t.leave()
    try:
        await t.start_bot()
        for process in (before, t.running):
            await membership.look(process.bot.ctx.app)
        yield before
    finally:
        await before.stop()


async def sent_again(t: Table, interaction: dict[str, Any], to: Running) -> str:
    """Send an interaction to a process once more, and return the response."""
    assert to.bot.interactions is not None
    body = json.dumps(interaction).encode()
    address = f"http://127.0.0.1:{to.bot.interactions.port}/"
    async with (
        aiohttp.ClientSession() as session,
        session.post(address, data=body, headers=signed(t, body)) as response,
    ):
        assert response.status == 200
        return await response.text()


async def noted(t: Table) -> list[Any]:
    """Return the interactions that a process has noted before acting on them."""
    return await sql(t.database, "SELECT interaction FROM answering")


@pytest.mark.slow
async def test_what_is_sent_to_another_process_again_is_done_once() -> None:
    async with fresh_database() as address, table("mara", "tom", over_http=True) as t:
        commands = list[dict[str, Any]]()

        def hear(event: Event) -> None:
            if event.name == "INTERACTION_CREATE":
                commands.append(event.data)

        t.playground.world.listeners.append(hear)
        await t.stop_bot()
        t.where = address
        await t.start_bot()
        await t.mara.slash("/creators challenge", opponent=t.tom)
        assert await noted(t) == [], "who is alone notes nothing"
        async with another_process(t) as other:
            await t.mara.slash("/decoy challenge", opponent=t.tom)
            await t.settled()
            assert "I already got this" in await sent_again(t, commands[-1], other)
            assert len(await sql(t.database, "SELECT id FROM challenges")) == len(commands)
            assert len(await noted(t)) == 1
            t.advance(membership.BEAT_SECONDS * 20)
            await membership.look(other.bot.ctx.app)
            assert await noted(t) == []
