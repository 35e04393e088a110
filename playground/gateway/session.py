"""A gateway session: what it wants to hear, what it was told, and the connection that it has or had."""

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
"""Discord keeps a session without a connection for “a few minutes”."""
MOST_COMMANDS, COMMAND_SECONDS = 120, 60.0


class Connection:
    """A WebSocket with its own writer, so that nobody waits for a slow reader.

    stream: the transport compression that the client asked for. beaten: the moment of the last heartbeat, at
    first that of the connecting. closing: the code with which it is being closed. watch: sees each payload
    as it goes out, and the code of a close.
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
        """Compress what is sent from now on, each payload by itself; nothing changes for a stream."""
        if self.stream is None:
            self._pack = compression.by_itself

    def send(self, op: int, data: Any = None) -> None:
        """Send what is no event: a whole payload all the same, in which `s` and `t` are null."""
        self._queue.put_nowait(encode({"op": op, "d": data, "s": None, "t": None}))

    def send_encoded(self, text: bytes) -> None:
        self._queue.put_nowait(text)

    def close(self, code: int) -> None:
        """Close after everything that was sent before; what still comes in is not looked at."""
        self.closing = code
        self._queue.put_nowait(code)

    def note_heartbeat(self, now: float) -> None:
        """The client has beaten, of itself or because it was asked to."""
        self.beaten = now
        self.beat.set()

    def too_fast(self, now: float) -> bool:
        """Count a command of the client; whether there were more than 120 in the last minute."""
        while self._commands and self._commands[0] <= now - COMMAND_SECONDS:
            self._commands.popleft()
        self._commands.append(now)
        return len(self._commands) > MOST_COMMANDS

    async def finish(self) -> None:
        """Stop writing at once, whatever is still to be sent."""
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
    """A session lives on for a while without a connection, so that its client may resume it.

    left: the moment since which it has had no connection. dropped: its client was thrown off the line and
    is expected back. compress: its client asked for payload compression.
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
        """Go on over this connection."""
        self.connection, self.left, self.dropped = connection, None, False
        connection.session = self
        if self.compress:
            connection.compress_payloads()

    def detach(self, now: float) -> None:
        """Live on without a connection."""
        if self.connection is not None:
            self.connection.session = None
        self.connection, self.left = None, now

    def over(self, now: float) -> bool:
        """Whether it was away longer than it is kept."""
        return self.left is not None and now - self.left > KEPT_SECONDS

    def carries(self, guild_id: str | None) -> bool:
        """Whether events of a server, or those without one, go to the shard of this session."""
        number, count = self.shard
        return (int(guild_id) >> 22) % count == number if guild_id else number == 0

    def dispatch(self, event: str, data: Json) -> None:
        """Send an event, or keep it for a resume."""
        self.sequence += 1
        text = encode({"op": 0, "t": event, "s": self.sequence, "d": data})
        self._replay.append((self.sequence, text))
        self._record(event, data)
        if self.connection is not None:
            self.connection.send_encoded(text)

    def can_replay(self, seen: int) -> bool:
        """Whether everything after number `seen` is still kept."""
        oldest = self._replay[0][0] if self._replay else self.sequence + 1
        return oldest - 1 <= seen

    def replay(self, seen: int) -> None:
        """Send again what came after number `seen`."""
        if self.connection is not None:
            for number, text in self._replay:
                if number > seen:
                    self.connection.send_encoded(text)
