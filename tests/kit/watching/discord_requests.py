"""A witness of the bot's requests to Discord."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest
from aiohttp import web

from storage.engine.handle import Parameters, Reader, Row
from tests.kit.matches.creators_twins import OURS
from tests.kit.seen import Seen
from tests.kit.table import Table
from tests.kit.traffic import without_new_ids

_ADDRESSED = re.compile(r"/(interactions|webhooks)/\d+/[^/]+")


_TOKEN = re.compile(r'"(token|nonce)": ?"[^"]*"')


@dataclass(frozen=True)
class Noticed:
    """The results of one act: what the bot sent, what it logged, and its database statements."""

    sent: tuple[tuple[str, str, str], ...]
    logged: tuple[str, ...]
    asked: tuple[str, ...]


class Witness:
    """Records all requests of the bot, and all statements to its database on either engine."""

    def __init__(self, t: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
        self._t, self._caplog = t, caplog
        self._sent, self._asked = list[tuple[str, str, str]](), list[str]()
        t.playground.witnesses.append(self)
        fetch, many = Reader.fetch, Reader.many

        async def fetched(r: Reader, text: str, parameters: Parameters) -> list[Row]:
            self._asked.append(text)
            return await fetch(r, text, parameters)

        async def done(r: Reader, text: str, parameters: list[Parameters]) -> None:
            self._asked.append(f"{len(parameters)} times {text}")
            await many(r, text, parameters)

        monkeypatch.setattr(Reader, "fetch", fetched)
        monkeypatch.setattr(Reader, "many", done)

    def request(self, request: web.Request, body: bytes, response: web.StreamResponse) -> None:
        path = _ADDRESSED.sub(r"/\1", request.path)
        _, _, boundary = request.headers.get("Content-Type", "").partition("boundary=")
        text = without_new_ids(body.decode(errors="replace"))
        plain = _TOKEN.sub("", text.replace(boundary.strip('"') or "\0", "BOUNDARY"))
        self._sent.append((request.method, without_new_ids(path), plain))

    def dispatch(self, event: str, data: Any) -> None:
        """Ignore events: the bot receives them and doesn't send them."""

    async def of(self, act: Callable[[], Awaitable[Seen]]) -> tuple[Seen, Noticed]:
        """Return the answer to an act, and everything else that resulted from it."""
        await self._t.settled()
        self._sent.clear(), self._asked.clear(), self._caplog.clear()
        answer = await act()
        await self._t.settled()
        records = [record for record in self._caplog.records if record.name.split(".")[0] in OURS]
        logged = (without_new_ids(record.getMessage()) for record in records)
        return answer, Noticed(tuple(self._sent), tuple(logged), tuple(self._asked))
