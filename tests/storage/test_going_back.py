"""After the clock was set back, all waiting rows are moved once, a few at a time."""

from typing import Any

from storage import Database
from storage.tables import outbox, scheduled_jobs
from storage.tables.going_back import GoingBack, go_back
from tests.kit.rows import claim_next
from tests.kit.stored_samples import a_deadline, a_message

BEFORE, AFTER, SOON = 5000, 4000, 60
HOST, OTHER = 7, 8
EACH = 7
QUEUES = ("outbox", "deadlines")


async def all_of(database: Database, table: str) -> list[dict[str, Any]]:
    async with database.read() as r:
        return await r.fetch(f"SELECT * FROM {table} ORDER BY id", {})


async def fill(database: Database) -> None:
    """Fill both queues with rows that are due, soon, late, claimed by either host, or already sent."""
    async with database.write("all") as w:
        for number in range(EACH):
            told = {"lane": f"l{number}", "kind": ("home", "ping")[number % 2]}
            sent = a_message(f"said {number}", due_at=BEFORE - 10, created_at=BEFORE - 10, **told)
            await outbox.add(w, [sent])
            (row,) = await claim_next(w, HOST, BEFORE, 60, 1)
            await outbox.mark_sent(w, row, None, BEFORE)
        for number in range(3 * EACH):
            due_at = (BEFORE - 3, BEFORE - 3, BEFORE + SOON, BEFORE + SOON + 1)[number % 4]
            created_at, set_at = (AFTER, BEFORE)[number % 2], (None, AFTER, BEFORE)[number % 3]
            await outbox.add(
                w, [a_message(f"n{number}", lane=f"l{number}", created_at=created_at, due_at=due_at)]
            )
            w.now = lambda set_at=set_at: set_at  # type: ignore[misc]
            await scheduled_jobs.set(w, a_deadline(f"m{number}", due_at))
        for host in (HOST, OTHER):
            await claim_next(w, host, BEFORE, 60, EACH // 2)
            await scheduled_jobs.claim(w, host, BEFORE, 60, EACH // 2)


def moved(row: dict[str, Any]) -> dict[str, Any]:
    """Return the row as it must be after the move."""
    by, changed = BEFORE - AFTER, dict(row)
    if row.get("sent_at") is not None:
        again = row["kind"] == "home"
        return changed | {"nonce": f"{row['nonce']}:{row['id']}"} if again else changed
    is_soon, since = row["due_at"] <= BEFORE + SOON, "set_at" if "set_at" in row else "created_at"
    if row[since] is not None and row[since] > AFTER:
        # It was written at a time that's now in the future.
        changed["due_at"] -= by
        changed[since] -= by
    elif is_soon and (since == "created_at" or row[since] is None):
        changed["due_at"] -= by
    if row["lease_until"] is not None and row["lease_by"] == HOST:
        changed["lease_until"] -= by
    return changed


async def test_all_that_waits_goes_back_once_and_a_few_rows_at_a_time(database: Database) -> None:
    await fill(database)
    expected = {table: [moved(row) for row in await all_of(database, table)] for table in QUEUES}
    left: GoingBack | None = GoingBack(HOST, BEFORE, AFTER, SOON, ("home",))
    while left is not None:
        earlier = [row for table in QUEUES for row in await all_of(database, table)]
        async with database.write("heartbeat") as w:
            left = await go_back(w, left, 3, AFTER)
        now = [row for table in QUEUES for row in await all_of(database, table)]
        assert sum(old != new for old, new in zip(earlier, now, strict=True)) <= 3
    assert {table: await all_of(database, table) for table in QUEUES} == expected
