"""Client of a playground: its control API, and one live socket for the whole crowd."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from types import TracebackType
from typing import Any

import aiohttp

from playground.model.payload import Json, decode, encode

HEARD = ("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE", "THREAD_CREATE")
_JSON = {"Content-Type": "application/json"}
_PATIENCE = aiohttp.ClientTimeout(total=60)


class NotPossible(Exception):
    """Raised if the playground refuses an act before it reaches the bot; the text says why."""


class Line:
    """HTTP client for the acts of people; `address` looks like http://127.0.0.1:PORT."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0), timeout=_PATIENCE, json_serialize=_text
        )

    async def __aenter__(self) -> Line:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._session.close()

    async def get(self, path: str) -> Any:
        """Return the answer of a path of the control API."""
        async with self._session.get(f"{self.address}/control{path}") as response:
            return _check_answer(response.status, await response.read())

    async def post(self, person: str, verb: str, **body: Any) -> Any:
        """Perform an act of a person. Raises NotPossible if the playground refuses it."""
        url = f"{self.address}/control/users/{person}/{verb}"
        async with self._session.post(url, data=encode(body), headers=_JSON) as response:
            return _check_answer(response.status, await response.read())

    async def put(self, path: str, **body: Any) -> Any:
        """Set a value at a path of the control API. Raises NotPossible if the playground refuses it."""
        url = f"{self.address}/control{path}"
        async with self._session.put(url, data=encode(body), headers=_JSON) as response:
            return _check_answer(response.status, await response.read())

    async def events(self, names: Sequence[str] = HEARD) -> AsyncIterator[Json]:
        """Yield {"event", "data", "people"} for all that people see, until the playground closes.

        The first event is CONNECTED.
        """
        url = f"{self.address}/control/live/everybody?events={','.join(names)}"
        async with self._session.ws_connect(url, max_msg_size=0) as socket:
            yield {"event": "CONNECTED", "data": {}, "people": []}
            async for message in socket:
                yield decode(message.data)


def _text(value: object) -> str:
    return encode(value).decode()


def _check_answer(status: int, body: bytes) -> Any:
    value = decode(body)
    if status >= 400:
        raise NotPossible(str(value.get("message", status)))
    return value


def people_of(state: Json, count: int) -> list[Json]:
    """Return `count` people of GET /control/state, newest first, since the page may use the oldest ones."""
    found = [user for user in reversed(state["users"]) if not user["bot"]]
    return found[:count]


def is_connected(state: Json) -> bool:
    """Return whether a bot is connected to the playground."""
    return any(application["connected"] for application in state["applications"])


def text_channels(home: Json) -> Sequence[Json]:
    """Return the channels, without threads, that a person sees in their servers."""
    return [channel for guild in home["guilds"] for channel in guild["channels"] if channel["type"] == 0]
