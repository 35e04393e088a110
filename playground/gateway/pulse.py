"""Heartbeats: a client that does not beat any more loses its connection, and may resume its session."""

from __future__ import annotations

import asyncio

from playground.gateway.handshake import Close
from playground.gateway.session import Connection
from playground.model.clock import ShiftedClock

HEARTBEAT = 1
INTERVAL = 41_250
"""Milliseconds from one heartbeat to the next, as HELLO tells them."""
SILENCE_SECONDS = INTERVAL / 1000 + 20
GRACE_SECONDS = 10.0


async def feel(connection: Connection, clock: ShiftedClock, grace: float) -> None:
    """Close the connection of a client that does not beat.

    The clock may have been moved on by days in a moment, in which nobody can have beaten. So a client that is
    late is asked for a heartbeat first, as Discord may do at any time, and only one that does not answer
    within `grace` seconds of real time is silent.
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
        # Clients count what they send: one that was asked at every move of the clock would fall silent.
        await asyncio.sleep(grace)
