"""The sign that a process is alive: a lock on a connection; the server notices when the connection ends."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import asyncpg

from storage.engine.postgresql.errors import watch_errors
from storage.engine.postgresql.locks import HOSTS

CHANNEL = "slowplay"
ASK_EVERY_SECONDS = 5.0
ANSWER_WITHIN_SECONDS = 10.0
ALIVE = """SELECT CAST(objid AS BIGINT) AS host FROM pg_locks
WHERE locktype = 'advisory' AND classid = :class AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"""


class Presence:
    """This process's lock on the server, held by a connection used for nothing else.

    `name` is the name of the process's connections on the server. `lost` is set when the lock is gone, so
    that others assume the process is, too. `callbacks` are called when another process may have left work to
    do.
    """

    def __init__(
        self,
        connection: asyncpg.Connection,
        name: str,
        host: int,
        lost: asyncio.Event,
        callbacks: list[Callable[[], None]],
    ) -> None:
        self.host = host
        self._connection, self._name = connection, name
        self._lost, self._callbacks = lost, callbacks
        self._asking = asyncio.create_task(self._ask_forever())
        connection.add_termination_listener(self._note_loss)

    @classmethod
    async def of(
        cls,
        connection: asyncpg.Connection,
        name: str,
        lost: asyncio.Event,
        callbacks: list[Callable[[], None]],
    ) -> Presence:
        """Lock a number that no other process has, and return the presence under it."""
        host = secrets.randbits(31)
        while not await connection.fetchval("SELECT pg_try_advisory_lock($1, $2)", HOSTS, host):
            host = secrets.randbits(31)
        presence = cls(connection, name, host, lost, callbacks)
        await connection.add_listener(CHANNEL, presence._hear)
        return presence

    async def close(self) -> None:
        """Give the lock up on purpose."""
        self._asking.cancel()
        self._connection.remove_termination_listener(self._note_loss)
        with suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError):
            await self._connection.close(timeout=ANSWER_WITHIN_SECONDS)

    def _hear(self, _connection: Any, _pid: int, _channel: str, whose: object) -> None:
        if whose != self._name:
            for callback in self._callbacks:
                callback()

    def _note_loss(self, _connection: Any) -> None:
        self._lost.set()

    async def _ask_forever(self) -> None:
        """Send a query every few seconds, since a broken connection looks fine until it's used."""
        try:
            while True:
                await asyncio.sleep(ASK_EVERY_SECONDS)
                with watch_errors():
                    await self._connection.execute("SELECT 1", timeout=ANSWER_WITHIN_SECONDS)
        except Exception:
            self._lost.set()
            self._connection.terminate()


def any_name() -> str:
    """Return a random name for a process's connections on the server."""
    return f"slowplay-{secrets.token_hex(4)}"
