"""What systemd is told, if it has started us: that we're ready, that we're alive, that we stop.

As in sd_notify(3): datagrams on the socket that NOTIFY_SOCKET names."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass

log = logging.getLogger(__name__)

_MICROSECONDS = 1_000_000
USUAL_SECONDS = 30.0
"""So often systemd hears of us where it doesn't say how often it wants to."""


@dataclass(frozen=True)
class Systemd:
    """Where to tell it, empty where nobody listens, and how often it wants to hear that we live."""

    address: str = ""
    every: float = USUAL_SECONDS

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Systemd:
        """As the environment of the process says."""
        watchdog = environment.get("WATCHDOG_USEC", "")
        every = int(watchdog) / _MICROSECONDS / 2 if watchdog.isdecimal() else USUAL_SECONDS
        return cls(environment.get("NOTIFY_SOCKET", ""), every)

    def tell(self, *lines: str) -> None:
        """Send one message. That it gets lost is no reason to stop."""
        if not self.address:
            return
        # An @ stands for the zero byte with which names begin that are in no file system.
        where = "\0" + self.address[1:] if self.address.startswith("@") else self.address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sending:
                sending.setblocking(False)
                sending.sendto("\n".join(lines).encode(), where)
        except OSError as error:
            log.info("systemd can't be told %s: %s", lines[0], error)

    async def keep_told(
        self, on_line: asyncio.Event, leaving: asyncio.Event, is_alive: Callable[[], bool]
    ) -> None:
        """That we're ready once `on_line` is set, that we stop once `leaving` is, and in between that we're
        alive, while we are; ends by cancellation."""
        if not self.address:
            return
        while not on_line.is_set() and not leaving.is_set():
            # Discord may be out of reach for hours, which is no reason to start again.
            self.tell(
                f"EXTEND_TIMEOUT_USEC={3 * self.every * _MICROSECONDS:.0f}", "STATUS=Connecting to Discord"
            )
            await _either(self.every, on_line, leaving)
        if on_line.is_set():
            self.tell("READY=1", "STATUS=On line")
        while not leaving.is_set():
            if is_alive():
                self.tell("WATCHDOG=1")
            await _either(self.every, leaving)
        self.tell("STOPPING=1", "STATUS=Stopping")


async def _either(seconds: float, *events: asyncio.Event) -> None:
    """Until one of them is set, or for so many seconds."""
    waiting = [asyncio.create_task(event.wait()) for event in events]
    try:
        await asyncio.wait(waiting, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for one in waiting:
            one.cancel()


EVERY_SECONDS = 1.0


async def feel(late: Callable[[float], None], every: float = EVERY_SECONDS) -> None:
    """Say again and again by how many seconds the loop is late; ends by cancellation."""
    loop = asyncio.get_running_loop()
    while True:
        planned = loop.time() + every
        await asyncio.sleep(every)
        late(max(0.0, loop.time() - planned))
