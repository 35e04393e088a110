"""The live socket: everything that one person sees, as it happens."""

from __future__ import annotations

import asyncio

from aiohttp import web

from playground.actor import Subscription
from playground.control import Control
from playground.errors import ControlError
from playground.payload import encode
from playground.wire.call import reply


class Live:
    """The open live sockets of one playground."""

    def __init__(self, control: Control) -> None:
        self._control = control
        self._open: set[web.WebSocketResponse] = set()

    async def handle(self, request: web.Request) -> web.StreamResponse:
        try:
            actor = self._control.actor(request.query.get("user", ""))
        except ControlError as error:
            return reply(error.status, {"message": str(error)})
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        subscription = actor.subscribe()
        self._open.add(socket)
        sender = asyncio.create_task(_send(socket, subscription))
        try:
            async for _ in socket:
                pass
        finally:
            self._open.discard(socket)
            subscription.close()
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)
        return socket

    async def close(self) -> None:
        for socket in list(self._open):
            await socket.close(code=1001)


async def _send(socket: web.WebSocketResponse, subscription: Subscription) -> None:
    while True:
        await socket.send_str(encode(await subscription.get()).decode())
