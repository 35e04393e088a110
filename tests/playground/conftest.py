"""Fixtures: a playground whose clock stands still, a raw REST client, and a real discord.py bot."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any

import aiohttp
import discord
import pytest
import yarl

import playground.app
from playground import testing
from playground.app import Playground
from playground.people.actor import Subscription
from playground.people.defaults import FOUNDED
from tests.described import Described
from tests.playground.bots import TestBot
from tests.playground.sockets import Listener, dial, identity

GUARD = 60.0
StillClock = partial(testing.StillClock, FOUNDED + 1_000_000.0)
"""A clock that only the control API moves."""
UNPRIVILEGED = 0x331FFFF & ~(1 << 1 | 1 << 8 | 1 << 15)


class Rest:
    """A REST client that sends requests as a bot does, without a library."""

    def __init__(self, playground: Playground, session: aiohttp.ClientSession) -> None:
        self.playground = playground
        self.session = session

    async def __call__(self, method: str, path: str, body: object = None, **more: Any) -> tuple[int, Any]:
        headers = {"Authorization": f"Bot {self.playground.token}"} | more.pop("headers", {})
        keywords = {"json": body} if body is not None else {}
        url = self.playground.api + path
        async with self.session.request(method, url, headers=headers, **keywords, **more) as response:
            is_json = response.headers.get("Content-Type") == "application/json"
            return response.status, await response.json() if is_json else None

    async def control(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        url = f"{self.playground.cdn}/control{path}"
        async with self.session.request(method, url, json=body) as response:
            return response.status, await response.json()


async def event(
    subscription: Subscription, name: str, where: Callable[[Any], bool] = lambda data: True
) -> Any:
    """Wait for the next event with this name that satisfies `where`, and return its data."""
    async with asyncio.timeout(GUARD):
        while True:
            found = await subscription.get()
            if found["event"] == name and where(found["data"]):
                return found["data"]


def drained(subscription: Subscription) -> list[Any]:
    """Return all events that the subscription has received and not read yet."""
    found = []
    while not subscription.queue.empty():
        found.append(subscription.queue.get_nowait())
    return found


@pytest.fixture
async def play() -> AsyncIterator[Playground]:
    playground_ = await playground.app.start(clock=StillClock())
    described = Described()
    playground_.witnesses.append(described)
    playground_.endpoints.responses.append(described.note_response)
    yield playground_
    await playground_.close()
    described.check()


@pytest.fixture
async def rest(play: Playground) -> AsyncIterator[Rest]:
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=GUARD)) as session:
        yield Rest(play, session)


@pytest.fixture
async def connect(
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[Callable[[Playground], Awaitable[TestBot]]]:
    """Yield a function that logs the real discord.py in at a playground and returns the bot."""
    running: list[tuple[TestBot, asyncio.Task[None]]] = []

    async def start(playground: Playground) -> TestBot:
        monkeypatch.setattr(discord.http.Route, "BASE", playground.api)
        monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(playground.gateway))
        bot = TestBot()
        running.append((bot, asyncio.create_task(bot.start(playground.token))))
        await bot.next("ready")
        return bot

    yield start
    for bot, task in running:
        await bot.close()
        await task


@pytest.fixture
async def bot(play: Playground, connect: Callable[[Playground], Awaitable[TestBot]]) -> TestBot:
    return await connect(play)


@pytest.fixture
async def listener(play: Playground, rest: Rest) -> AsyncIterator[Listener]:
    """Connect the bot to the gateway without a library."""
    found = await dial(rest.session, play)
    await found.send(2, identity(play, UNPRIVILEGED))
    await found.event("GUILD_CREATE")
    yield found
    await found.socket.close()


@pytest.fixture
def offer(play: Playground, rest: Rest) -> Callable[..., Awaitable[Any]]:
    """Return a function that registers commands."""

    async def register(*commands: Any) -> Any:
        [app] = play.world.applications
        status, made = await rest("PUT", f"/applications/{app}/commands", list(commands))
        assert status == 200, made
        return made

    return register


@pytest.fixture
async def asked(
    play: Playground, rest: Rest, listener: Listener, offer: Callable[..., Awaitable[Any]]
) -> Callable[..., Awaitable[tuple[int, Any]]]:
    """Let Mara use a command; return a function that answers it and returns (status, response)."""
    await offer({"name": "ask", "description": "Ask"})
    interaction = await listener.while_asked(play.actor("mara").slash("games", "ask"))
    path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"

    async def answer(body: Any, **query: str) -> tuple[int, Any]:
        return await rest("POST", path, body, params=query)

    return answer
