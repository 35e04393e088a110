"""Retention: data that isn't needed anymore is deleted, a little at a time, with no visible effect."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import pytest

from bot.core import match_record
from bot.core.match_state import MatchState
from bot.core.seats import meet
from bot.matchmaking.fairness import fairness
from bot.operations.retention import retention
from bot.play.matches import ending
from bot.play.records import verifying
from storage import Message
from storage.engine.database import Database
from storage.engine.schema import build, newest_version, tables_of
from storage.rows import DueJob, Match
from storage.tables import outbox, scheduled_jobs
from storage.tables.retention import TABLES
from tests.kit.hearing import Hearing
from tests.kit.hosts.house import MARA, PLACE, TOM, House
from tests.kit.matches.alpha import MINE, upload
from tests.kit.matches.tapped import begin
from tests.kit.table import table


@pytest.fixture(autouse=True)
def keep_for_a_month(here: House) -> None:
    here.app.keep_days = 30


MONTH = 31 * retention.DAY


async def rows(database: Database, *tables: str) -> dict[str, list[dict[str, Any]]]:
    """Return all rows of these tables, or of all tables but the swept ones."""
    names = tables or sorted({table.name for table in tables_of(newest_version())} - set(TABLES))
    async with database.read() as r:
        return {name: sorted(await r.fetch(f"SELECT * FROM {name}", {}), key=repr) for name in names}


async def count(database: Database, table: str) -> int:
    return len((await rows(database, table))[table])


async def one_round(here: House, hearing: Hearing) -> None:
    """Sweep until the next round is due in a day."""
    while True:
        await hearing.rest()
        due = await sweep_of(here)
        if due.due_at > here.app.now() + retention.PAUSE_SECONDS:
            return
        here.clock.advance(retention.PAUSE_SECONDS)


async def sweep_of(here: House) -> DueJob:
    async with here.app.database.read() as r:
        due = await scheduled_jobs.get(r, retention.SWEEP, "")
    assert due is not None
    return due


async def played(here: House, hearing: Hearing) -> tuple[Match, MatchState]:
    """Play some turns of a rated match, resign it, and let all messages be sent."""
    match = await here.match(usual=True)
    for _ in range(6):
        await here.turn(match)
        here.clock.advance(60)
        await hearing.rest()
    await ending.resign(here.app, match.id, MARA.id)
    here.clock.advance(3600)
    await hearing.rest()
    return match, await here.app.match_state(match.id)


@pytest.mark.slow
async def test_after_a_month_a_match_is_its_record_and_nothing_of_it_is_told_again(here: House) -> None:
    async with here.open() as hearing:
        match, state = await played(here, hearing)
        going = await here.match(pace="none")
        await retention.schedule(here.app)
        before = await rows(here.app.database), match_record.file_of(state, None), verifying.of_match(state)
        (challenge, _) = (await rows(here.app.database, "challenges"))["challenges"]
        told = await fairness.explain(here.app, (), challenge["id"], TOM.id, PLACE.guild)
        await hearing.rest()
        here.clock.advance(MONTH)
        await one_round(here, hearing)
        delivered = here.post.nonces()
        here.app.forget(match.id)
        state = await here.app.match_state(match.id)
        after = await rows(here.app.database), match_record.file_of(state, None), verifying.of_match(state)
        assert after == before
        assert await fairness.explain(here.app, (), challenge["id"], TOM.id, PLACE.guild) == told
    left = (await rows(here.app.database, "outbox"))["outbox"]
    assert {row["match_id"] for row in left} - {None} == {going.id}
    assert match.id not in str(await rows(here.app.database, "deadlines", "offers", "conditions"))
    async with here.open() as hearing:
        await hearing.rest()
        assert here.post.nonces() == delivered


async def old_rows(here: House, number: int) -> None:
    """Add a number of messages outside of matches that were sent two months ago, and a recent one."""
    async with here.app.database.write("all") as w:
        for n in range(number):
            at = here.app.now() - 2 * MONTH
            one = Message(lane="a", kind="note", payload={}, nonce=f"n{n}", created_at=at, due_at=at)
            await outbox.add(w, [one])
        await w.fetch("UPDATE outbox SET sent_at = created_at", {})


@pytest.mark.slow
async def test_a_step_deletes_a_few_rows_and_the_next_one_waits_for_other_jobs(here: House) -> None:
    await old_rows(here, 3 * retention.ROWS)
    await retention.schedule(here.app)
    async with here.open() as hearing:
        here.clock.advance(retention.AFTER_START_SECONDS - 1)
        await hearing.rest()
        assert await count(here.app.database, "outbox") == 3 * retention.ROWS
        here.clock.advance(1)
        await hearing.rest()
        assert await count(here.app.database, "outbox") == 2 * retention.ROWS
        assert (await sweep_of(here)).due_at == here.app.now() + retention.PAUSE_SECONDS
        await one_round(here, hearing)
        assert await count(here.app.database, "outbox") == 1


async def test_a_restart_goes_on_where_a_round_was(here: House) -> None:
    await old_rows(here, 3 * retention.ROWS)
    await retention.schedule(here.app)
    here.clock.advance(retention.AFTER_START_SECONDS)
    await retention.sweep(here.app, await sweep_of(here))
    under_way = await sweep_of(here)
    await retention.schedule(here.app)
    assert await sweep_of(here) == under_way
    assert under_way.payload == {"table": "outbox", "after": retention.ROWS}


async def test_an_operator_can_keep_everything(here: House) -> None:
    here.app.keep_days = 0
    await old_rows(here, 10)
    await retention.schedule(here.app)
    async with here.open() as hearing:
        here.clock.advance(MONTH)
        await one_round(here, hearing)
    assert await count(here.app.database, "outbox") == 10


OLD, YOUNG = 366 * retention.DAY, 364 * retention.DAY
LOGGED = "INSERT INTO server_log (guild, at, person, text) VALUES (1, :at, :mara, :text)"
REPORTED = (
    "INSERT INTO reports (guild, about, by_person, at, text, closed_at) "
    "VALUES (1, :mara, :mara, :at, :text, :closed)"
)


async def test_a_server_s_log_and_closed_reports_are_kept_for_a_year(here: House) -> None:
    database, now = here.app.database, here.app.now()
    async with database.write("all") as w:
        await meet(w, MARA, now)
        for text, age in (("old", OLD), ("young", YOUNG)):
            await w.fetch(LOGGED, {"at": now - age, "mara": MARA.id, "text": text})
        for text, closed in (("open", None), ("young", now - YOUNG), ("old", now - OLD)):
            await w.fetch(REPORTED, {"at": now - OLD, "mara": MARA.id, "text": text, "closed": closed})
    await retention.schedule(here.app)
    async with here.open() as hearing:
        here.clock.advance(retention.AFTER_START_SECONDS)
        await one_round(here, hearing)
    left = await rows(database, "server_log", "reports")
    assert [row["text"] for row in left["server_log"]] == ["young"]
    assert {row["text"] for row in left["reports"]} == {"open", "young"}


async def test_the_secret_of_an_accepted_challenge_is_its_match_s_alone(here: House) -> None:
    match = await here.match(usual=True)
    (challenge,) = (await rows(here.app.database, "challenges"))["challenges"]
    assert challenge["match_id"] == match.id
    assert (bytes(challenge["nonce"]), len(match.nonce)) == (b"", 32)


def test_only_secrets_are_kept_as_bytes_and_neither_pictures_nor_files() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as raw:
        build(raw, newest_version())
        kinds = (
            "SELECT m.name, c.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c WHERE c.type = ?"
        )
        found = set(raw.execute(kinds, ("BLOB",)))
    of_matches = {("matches", "seed"), ("matches", "nonce")}
    assert found == of_matches | {("challenges", "nonce"), ("seeks", "nonce"), ("contests", "secret")}


@pytest.mark.slow
async def test_of_previews_uploads_and_copies_nothing_is_left_beside_the_database() -> None:
    async with table("mara", "tom") as t:
        await upload(t.mara, "mine", MINE)
        match = await begin(t, t.mara, t.tom)
        await match.brief()
        await t.mara.slash("/export", match=match.id)
        await t.mara.slash("/privacy export")
        await t.settled()
        assert await count(t.database, "documents") == 1
        assert not [path for path in t.file.parent.iterdir() if not path.name.startswith(t.file.name)]
