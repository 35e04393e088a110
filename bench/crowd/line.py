"""The line to a playground: its control API and one live socket for the whole crowd."""

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
    """The playground's own form does not let this pass; the text says why."""


class Line:
    """What people do, over HTTP; `address` as http://127.0.0.1:PORT."""

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
        """What stands at a path of the control API."""
        async with self._session.get(f"{self.address}/control{path}") as response:
            return _checked(response.status, await response.read())

    async def post(self, person: str, verb: str, **body: Any) -> Any:
        """What a person does; NotPossible where the playground says that it cannot be done."""
        url = f"{self.address}/control/users/{person}/{verb}"
        async with self._session.post(url, data=encode(body), headers=_JSON) as response:
            return _checked(response.status, await response.read())

    async def put(self, path: str, **body: Any) -> Any:
        """Set something; NotPossible where the playground says that it cannot be done."""
        url = f"{self.address}/control{path}"
        async with self._session.put(url, data=encode(body), headers=_JSON) as response:
            return _checked(response.status, await response.read())

    async def events(self, names: Sequence[str] = HEARD) -> AsyncIterator[Json]:
        """What people see from now on: {"event", "data", "people"}; ends when the playground does."""
        url = f"{self.address}/control/live/everybody?events={','.join(names)}"
        async with self._session.ws_connect(url, max_msg_size=0) as socket:
            yield {"event": "CONNECTED", "data": {}, "people": []}
            async for message in socket:
                yield decode(message.data)


def _text(value: object) -> str:
    return encode(value).decode()


def _checked(status: int, body: bytes) -> Any:
    value = decode(body)
    if status >= 400:
        raise NotPossible(str(value.get("message", status)))
    return value


def people_of(state: Json, count: int) -> list[Json]:
    """So many people of GET /control/state, the latest comers first: the first ones may sit at the page."""
    found = [user for user in reversed(state["users"]) if not user["bot"]]
    return found[:count]


def is_connected(state: Json) -> bool:
    """Whether a bot is on the line."""
    return any(one["connected"] for one in state["applications"])


def text_channels(home: Json) -> Sequence[Json]:
    """The channels, without threads, that somebody sees in their servers."""
    return [one for guild in home["guilds"] for one in guild["channels"] if one["type"] == 0]
