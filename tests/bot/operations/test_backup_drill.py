"""The backup drill: a bot is backed up while people play, loses its database, and resumes two days later."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bot.play.matches import ending
from bot.play.records import verifying
from storage import open_database
from tests.budgets import first_slow
from tests.kit.matches.tapped import Played, begin_briefed
from tests.kit.postgres import fresh_database
from tests.kit.sql import sql
from tests.kit.table import Table, table
from tests.paths import ROOT

pytestmark = pytest.mark.slow
ACTIONS = "SELECT match_id, number, seat, text, at FROM actions ORDER BY match_id, number"
TWO_DAYS = 2 * 86_400
"""Twice the time that a player has for a move."""


@pytest.fixture(params=first_slow(["sqlite", "postgresql"]))
async def where(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[str]:
    """Let the bot of the table keep its database here instead of in its file; yield the path or address."""
    place = str(tmp_path / "slowplay.db")
    async with fresh_database() as address:
        place = place if request.param == "sqlite" else address
        monkeypatch.setattr(sys.modules[Table.__module__], "open_database", lambda _: open_database(place))
        yield place


async def command(where: str, folder: Path, *arguments: str) -> list[dict[str, Any]]:
    """Run a command as an operator would and return the rows that it prints."""
    environment = os.environ | {
        "SLOWPLAY_DATABASE": where,
        "SLOWPLAY_BACKUPS": str(folder),
        "PYTHONPATH": str(ROOT),
    }
    running = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "slowplay", *arguments, "--json"),
        cwd=folder.parent,
        env=environment,
        stdout=PIPE,
        stderr=PIPE,
    )
    printed, complaints = await running.communicate()
    assert running.returncode == 0, complaints.decode()
    [rows] = json.loads(printed).values()
    return list(rows)


async def destroy(where: str) -> None:
    """Destroy the database, as when a disk fails or an operator drops the wrong tables."""
    if where.startswith("postgresql:"):
        connection = await asyncpg.connect(where)
        await connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        await connection.close()
    else:
        with open(where, "r+b") as file:  # noqa: ASYNC230
            file.write(b"\xff" * 100_000)


async def tap_until(matches: list[Played], done: asyncio.Event) -> int:
    """Play turns in all matches in rotation until `done` is set; return how many."""
    turns = 0
    while not done.is_set() or turns < 2:
        await matches[turns % len(matches)].turn()
        turns += 1
    return turns


async def is_over(t: Table, match: Played) -> bool:
    return (await match.table()).match.reason is not None


@pytest.mark.proof
async def test_what_was_acknowledged_before_a_backup_survives_the_loss_of_the_database(
    where: str, tmp_path: Path
) -> None:
    folder = tmp_path / "backups"
    async with table("mara", "tom", "ines", "juri") as t:
        # One match each: a player with two would have to say which one a move is for.
        pairs = ((t.mara, t.tom), (t.ines, t.juri))
        matches = [await begin_briefed(t, *pair, time="1d") for pair in pairs]
        for match in matches:
            await match.turn()
        await t.settled()
        acknowledged = await sql(t.database, ACTIONS)
        done = asyncio.Event()
        tapping = asyncio.create_task(tap_until(matches, done))
        [backup] = await command(where, folder, "backup", "--all")
        done.set()
        assert await tapping >= 2
        await matches[0].turn()
        assert acknowledged
        later = await sql(t.database, ACTIONS)
        await t.settled()
        await t.stop_bot()
        await destroy(where)
        t.playground.world.clock.advance(TWO_DAYS)
        await command(where, folder, "restore", backup["file"], "--replace")
        await t.start_bot()
        await t.settled()
        kept = await sql(t.database, ACTIONS)
        assert set(acknowledged) <= set(kept) <= set(later)
        assert len(kept) < len(later)
        assert not [match for match in matches if await is_over(t, match)]
        for match in matches:
            await match.turn()
            await t.settled()
            creator = match.people[0]
            assert creator is not None
            await ending.resign(t.running.bot.ctx.app, match.id, int(creator.id))
            assert verifying.of_match(await match.table()).is_proved
        assert len(await sql(t.database, ACTIONS)) > len(kept)
