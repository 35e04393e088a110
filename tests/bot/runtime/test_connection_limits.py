"""Limits on the bot's ports: idle connections are closed, and an address has only a few connections."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from bot.discord_kit.interactions.http_responses import Signatures
from bot.runtime import connection_limits
from bot.runtime.addresses import Address
from bot.runtime.interaction_server import InteractionServer
from bot.runtime.logs import Troubles
from tests.kit.inputs import PATIENCE_SECONDS, START
from tests.kit.signed_requests import KEY, headers
from tests.kit.watching.log_lines import hear_log

MOMENT = 0.05
"""Seconds; short limits that a test waits for."""
ELSEWHERE = "127.0.0.2"
PING = b'{"type": 1}'


async def never_taken(interaction: Any) -> None:
    raise AssertionError("nothing here is an interaction")


@pytest.fixture
async def port() -> AsyncIterator[int]:
    """The port of a server for interactions."""
    server = InteractionServer(
        Signatures(bytes(KEY.verify_key).hex(), lambda: START), never_taken, lambda: True
    )
    await server.listen(Address("0.0.0.0", 0))
    yield server.port
    await server.close()


class Client:
    """A connection from one of this machine's addresses."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def connect(cls, port: int, address: str = "127.0.0.1") -> Client:
        return cls(*await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0)))

    def send(self, text: bytes) -> None:
        self._writer.write(text)

    async def ask(self, text: bytes) -> int:
        """Send a request without a body and return the response's status."""
        self.send(text)
        async with asyncio.timeout(PATIENCE_SECONDS):
            head = (await self._reader.readuntil(b"\r\n\r\n")).decode()
            await self._reader.readexactly(int(head.lower().partition("content-length:")[2].split()[0]))
        return int(head.split()[1])

    async def hears_after(self, text: bytes) -> str:
        """Send text and return the response's first line."""
        self.send(text)
        async with asyncio.timeout(PATIENCE_SECONDS):
            return (await self._reader.readuntil(b"\r\n\r\n")).decode().splitlines()[0]

    async def closed(self) -> bytes:
        """Return all that arrives until the server closes the connection."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await self._reader.read()
        except ConnectionError:
            return b""
        finally:
            self._writer.close()


def request(method: str, path: str, body: bytes = b"", **more: str) -> bytes:
    lines = {"Host": "bot", "Content-Length": str(len(body)), **more}
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body


def signed(body: bytes) -> bytes:
    return request("POST", "/", body, **headers(KEY, body, START))


HEALTH = request("GET", "/health")
HALVES = {
    "nothing": b"",
    "half a line": b"POST / HT",
    "half of the headers": b"POST / HTTP/1.1\r\nHost: bot\r\n",
}


@pytest.mark.parametrize("sent", HALVES.values(), ids=HALVES)
@pytest.mark.parametrize("before", [b"", signed(PING)], ids=["at first", "after a request"])
async def test_a_request_that_is_not_finished_is_closed(
    port: int, monkeypatch: pytest.MonkeyPatch, sent: bytes, before: bytes
) -> None:
    monkeypatch.setattr(connection_limits, "HEADER_SECONDS", MOMENT)
    monkeypatch.setattr(connection_limits, "IDLE_SECONDS", MOMENT)
    client = await Client.connect(port)
    if before:
        assert await client.ask(before) == 200
    client.send(sent)
    assert await client.closed() == b""


async def test_a_body_that_does_not_come_is_closed(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "BODY_SECONDS", MOMENT)
    for half in (signed(PING)[:-5], request("GET", "/health", PING)[:-5], request("PUT", "/", PING)[:-5]):
        client = await Client.connect(port)
        client.send(half)
        assert (await client.closed()).startswith(b"HTTP/1.1 ")


async def test_a_connection_stays_open_for_those_who_ask_again(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits, "HEADER_SECONDS", MOMENT)
    client = await Client.connect(port)
    assert await client.ask(signed(PING)) == 200
    assert await (await Client.connect(port)).closed() == b""
    assert await client.ask(signed(PING)) == 200
    assert await client.ask(request("POST", "/", PING)) == 401
    assert await client.closed() == b""


async def test_an_address_has_so_many_connections_and_others_have_theirs(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits, "MAX_PER_ADDRESS", 2)
    held = [await Client.connect(port, ELSEWHERE) for _ in range(2)]
    assert [await client.ask(HEALTH) for client in held] == [200, 200]
    assert await (await Client.connect(port, ELSEWHERE)).closed() == b""
    assert await (await Client.connect(port)).ask(HEALTH) == 200
    for client in held:
        assert await client.ask(request("POST", "/")) == 401
        assert await client.closed() == b""
    assert await (await Client.connect(port, ELSEWHERE)).ask(HEALTH) == 200


async def test_where_all_have_too_many_the_one_that_has_waited_longest_makes_room(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits, "MAX_CONNECTIONS", 2)
    idle = await Client.connect(port)
    assert await idle.ask(HEALTH) == 200
    half = await Client.connect(port, ELSEWHERE)
    half.send(HEALTH[:-2])
    assert await (await Client.connect(port, "127.0.0.3")).ask(HEALTH) == 200
    assert await idle.closed() == b""
    assert await half.ask(HEALTH[-2:]) == 200


async def test_where_all_are_busy_a_new_one_is_closed(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "MAX_CONNECTIONS", 1)
    busy = await Client.connect(port)
    asked = request("POST", "/", PING, Expect="100-continue", **headers(KEY, PING, START))
    assert await busy.hears_after(asked[: -len(PING)]) == "HTTP/1.1 100 Continue"
    assert await (await Client.connect(port, ELSEWHERE)).closed() == b""
    assert await busy.ask(PING) == 200


@pytest.mark.parametrize("limit", ["HEADER_SECONDS", "MAX_PER_ADDRESS"])
async def test_what_is_closed_is_one_line_of_the_log(
    port: int, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(connection_limits, limit, 0)
    with one_line():
        for _ in range(3):
            assert await (await Client.connect(port, ELSEWHERE)).closed() == b""


async def test_requests_that_cannot_be_read_are_one_line_of_the_log(port: int) -> None:
    with one_line():
        for sent in (b"no HTTP\r\n\r\n", b"POST / HTTP/1.1\r\n\r\n", b"POST / HTTP/1.1\r\nx\r\n\r\n"):
            client = await Client.connect(port, ELSEWHERE)
            client.send(sent)
            assert (await client.closed()).startswith(b"HTTP/1.0 400 ")


@contextmanager
def one_line() -> Iterator[None]:
    """Assert that the block logs just one warning, about a connection from elsewhere."""
    with hear_log() as heard:
        heard.addFilter(Troubles())
        yield
    line = heard.lines.get_nowait()
    assert heard.lines.empty()
    assert line.startswith(f"closed a connection of {ELSEWHERE} to SLOWPLAY_INTERACTIONS: ")
