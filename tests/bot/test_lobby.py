"""The lobby: people who look for an opponent get each other, and nobody learns more than that."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.bot.matches import DAY, Played, assert_refused, newest_match, nothing_changes, rows
from tests.bot.servers import found_server
from tests.kit import Person, Seen, Table, table
from tests.kit.sql import sql

HOUR = 3600.0


@pytest.fixture
async def t() -> AsyncIterator[Table]:
    async with table("mara", "tom", "ines") as made:
        yield made


async def form(person: Person) -> Seen:
    """The lobby, by way of `/play`."""
    return await person.tap("Find me an opponent", await person.slash("/play"))


async def look(person: Person, *taps: str) -> Seen:
    """Somebody looks for an opponent, with these switches tapped before; what they see then."""
    seen = await form(person)
    for label in taps:
        seen = await person.tap(label, seen)
    return await person.tap("Find an opponent", seen)


async def searches(t: Table) -> list[tuple[Any, ...]]:
    return await sql(t.database, "SELECT person, status, match_id IS NOT NULL FROM seeks ORDER BY created_at, interaction")


async def matches_between(t: Table) -> list[dict[str, Any]]:
    await t.settled()
    return (await rows(t))["matches"]


async def test_smoke(t: Table) -> None:
    first = await form(t.mara)
    print(first.text, list(first.buttons), [s["custom_id"] for s in first.selects])
    waiting = await t.mara.tap("Find an opponent", first)
    print(waiting.text, list(waiting.buttons), waiting.ephemeral)
    second = await form(t.tom)
    print(second.text)
    found = await t.tom.tap("Find an opponent", second)
    print(found.text, list(found.buttons))
    await t.settled()
    print(t.mara.conversation(), t.ines.conversation())
    print(await searches(t))
    raise AssertionError
