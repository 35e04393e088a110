"""Downloads of the session's recording so far."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Awaitable, Callable, Iterable

from aiohttp import web

from playground.recording.recorder import Recorder
from playground.rest.call import reply

NOT_KEPT = "This playground doesn't keep a recording. Start it with `python -m playground`, which does."
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def saver(recorder: Recorder | None) -> Handler:
    """Return a handler that sends the recording, or with `?about` only its number of steps and its size.

    The handler responds with 404 if the playground keeps no recording.
    """

    async def save(request: web.Request) -> web.StreamResponse:
        kept = recorder.settle_memory() if recorder is not None else None
        if recorder is None or kept is None:
            return reply(404, {"message": NOT_KEPT})
        if "about" in request.query:
            return reply(200, {"steps": kept.steps, "left_out": kept.left_out, "size": kept.size})
        packed = await asyncio.to_thread(pack, recorder.lines())
        return web.Response(body=packed, headers=_headers(recorder.now()))

    return save


def pack(lines: Iterable[bytes]) -> bytes:
    """Return lines compressed with gzip; the same lines give the same bytes."""
    packing = zlib.compressobj(wbits=31)
    return b"".join([*(packing.compress(line) for line in lines), packing.flush()])


def _headers(now: str) -> dict[str, str]:
    moment = now[:16].replace("T", "-").replace(":", "")
    return {
        "Content-Type": "application/gzip",
        "Content-Disposition": f'attachment; filename="playground-session-{moment}.jsonl.gz"',
    }
