"""Whether the event loop keeps up: how late it does what was planned."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

EVERY_SECONDS = 1.0


async def feel(late: Callable[[float], None], every: float = EVERY_SECONDS) -> None:
    """Say again and again by how many seconds the loop is late; ends by cancellation."""
    loop = asyncio.get_running_loop()
    while True:
        planned = loop.time() + every
        await asyncio.sleep(every)
        late(max(0.0, loop.time() - planned))
