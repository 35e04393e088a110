"""Gateway sessions: their intents, the events sent so far, and their current connection if any."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Callable
from typing import Any

from aiohttp import web

from playground.gateway import compression
from playground.model.payload import Json, encode
from playground.model.records import Application

REPLAY = 4000
KEPT_SECONDS = 300.0
"""Seconds that a disconnected session is kept; Discord says “a few minutes”."""
MOST_COMMANDS, COMMAND_SECONDS = 120, 60.0


class Connection:
    """A WebSocket with a writer task and a queue, so that a slow reader delays no sender.

    Attributes:
        stream: The transport compression that the client asked for, or None.
        beaten: Epoch seconds of the last heartbeat, at first those of connecting.
        closing: The code with which the connection is being closed, or None.

    Args:
        watch: Called with each uncompressed payload when it is sent, and with the code of a close.
    """

    def __init__(
        self,
        socket: web.WebSocketResponse,
        now: float,
        stream: str | None,
        watch: Callable[[bytes | int], None],
    ) -> None:
        self.socket = socket
        self._watch = watch
        self.session: Session | None = None
        self.beaten = now
        self.beat = asyncio.Event()
        self.closing: int | None = None
        self.stream = stream if stream in compression.STREAMS else None
        self._pack = compression.STREAMS[self.stream]() if self.stream else compression.as_it_is
        self._commands: deque[float] = deque()
        self._queue: asyncio.Queue[bytes | int] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def compress_payloads(self) -> None:
        """Compress each payload separately from now on; do nothing if the connection is a stream."""
        if self.stream is None:
            self._pack = compression.by_itself

    def send(self, op: int, data: Any = None) -> None:
        """Queue a payload that isn't an event; it has `s` and `t` too, both null."""
        self._queue.put_nowait(encode({"op": op, "d": data, "s": None, "t": None}))

    def send_encoded(self, text: bytes) -> None:
        """Queue a payload that is already encoded as JSON."""
        self._queue.put_nowait(text)

    def close(self, code: int) -> None:
        """Close the connection after everything queued before; ignore what still comes in."""
        self.closing = code
        self._queue.put_nowait(code)

    def note_heartbeat(self, now: float) -> None:
        """Note a heartbeat of the client, whether or not it was asked for."""
        self.beaten = now
        self.beat.set()

    def too_fast(self, now: float) -> bool:
        """Count a command of the client, and return whether it sent more than 120 in the last minute."""
        while self._commands and self._commands[0] <= now - COMMAND_SECONDS:
            self._commands.popleft()
        self._commands.append(now)
        return len(self._commands) > MOST_COMMANDS

    async def finish(self) -> None:
        """Stop the writer at once, even if payloads are still queued."""
        self._writer.cancel()
        await asyncio.gather(self._writer, return_exceptions=True)

    async def _write(self) -> None:
        while True:
            item = await self._queue.get()
            self._watch(item)
            if isinstance(item, int):
                await self.socket.close(code=item)
                return
            packed = self._pack(item)
            if isinstance(packed, str):
                await self.socket.send_str(packed)
            else:
                await self.socket.send_bytes(packed)


class Session:
    """A gateway session, which outlives its connection for a while so that the client may resume it.

    Attributes:
        compress: Whether the client asked for payload compression.
        shard: The shard's number and the shard count.
        sequence: The number of the last event.
        left: Epoch seconds since which the session has had no connection, or None.
        dropped: Whether the playground ended the connection and expects the client back.
    """

    def __init__(
        self,
        app: Application,
        intents: int,
        shard: tuple[int, int],
        compress: bool,
        record: Callable[[str, Json], None],
    ) -> None:
        self.id = secrets.token_hex(16)
        self.application = app
        self.intents = intents
        self.shard = shard
        self.compress = compress
        self.sequence = 0
        self.connection: Connection | None = None
        self.left: float | None = None
        self.dropped = False
        self._replay: deque[tuple[int, bytes]] = deque(maxlen=REPLAY)
        self._record = record

    def attach(self, connection: Connection) -> None:
        """Continue the session over this connection."""
        self.connection, self.left, self.dropped = connection, None, False
        connection.session = self
        if self.compress:
            connection.compress_payloads()

    def detach(self, now: float) -> None:
        """Continue the session without a connection from `now` on."""
        if self.connection is not None:
            self.connection.session = None
        self.connection, self.left = None, now

    def over(self, now: float) -> bool:
        """Return whether the session has been disconnected for longer than it is kept."""
        return self.left is not None and now - self.left > KEPT_SECONDS

    def carries(self, guild_id: str | None) -> bool:
        """Return whether the session's shard receives the events of a server (None: of DMs)."""
        number, count = self.shard
        return (int(guild_id) >> 22) % count == number if guild_id else number == 0

    def dispatch(self, event: str, data: Json) -> None:
        """Send an event if connected, and keep it for a resume."""
        self.sequence += 1
        text = encode({"op": 0, "t": event, "s": self.sequence, "d": data})
        self._replay.append((self.sequence, text))
        self._record(event, data)
        if self.connection is not None:
            self.connection.send_encoded(text)

    def can_replay(self, seen: int) -> bool:
        """Return whether all events after sequence number `seen` are still kept."""
        oldest = self._replay[0][0] if self._replay else self.sequence + 1
        return oldest - 1 <= seen

    def replay(self, seen: int) -> None:
        """Send the events after sequence number `seen` again."""
        if self.connection is not None:
            for number, text in self._replay:
                if number > seen:
                    self.connection.send_encoded(text)
