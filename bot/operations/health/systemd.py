"""Messages to systemd, if it has started the process, as in sd_notify(3): ready, alive, stopping."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass

log = logging.getLogger(__name__)

_MICROSECONDS = 1_000_000
USUAL_SECONDS = 30.0
"""Seconds between messages if systemd doesn't set an interval."""


@dataclass(frozen=True)
class Systemd:
    """The socket's address, empty without systemd, and the seconds between signs of life."""

    address: str = ""
    every: float = USUAL_SECONDS

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Systemd:
        """Return the connection that the environment describes."""
        watchdog = environment.get("WATCHDOG_USEC", "")
        every = int(watchdog) / _MICROSECONDS / 2 if watchdog.isdecimal() else USUAL_SECONDS
        return cls(environment.get("NOTIFY_SOCKET", ""), every)

    def tell(self, *lines: str) -> None:
        """Send one message; errors are only logged."""
        if not self.address:
            return
        # systemd writes @ for the zero byte at the beginning of an abstract socket's name.
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
        """Report when the bot is ready, when it stops, and signs of life in between; ends by cancellation."""
        if not self.address:
            return
        while not on_line.is_set() and not leaving.is_set():
            # Discord may be out of reach for hours; a restart wouldn't help.
            self.tell(
                f"EXTEND_TIMEOUT_USEC={3 * self.every * _MICROSECONDS:.0f}", "STATUS=Connecting to Discord"
            )
            await _either(self.every, on_line, leaving)
        if on_line.is_set():
            self.tell("READY=1", "STATUS=Online")
        while not leaving.is_set():
            if is_alive():
                self.tell("WATCHDOG=1")
            await _either(self.every, leaving)
        self.tell("STOPPING=1", "STATUS=Stopping")


async def _either(seconds: float, *events: asyncio.Event) -> None:
    """Wait until an event is set, or for the given number of seconds."""
    waiting = [asyncio.create_task(event.wait()) for event in events]
    try:
        await asyncio.wait(waiting, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in waiting:
            task.cancel()


EVERY_SECONDS = 5.0


async def feel(late: Callable[[float], None], every: float = EVERY_SECONDS) -> None:
    """Report again and again by how many seconds the event loop is late, until canceled."""
    loop = asyncio.get_running_loop()
    while True:
        planned = loop.time() + every
        await asyncio.sleep(every)
        late(max(0.0, loop.time() - planned))
