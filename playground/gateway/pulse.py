"""Heartbeat checks: a client without heartbeats loses its connection and may resume its session."""

from __future__ import annotations

import asyncio

from playground.gateway.handshake import Close
from playground.gateway.session import Connection
from playground.model.clock import ShiftedClock

HEARTBEAT = 1
INTERVAL = 41_250
"""Milliseconds between heartbeats, as HELLO announces them."""
SILENCE_SECONDS = INTERVAL / 1000 + 20
GRACE_SECONDS = 10.0


async def feel(connection: Connection, clock: ShiftedClock, grace: float) -> None:
    """Close the connection once its client has stopped sending heartbeats.

    The clock may jump ahead by days, leaving a client no time to beat. A late client is therefore first asked
    for a heartbeat, as Discord may do at any time, and has `grace` seconds of real time to answer.
    """
    while connection.closing is None:
        await clock.wait_until(connection.beaten + SILENCE_SECONDS)
        if clock.now() < connection.beaten + SILENCE_SECONDS:
            continue
        connection.beat.clear()
        connection.send(HEARTBEAT)
        try:
            async with asyncio.timeout(grace):
                await connection.beat.wait()
        except TimeoutError:
            connection.close(Close.SESSION_TIMED_OUT)
            return
        # Clients limit their own sends: asked at every jump of the clock, one would stop answering.
        await asyncio.sleep(grace)
