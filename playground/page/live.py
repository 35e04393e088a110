"""WebSockets that send events as they happen: those one person sees, or those any person sees."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Protocol

from aiohttp import web

from playground.model.errors import ControlError
from playground.model.events import Event
from playground.model.payload import Json, encode
from playground.model.world import World
from playground.page.control import Control
from playground.rest.call import reply


class Watch(Protocol):
    """A source of events for a live socket."""

    async def get(self) -> Json:
        """Wait for the next event."""
        ...

    def close(self) -> None:
        """Stop watching."""
        ...


class Everybody:
    """The events that people see, each once, from creation until `close`: {"event", "data", "people"}.

    `people` are the ids of those who see it, or None for all who see the channel. `names` are the events to
    send; if empty, all are sent. One such watch replaces hundreds of sockets that each carry every public
    event.
    """

    def __init__(self, world: World, names: Collection[str]) -> None:
        self._world = world
        self._names = frozenset(names)
        self._queue: asyncio.Queue[Json] = asyncio.Queue()
        world.listeners.append(self._hear)

    async def get(self) -> Json:
        """Wait for the next event."""
        return await self._queue.get()

    def close(self) -> None:
        """Stop watching; do nothing if already stopped."""
        if self._hear in self._world.listeners:
            self._world.listeners.remove(self._hear)

    def _hear(self, event: Event) -> None:
        if event.people and (not self._names or event.name in self._names):
            self._queue.put_nowait({"event": event.name, "data": event.data, "people": self._people(event)})

    def _people(self, event: Event) -> list[str] | None:
        if event.user is not None:
            return [event.user]
        channel = self._world.channels.get(event.channel or "")
        if channel is None or not channel.is_dm:
            return None
        return [id for id in channel.recipients if not self._world.users[id].bot]


class Live:
    """The open live sockets of one playground."""

    def __init__(self, control: Control) -> None:
        self._control = control
        self._open: set[web.WebSocketResponse] = set()

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Send the events that one person sees; `?user=` gives an id or a user name."""
        try:
            actor = self._control.actor(request.query.get("user", ""))
        except ControlError as error:
            return reply(error.status, {"message": str(error)})
        return await self._serve(request, actor.subscribe())

    async def handle_everybody(self, request: web.Request) -> web.StreamResponse:
        """Send the events that any person sees; `?events=NAME,NAME` limits them."""
        names = request.query.get("events", "").split(",")
        return await self._serve(request, Everybody(self._control.world, list(filter(None, names))))

    async def _serve(self, request: web.Request, watch: Watch) -> web.StreamResponse:
        socket = web.WebSocketResponse(heartbeat=30)
        sender: asyncio.Task[None] | None = None
        try:
            await socket.prepare(request)
            self._open.add(socket)
            sender = asyncio.create_task(_send(socket, watch))
            async for _ in socket:
                pass
        finally:
            self._open.discard(socket)
            watch.close()
            if sender is not None:
                sender.cancel()
                await asyncio.gather(sender, return_exceptions=True)
        return socket

    async def close(self) -> None:
        """Close all live sockets (1001)."""
        for socket in list(self._open):
            await socket.close(code=1001)


async def _send(socket: web.WebSocketResponse, watch: Watch) -> None:
    while True:
        await socket.send_str(encode(await watch.get()).decode())
