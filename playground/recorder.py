"""Writes all traffic between bots and the playground as JSON lines."""

from __future__ import annotations

import base64
from pathlib import Path

from aiohttp import web

from playground.payload import Json, decode, encode


class Recorder:
    """Writes a new file, line by line; every line is there as soon as it is written."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb", buffering=0)

    def request(self, request: web.Request, body: bytes, response: web.StreamResponse) -> None:
        answer = response.body if isinstance(response, web.Response) else None
        self._write(
            {
                "kind": "request",
                "method": request.method,
                "path": request.path,
                "query": dict(request.query),
                "content_type": request.headers.get("Content-Type", ""),
                "body": base64.b64encode(body).decode(),
                "status": response.status,
                "response": decode(answer) if isinstance(answer, bytes) and answer else None,
            }
        )

    def dispatch(self, event: str, data: Json) -> None:
        self._write({"kind": "dispatch", "event": event, "data": data})

    def close(self) -> None:
        self._file.close()

    def _write(self, line: Json) -> None:
        self._file.write(encode(line) + b"\n")
