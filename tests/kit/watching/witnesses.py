"""Witnesses of a table's traffic."""

from __future__ import annotations

from typing import Any

from aiohttp import web


class Refusals:
    """The bot's requests that Discord itself refused, as “404 GET /path”."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def request(self, request: web.Request, body: bytes, response: web.StreamResponse) -> None:
        if response.status >= 400:
            self.found.append(f"{response.status} {request.method} {request.path}")

    def dispatch(self, event: str, data: Any) -> None:
        """Ignore events, which aren't requests."""
