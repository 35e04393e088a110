"""Full disks and locked files: a ply is written completely or not at all.

`PRAGMA max_page_count` simulates the full disk. It ends in SQLITE_FULL, SQLite's code for ENOSPC.
"""

from __future__ import annotations

import sqlite3

import pytest

from playground.apps.interactions import ANSWER_SECONDS
from storage import Database, Ply, commit_ply
from storage.tables import matches, scheduled_jobs
from tests.kit.rows import messages_of
from tests.kit.sql import sql
from tests.kit.stored_samples import a_deadline, a_message, a_ply

pytestmark = pytest.mark.sqlite
_NO_MORE_THAN_THERE_ARE, _PLENTY = 1, 1_000_000


async def test_on_a_full_disk_a_ply_is_written_whole_or_not_at_all(database: Database, match_id: str) -> None:
    await most_pages(database, _NO_MORE_THAN_THERE_ARE)
    written = await plies_until_full(database, match_id)
    await assert_whole(database, match_id, written)
    await most_pages(database, _PLENTY)
    assert await commit_ply(database, a_whole_ply(match_id, written + 1))
    await assert_whole(database, match_id, written + 1)


async def plies_until_full(database: Database, match_id: str) -> int:
    """Commit plies until the disk is full, and return how many were written."""
    written = 0
    while await found_room(database, a_whole_ply(match_id, written + 1)):
        written += 1
    return written


async def found_room(database: Database, ply: Ply) -> bool:
    try:
        return await commit_ply(database, ply)
    except sqlite3.OperationalError as error:
        if "full" not in str(error):
            raise
        return False


async def most_pages(database: Database, pages: int) -> None:
    """Limit the file to this number of pages, or to its present size if that's more."""
    await sql(database, f"PRAGMA max_page_count = {pages}")


def a_whole_ply(match_id: str, number: int) -> Ply:
    """Return a ply with a message and a deadline, large enough to fill the disk soon."""
    message = a_message(f"board {number}", match_id=match_id, payload={"text": "·" * 500})
    return a_ply(match_id, number, messages=(message,), deadlines=(a_deadline(match_id, 1000 + number),))


async def assert_whole(database: Database, match_id: str, plies: int) -> None:
    async with database.read() as r:
        match = await matches.get(r, match_id)
        assert match is not None
        assert match.length == plies
        assert [action.number for action in await matches.actions(r, match_id)] == list(range(1, plies + 1))
        assert len(await messages_of(r, match_id)) == plies
        assert await scheduled_jobs.next_due(r, 7) == (1000 + plies if plies else None)


async def test_who_waits_for_the_lock_gives_up_long_before_discord_does(database: Database) -> None:
    ((milliseconds,),) = await sql(database, "PRAGMA busy_timeout")
    assert milliseconds <= 1000 * ANSWER_SECONDS / 2
