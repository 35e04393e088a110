"""A gateway client without any library, for what discord.py never does."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Coroutine
from typing import Any

import aiohttp

from playground.app import Playground
from playground.payload import decode, encode

GUARD = 20.0


class Listener:
    """One gateway connection; while_asked and outcome are the two ends of an interaction."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, inflate: Any) -> None:
        self.socket = socket
        self.asked: asyncio.Task[Any]
        self.sequence = 0
        self._inflate = inflate

    async def send(self, op: int, data: Any) -> None:
        await self.socket.send_str(encode({"op": op, "d": data}).decode())

    async def frame(self) -> Any:
        """The next frame, or the close code."""
        async with asyncio.timeout(GUARD):
            message = await self.socket.receive()
        if message.type is aiohttp.WSMsgType.BINARY:
            assert message.data.endswith(b"\x00\x00\xff\xff")
            return decode(self._inflate.decompress(message.data))
        return decode(message.data) if message.type is aiohttp.WSMsgType.TEXT else self.socket.close_code

    async def event(self, name: str) -> Any:
        """The data of the next dispatch of that name."""
        while True:
            found = await self.frame()
            assert isinstance(found, dict), f"closed with {found}"
            self.sequence = found.get("s") or self.sequence
            if found.get("t") == name:
                return found["d"]

    async def outcome(self) -> Any:
        """What the person gets in the end."""
        return await asyncio.wait_for(self.asked, GUARD)

    async def while_asked(self, question: Coroutine[Any, Any, Any]) -> Any:
        """Start what a person does and return the interaction that comes of it."""
        self.asked = asyncio.create_task(question)
        return await self.event("INTERACTION_CREATE")


async def dial(session: aiohttp.ClientSession, playground: Playground, compress: bool = False) -> Listener:
    """Connect and read HELLO."""
    query = "?v=10&encoding=json" + ("&compress=zlib-stream" if compress else "")
    socket = await session.ws_connect(playground.gateway + query, autoclose=False)
    listener = Listener(socket, zlib.decompressobj())
    hello = await listener.frame()
    assert (hello["op"], hello["d"]["heartbeat_interval"] > 0) == (10, True)
    return listener


def identity(playground: Playground, intents: int, token: str | None = None) -> dict[str, Any]:
    properties = {"os": "linux", "browser": "test", "device": "test"}
    return {"token": token or playground.token, "intents": intents, "properties": properties}
