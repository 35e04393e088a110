"""Retention: rows that are no longer needed are deleted, and no others."""

from __future__ import annotations

import msgspec
import pytest

from storage import Database, Ending, Writer, commit_ply
from storage.tables import challenges, conditions, matches, outbox, retention
from storage.tables import scheduled_jobs as jobs
from storage.tables.conditions import Conditions
from storage.tables.offers import Offer, add
from tests.kit.rows import end
from tests.kit.stored_samples import a_challenge, a_deadline, a_match, a_message, a_ply

OLD, BEFORE, YOUNG = 200, 1000, 2000
OVER, OPEN, FRESH, SEALED = "over", "open", "fresh", "sealed"

ROWS = {
    "sent, of a match that's over": ({"match_id": OVER}, OLD),
    "sent, of no match": ({}, OLD),
    "sent, of a match under way": ({"match_id": OPEN}, OLD),
    "sent, of a match that ended lately": ({"match_id": FRESH}, OLD),
    "sent, of a sealed leg": ({"match_id": SEALED}, OLD),
    "sent lately": ({"match_id": OVER}, YOUNG),
    "sent at last": ({"match_id": OVER, "sent": YOUNG}, OLD),
    "sent at the last moment that's long ago": ({"match_id": OVER, "sent": BEFORE}, OLD),
    "given up": ({"match_id": OVER, "failed": "it was refused"}, OLD),
    "unheard": ({"match_id": OVER, "failed": "nobody there", "unheard": True}, OLD),
    "not sent yet": ({"match_id": OVER, "waits": True}, OLD),
    "told in a digest that was sent": ({"match_id": OVER, "failed": "told in digest:sent"}, OLD),
    "told in a digest that waits": ({"match_id": OVER, "failed": "told in digest:unheard"}, OLD),
    "sent as a call that is under way": ({"match_id": OVER, "nonce": "called"}, OLD),
    "digest:sent": ({"nonce": "digest:sent"}, YOUNG),
    "digest:unheard": ({"nonce": "digest:unheard", "failed": "closed", "unheard": True}, OLD),
    "call:called": ({"match_id": OVER, "nonce": "call:called", "waits": True}, OLD),
    "the last row": ({}, OLD),
}
"""A row of the outbox → its special fields, and when it was written."""
GONE = {
    "sent, of a match that's over",
    "sent, of no match",
    "sent at the last moment that's long ago",
    "given up",
    "told in a digest that was sent",
}


async def said(w: Writer, name: str, differs: dict[str, object], at: int) -> None:
    nonce, match_id = str(differs.get("nonce", name)), differs.get("match_id")
    await outbox.add(w, [a_message(nonce, created_at=at, due_at=at, match_id=match_id)])
    (row,) = await w.fetch("SELECT id FROM outbox WHERE nonce = :nonce", {"nonce": nonce})
    message = await outbox.get(w, row["id"])
    assert message is not None
    if "failed" in differs:
        unheard = bool(differs.get("unheard"))
        await outbox.mark_failed(w, message, str(differs["failed"]), at, unheard=unheard)
    elif not differs.get("waits"):
        await outbox.mark_sent(w, message, 7, int(str(differs.get("sent", at))))


async def some_matches(database: Database) -> None:
    async with database.write("all") as w:
        for name in (OVER, OPEN, FRESH, SEALED):
            await matches.add(w, a_match(name))
        await end(w, OVER, 0, "resigned", OLD)
        await end(w, FRESH, 0, "resigned", YOUNG)
    ending = Ending(0, "target", sealed=True)
    await commit_ply(database, msgspec.structs.replace(a_ply(SEALED, 1), at=OLD, ending=ending))


async def swept(database: Database, table: str, limit: int = 3) -> set[object]:
    """Sweep a table once, and return the keys of the deleted rows."""
    after, gone = retention.first(table), set[object]()
    while True:
        async with database.read() as r:
            found = await retention.window(r, table, after, BEFORE, limit)
        if found.last is None:
            return gone
        async with database.write("all") as w:
            await retention.drop(w, table, found.stale)
        after, gone = found.last, gone | set(found.stale)


@pytest.mark.slow
async def test_of_the_outbox_only_what_was_told_long_ago_and_is_over_goes(database: Database) -> None:
    await some_matches(database)
    async with database.write("all") as w:
        for name, (differs, at) in ROWS.items():
            await said(w, name, differs, at)
    await swept(database, "outbox")
    async with database.read() as r:
        kept = {row["nonce"] for row in await r.fetch("SELECT nonce FROM outbox", {})}
    assert {str(differs.get("nonce", name)) for name, (differs, _) in ROWS.items()} - kept == GONE


@pytest.mark.slow
async def test_a_young_outbox_is_not_walked(database: Database) -> None:
    async with database.write("all") as w:
        for name in "abcd":
            await said(w, name, {}, YOUNG)
    async with database.read() as r:
        assert await retention.window(r, "outbox", 0, BEFORE, 3) == retention.Window(None, ())


@pytest.mark.slow
async def test_what_came_to_be_needed_again_since_it_was_found_stays(database: Database) -> None:
    await some_matches(database)
    async with database.write("all") as w:
        await said(w, "call:x", {"match_id": OVER, "failed": "no"}, OLD)
        await said(w, "another", {}, OLD)
    async with database.read() as r:
        found = await retention.window(r, "outbox", 0, BEFORE, 3)
    async with database.write("all") as w:
        await outbox.retry(w, "call:x")
        await retention.drop(w, "outbox", found.stale)
        assert found.stale
        assert await outbox.has(w, "call:x")


@pytest.mark.parametrize("status", ["declined", "withdrawn", "expired", "accepted", "open"])
async def test_a_challenge_goes_when_it_came_to_nothing(database: Database, status: str) -> None:
    await some_matches(database)
    async with database.write("all") as w:
        for name, until in (("old", OLD), ("young", YOUNG)):
            await challenges.add(w, a_challenge(name, expires_at=until))
            if status != "open":
                found = OVER if status == "accepted" else None
                await challenges.set_status(w, name, status, match_id=found)
    assert await swept(database, "challenges") == (set() if status in ("accepted", "open") else {"old"})


@pytest.mark.slow
async def test_a_job_goes_once_it_is_done_but_never_the_one_with_the_last_number(database: Database) -> None:
    async with database.write("all") as w:
        for name in ("done", "undone", "done lately", "last"):
            await jobs.set(w, a_deadline(name, OLD))
        for name, at in (("done", OLD), ("done lately", YOUNG), ("last", OLD)):
            await jobs.clear(w, "turn", name, at)
    await swept(database, "deadlines")
    async with database.read() as r:
        kept = [row["subject"] for row in await r.fetch("SELECT subject FROM deadlines ORDER BY id", {})]
    assert kept == ["undone", "done lately", "last"]


async def test_offers_and_conditional_moves_go_with_a_match_that_is_long_over(database: Database) -> None:
    await some_matches(database)
    async with database.write("all") as w:
        for name in (OVER, OPEN, FRESH):
            await conditions.put(w, name, 0, Conditions(0, (("a", "b"),)))
            for turn in range(3):
                await add(w, Offer(match_id=name, seat=0, turn=turn, told=0, answered=0, made_at=OLD))
                await w.fetch("UPDATE offers SET status = 'declined', closed_at = 1", {})
    assert await swept(database, "offers", limit=2) == {OVER}
    assert await swept(database, "conditions", limit=2) == {OVER}
    async with database.read() as r:
        left = await r.fetch("SELECT DISTINCT match_id FROM offers ORDER BY 1", {})
    assert [row["match_id"] for row in left] == [FRESH, OPEN]
