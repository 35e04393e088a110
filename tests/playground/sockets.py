"""A gateway client without a library, for behavior that discord.py never shows."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable, Coroutine
from typing import Any

import aiohttp
import zstandard

from playground.app import Playground
from playground.model.payload import decode, encode

GUARD = 60.0


def of_zlib_stream() -> Callable[[bytes], bytes]:
    inflate = zlib.decompressobj()

    def unpack(data: bytes) -> bytes:
        assert data.endswith(b"\x00\x00\xff\xff")
        return inflate.decompress(data)

    return unpack


def of_zstd_stream() -> Callable[[bytes], bytes]:
    return zstandard.ZstdDecompressor().decompressobj().decompress


def of_payloads() -> Callable[[bytes], bytes]:
    return zlib.decompress


UNPACKING = {"zlib-stream": of_zlib_stream, "zstd-stream": of_zstd_stream, None: of_payloads}


class Listener:
    """One gateway connection; `while_asked` starts an interaction and `outcome` waits for its result."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, stream: str | None) -> None:
        self.socket = socket
        self.asked: asyncio.Task[Any]
        self.sequence = 0
        self.kinds: list[aiohttp.WSMsgType] = []
        self._unpack = UNPACKING[stream]()

    async def send(self, op: int, data: Any) -> None:
        await self.socket.send_str(encode({"op": op, "d": data}).decode())

    async def frame(self) -> Any:
        """Return the next frame, or the close code if the connection has closed."""
        async with asyncio.timeout(GUARD):
            message = await self.socket.receive()
        self.kinds.append(message.type)
        if message.type is aiohttp.WSMsgType.BINARY:
            return decode(self._unpack(message.data))
        return decode(message.data) if message.type is aiohttp.WSMsgType.TEXT else self.socket.close_code

    async def event(self, name: str) -> Any:
        """Return the data of the next dispatched event with this name."""
        while True:
            found = await self.frame()
            assert isinstance(found, dict), f"closed with {found}"
            self.sequence = found.get("s") or self.sequence
            if found.get("t") == name:
                return found["d"]

    async def outcome(self) -> Any:
        """Wait until the interaction is over, and return what the person's client shows."""
        return await asyncio.wait_for(self.asked, GUARD)

    async def while_asked(self, question: Coroutine[Any, Any, Any]) -> Any:
        """Start a person's action, and return the interaction that the bot receives for it."""
        self.asked = asyncio.create_task(question)
        return await self.event("INTERACTION_CREATE")


async def call_up(
    session: aiohttp.ClientSession, playground: Playground, stream: str | None = None, **query: str
) -> Listener:
    """Connect with the usual query parameters, changed by `query`, and read nothing."""
    asked = {"v": "10", "encoding": "json"} | ({"compress": stream} if stream else {}) | query
    return Listener(await session.ws_connect(playground.gateway, params=asked, autoclose=False), stream)


async def dial(session: aiohttp.ClientSession, playground: Playground, stream: str | None = None) -> Listener:
    """Connect and read HELLO."""
    listener = await call_up(session, playground, stream)
    hello = await listener.frame()
    assert (hello["op"], hello["d"]["heartbeat_interval"] > 0) == (10, True)
    return listener


def identity(playground: Playground, intents: int, token: str | None = None) -> dict[str, Any]:
    properties = {"os": "linux", "browser": "test", "device": "test"}
    return {"token": token or playground.token, "intents": intents, "properties": properties}
