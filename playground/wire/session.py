"""One gateway session: what it wants to hear, what it was told, and its present connection."""

from __future__ import annotations

import asyncio
import secrets
import zlib
from collections import deque
from collections.abc import Callable

from aiohttp import web

from playground.payload import Json, encode
from playground.records import Application

REPLAY = 4000


class Connection:
    """A WebSocket with its own writer, so that nobody waits for a slow reader."""

    def __init__(self, socket: web.WebSocketResponse, compressed: bool) -> None:
        self.socket = socket
        self._deflate = zlib.compressobj() if compressed else None
        self._queue: asyncio.Queue[bytes | int] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def send(self, payload: Json) -> None:
        self._queue.put_nowait(encode(payload))

    def send_encoded(self, text: bytes) -> None:
        self._queue.put_nowait(text)

    def close(self, code: int) -> None:
        """Close after everything that was sent before."""
        self._queue.put_nowait(code)

    async def finish(self) -> None:
        """Stop writing at once, whatever is still to be sent."""
        self._writer.cancel()
        await asyncio.gather(self._writer, return_exceptions=True)

    async def _write(self) -> None:
        while True:
            item = await self._queue.get()
            if isinstance(item, int):
                await self.socket.close(code=item)
                return
            if self._deflate is None:
                await self.socket.send_str(item.decode())
            else:
                packed = self._deflate.compress(item) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                await self.socket.send_bytes(packed)


class Session:
    """A session lives on without a connection, so that its client may resume it."""

    def __init__(
        self, app: Application, intents: int, shard: list[int], record: Callable[[str, Json], None]
    ) -> None:
        self.id = secrets.token_hex(16)
        self.application = app
        self.intents = intents
        self.shard = shard
        self.sequence = 0
        self.connection: Connection | None = None
        self.dropped = False
        self._replay: deque[tuple[int, bytes]] = deque(maxlen=REPLAY)
        self._record = record

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
        return oldest - 1 <= seen <= self.sequence

    def replay(self, seen: int) -> None:
        """Send again what came after number `seen`."""
        if self.connection is not None:
            for number, text in self._replay:
                if number > seen:
                    self.connection.send_encoded(text)
