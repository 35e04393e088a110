import asyncio
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, nullcontext
from pathlib import Path

import asyncpg
import pytest

from storage import AlreadyHosted, Database, Reader, Writer, commit_ply, open_database
from storage.engine.postgresql import database as postgresql_module
from storage.engine.sqlite import database as sqlite_module
from storage.engine.sqlite.database import SqliteDatabase
from storage.engine.sqlite.statements import finish
from storage.tables import matches, people
from tests.kit.sql import sql
from tests.kit.stored_samples import MARA, TOM, a_ply

READ_ONLY = (sqlite3.OperationalError, asyncpg.ReadOnlySQLTransactionError)


async def names(database: Database) -> list[str]:
    async with database.read() as r:
        found = [await people.get(r, id) for id in (MARA, TOM, 3)]
    return [person.name for person in found if person]


async def is_transaction_open(database: Database) -> bool:
    if isinstance(database, SqliteDatabase):
        return database._writer.in_transaction
    async with database.read() as r:
        return bool(await r.fetch(_OPEN, {}))


_OPEN = """SELECT pid FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL"""


class Held:
    """A stand-in for SQLite's begin or commit: it reports that it has begun, and waits for `let_go`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
        self.begun = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._go = threading.Event()
        self._real: Callable[[sqlite3.Connection], None] = getattr(sqlite_module, step)
        monkeypatch.setattr(sqlite_module, step, self)
        monkeypatch.setattr(sqlite_module, "begin_at_once", lambda _: False)

    def __call__(self, raw: sqlite3.Connection) -> None:
        self._loop.call_soon_threadsafe(self.begun.set)
        assert self._go.wait(60)
        self._real(raw)

    def let_go(self) -> None:
        self._go.set()


class HeldRemotely:
    """A stand-in for PostgreSQL's begin or commit: it reports that it has begun, and waits for `let_go`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
        self.begun, self._go = asyncio.Event(), asyncio.Event()
        self._real: Callable[..., Awaitable[None]] = getattr(postgresql_module, step)
        monkeypatch.setattr(postgresql_module, step, self)

    async def __call__(self, *arguments: object) -> None:
        self.begun.set()
        await self._go.wait()
        await self._real(*arguments)

    def let_go(self) -> None:
        self._go.set()


@pytest.fixture
def holding(engine: str) -> type[Held | HeldRemotely]:
    return Held if engine == "sqlite" else HeldRemotely


async def cancelled(task: asyncio.Task[object]) -> bool:
    await asyncio.wait([task])
    return task.cancelled()


async def rename(database: Database, error: Exception | None = None) -> None:
    async with database.write("all") as w:
        await people.upsert(w, MARA, "renamed", now=2)
        if error:
            raise error


async def test_an_error_rolls_the_transaction_back_and_the_next_one_works(database: Database) -> None:
    with pytest.raises(LookupError):
        await rename(database, LookupError())
    assert not await is_transaction_open(database)
    await rename(database)
    assert await names(database) == ["renamed", "tom"]


@pytest.mark.slow
async def test_readers_see_commits_only_and_the_writer_sees_its_own(database: Database) -> None:
    async with database.write("all") as w:
        await people.upsert(w, MARA, "renamed", now=2)
        mara = await people.get(w, MARA)
        assert mara is not None
        assert mara.name == "renamed"
        assert await names(database) == ["mara", "tom"]
    assert await names(database) == ["renamed", "tom"]


@pytest.mark.slow
async def test_readers_cannot_write(database: Database) -> None:
    async with database.read() as r:
        with pytest.raises(READ_ONLY):
            await people.upsert(r, MARA, "renamed", now=2)  # type: ignore[arg-type]


@pytest.mark.slow
async def test_transactions_take_turns(database: Database) -> None:
    async def count_up() -> None:
        async with database.write(f"person:{MARA}") as w:
            mara = await people.get(w, MARA)
            assert mara is not None
            await people.set_settings(w, MARA, {"count": mara.settings.get("count", 0) + 1})

    await asyncio.gather(*(count_up() for _ in range(20)))
    async with database.read() as r:
        mara = await people.get(r, MARA)
    assert mara is not None
    assert mara.settings == {"count": 20}


@pytest.mark.sqlite
async def test_a_transaction_keeps_other_programs_from_writing_from_its_beginning(
    database: Database, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(tmp_path / "slowplay.db", timeout=0)) as other:
        async with database.write():
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                other.execute("BEGIN IMMEDIATE")
        other.execute("BEGIN IMMEDIATE")


async def test_a_transaction_inside_another_is_refused_at_once(database: Database) -> None:
    async with database.write("all") as w:
        with pytest.raises(RuntimeError):
            await commit_ply(database, a_ply("m1", 1))
        with pytest.raises(RuntimeError):
            await rename(database)
        await people.upsert(w, TOM, "renamed", now=2)
    assert await names(database) == ["mara", "renamed"]


@pytest.mark.parametrize("open_handle", ["read", "write"])
async def test_a_handle_does_not_outlive_its_block(database: Database, open_handle: str) -> None:
    async with getattr(database, open_handle)() as handle:
        kept: Reader = handle
    with pytest.raises(RuntimeError):
        await people.get(kept, MARA)


@pytest.mark.slow
async def test_more_tasks_than_readers_read(database: Database) -> None:
    assert await asyncio.gather(*(names(database) for _ in range(9))) == [["mara", "tom"]] * 9


@pytest.mark.slow
async def test_cancelling_the_body_of_a_transaction_leaves_nothing_open(database: Database) -> None:
    written = asyncio.Event()

    async def stuck() -> None:
        async with database.write("all") as w:
            await people.upsert(w, MARA, "renamed", now=2)
            written.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(stuck())
    await written.wait()
    task.cancel()
    assert await cancelled(task)
    assert not await is_transaction_open(database)
    assert await names(database) == ["mara", "tom"]
    await rename(database)


@pytest.mark.sqlite
async def test_somebody_else_s_transaction_is_waited_for_beside_everything_else(
    database: Database, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(tmp_path / "slowplay.db", timeout=0, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        renaming = asyncio.create_task(rename(database))
        assert await names(database) == ["mara", "tom"]
        assert not renaming.done()
        other.execute("ROLLBACK")
        await renaming
    assert await names(database) == ["renamed", "tom"]


async def test_cancelling_during_begin_leaves_nothing_open(
    database: Database, monkeypatch: pytest.MonkeyPatch, holding: type[Held | HeldRemotely]
) -> None:
    held = holding(monkeypatch, "begin")
    task = asyncio.create_task(rename(database))
    await held.begun.wait()
    task.cancel()
    held.let_go()
    assert await cancelled(task)
    assert not await is_transaction_open(database)
    await rename(database)


async def test_cancelling_during_commit_waits_for_it(
    database: Database, monkeypatch: pytest.MonkeyPatch, holding: type[Held | HeldRemotely]
) -> None:
    held = holding(monkeypatch, "commit")
    task = asyncio.create_task(rename(database))
    await held.begun.wait()
    for _ in range(2):
        task.cancel()
        await asyncio.wait([task], timeout=0)
    assert not task.done()
    held.let_go()
    assert await cancelled(task)
    assert not await is_transaction_open(database)
    assert await names(database) == ["renamed", "tom"]


@pytest.mark.slow
@pytest.mark.parametrize("step", ["begin", "commit"])
async def test_cancelling_a_ply_on_its_way_writes_it_whole_or_not_at_all(
    database: Database,
    match_id: str,
    monkeypatch: pytest.MonkeyPatch,
    holding: type[Held | HeldRemotely],
    step: str,
) -> None:
    written = 0 if holding is Held and step == "begin" else 1
    held = holding(monkeypatch, step)
    task = asyncio.create_task(commit_ply(database, a_ply(match_id, 1)))
    await held.begun.wait()
    task.cancel()
    await asyncio.wait([task], timeout=0)
    assert not task.done()
    held.let_go()
    assert await cancelled(task)
    assert not await is_transaction_open(database)
    async with database.read() as r:
        assert len(await matches.actions(r, match_id)) == written


@pytest.mark.sqlite
async def test_every_commit_is_durable_and_references_hold(database: Database) -> None:
    kept = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    assert {name: await sql(database, f"PRAGMA {name}") for name in kept} == {
        name: [(value,)] for name, value in kept.items()
    }


@pytest.mark.sqlite
async def test_a_second_host_is_told_so_in_one_sentence(database: Database, tmp_path: Path) -> None:
    with pytest.raises(AlreadyHosted, match=r"Another program is already using slowplay\.db: stop"):
        await open_database(tmp_path / "slowplay.db")
    (tmp_path / "other name.db").symlink_to(tmp_path / "slowplay.db")
    with pytest.raises(AlreadyHosted):
        await open_database(tmp_path / "other name.db")
    await rename(database)


@pytest.mark.sqlite
async def test_a_closed_database_may_be_hosted_again_and_remembers(tmp_path: Path) -> None:
    for name in ("mara", "tom"):
        async with await open_database(tmp_path / "new folder" / "slowplay.db") as database:
            async with database.write("all") as w:
                await people.upsert(w, MARA if name == "mara" else TOM, name, now=1)
            seen = await names(database)
    assert seen == ["mara", "tom"]


@pytest.mark.slow
async def test_closing_waits_for_the_transaction_that_is_running(where: str) -> None:
    database = await open_database(where)
    async with database.write("all") as w:
        closed = asyncio.create_task(database.close())
        for _ in range(50):
            await people.upsert(w, MARA, "mara", now=1)
    await closed
    async with await open_database(where) as again:
        assert await names(again) == ["mara"]


@pytest.mark.parametrize("alone", [(), ("person:1",)])
async def test_what_has_been_read_is_written_only_by_who_has_it_alone(
    database: Database, alone: tuple[str, ...]
) -> None:
    async def mend(w: Writer) -> None:
        assert await people.get(w, MARA) is not None
        await people.set_settings(w, MARA, {"mended": True})

    refused = nullcontext() if alone else pytest.raises(RuntimeError, match="name that")
    with refused:
        await database.transact(mend, *alone)
    async with database.read() as r:
        mara = await people.get(r, MARA)
    assert mara is not None
    assert mara.settings == ({"mended": True} if alone else {})


@pytest.mark.sqlite
async def test_the_inside_of_a_transaction_may_not_wait_for_anything_else(database: Database) -> None:
    async def dawdle(w: Writer) -> None:
        await people.upsert(w, MARA, "renamed", now=2)
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="nothing but the database"):
        await database.transact(dawdle)
    assert not await is_transaction_open(database)
    assert await names(database) == ["mara", "tom"]


def test_the_inside_of_a_transaction_may_not_wait_for_what_cannot_be_closed_either() -> None:
    class Waiting:
        def __await__(self) -> Iterator[None]:
            yield

    with pytest.raises(RuntimeError, match="nothing but the database"):
        finish(Waiting())


async def test_who_reads_in_a_loop_keeps_nobody_out(database: Database) -> None:
    done: list[str] = []
    reading = asyncio.create_task(names(database))
    asyncio.get_running_loop().call_soon(done.append, "somebody else")
    await reading
    assert done
