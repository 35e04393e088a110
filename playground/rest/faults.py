"""Ordered faults: error responses that a bot gets instead of the real ones, and a slow Discord."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import msgspec
from aiohttp import web

from playground.model.clock import ShiftedClock
from playground.model.errors import ControlError
from playground.model.events import Event, Listener
from playground.model.payload import Json, decode, encode
from playground.rest.call import reply

LONGEST_DELAY = 3600.0


@dataclass(slots=True)
class Fault:
    """A fault for the next `times` requests whose "METHOD /path" matches.

    With `after` they are carried out, and only their responses are lost.
    """

    match: re.Pattern[str]
    status: int
    times: int
    retry_after: float
    body: Json | None
    after: bool

    def response(self) -> web.Response:
        """Return the response that the bot gets instead."""
        if self.status == 429:
            return self._rate_limited()
        body = self.body or {"message": f"{self.status}: Injected fault", "code": 0}
        return reply(self.status, body)

    def _rate_limited(self) -> web.Response:
        limited = {
            "message": "You are being rate limited.",
            "retry_after": self.retry_after,
            "global": False,
        }
        response = reply(429, {**limited, **(self.body or {})})
        # Without Via, discord.py takes a 429 for a ban by the network in front of Discord.
        response.headers.update(
            {
                "Via": "1.1 google",
                "Retry-After": str(self.retry_after),
                "X-RateLimit-Reset-After": str(self.retry_after),
                "X-RateLimit-Scope": "user",
            }
        )
        return response


class Delay:
    """A slow Discord: everything for a bot arrives `seconds` later by the world's clock, in order."""

    def __init__(self, clock: ShiftedClock) -> None:
        self.seconds = 0.0
        self._clock = clock
        self._under_way: deque[tuple[float, Callable[[], None]]] = deque()
        self._courier: asyncio.Task[None] | None = None

    def set(self, seconds: float) -> None:
        """Change the delay, in seconds; 0 delivers everything under way at once."""
        self.seconds = seconds
        if not seconds:
            self._deliver_all()

    async def hold(self) -> None:
        """Wait until a response sent now would arrive."""
        if self.seconds:
            arrived = asyncio.Event()
            self._send(arrived.set)
            await arrived.wait()

    def make_listener(self, address: Callable[[Event], Callable[[], None]]) -> Listener:
        """Return an event listener that delivers late.

        `address` chooses the receivers of an event at once, and returns a function that delivers it to them.
        """

        def later(event: Event) -> None:
            if self.seconds:
                self._send(address(_as_it_is_now(event)))
            else:
                address(event)()

        return later

    def _send(self, arrive: Callable[[], None]) -> None:
        self._under_way.append((self._clock.now() + self.seconds, arrive))
        if self._courier is None or self._courier.done():
            self._courier = asyncio.create_task(self._carry())

    async def _carry(self) -> None:
        while self._under_way:
            await self._clock.wait_until(self._under_way[0][0])
            self._under_way.popleft()[1]()

    def _deliver_all(self) -> None:
        if self._courier is not None:
            self._courier.cancel()
            self._courier = None
        while self._under_way:
            self._under_way.popleft()[1]()


def _as_it_is_now(event: Event) -> Event:
    """Return the event with a copy of its data, which later changes of the world don't affect."""
    return msgspec.structs.replace(event, data=decode(encode(event.data)))


class Faults:
    """The ordered faults, oldest first, and the delay; `listeners` are called after every change."""

    def __init__(self, clock: ShiftedClock) -> None:
        self.waiting: list[Fault] = []
        self.delay = Delay(clock)
        self.listeners: list[Callable[[], None]] = []

    def order(self, body: Json) -> None:
        """Order a fault as the control API describes it.

        Args:
            body: {"match": regular expression to find in “METHOD /path”, "status": 400 to 599} and optionally
                "times" (default: 1), "retry_after" in seconds for a 429 (default: 1.0), "body" (JSON of the
                response), and "after" (true to carry the requests out and lose only the responses).

        Raises:
            ControlError: If the description is wrong.
        """
        try:
            fault = Fault(
                re.compile(str(body["match"])),
                int(body["status"]),
                int(body.get("times", 1)),
                float(body.get("retry_after", 1.0)),
                body.get("body"),
                bool(body.get("after", False)),
            )
        except (KeyError, TypeError, ValueError, re.error) as error:
            raise ControlError('A fault needs "match" (a regular expression) and "status".') from error
        if not 400 <= fault.status <= 599:
            raise ControlError('Give a "status" between 400 and 599.')
        self.waiting.append(fault)
        self._tell()

    def take(self, method: str, path: str) -> Fault | None:
        """Return the first fault that matches a request and count it down, or None.

        Args:
            method: The HTTP method.
            path: The path without `/api/v10`.
        """
        for fault in self.waiting:
            if fault.match.search(f"{method} {path}"):
                fault.times -= 1
                if fault.times <= 0:
                    self.waiting.remove(fault)
                self._tell()
                return fault
        return None

    def slow_down(self, seconds: object) -> None:
        """Set the delay of everything sent to bots, 0 to 3600 seconds, or raise ControlError."""
        if not isinstance(seconds, int | float) or isinstance(seconds, bool):
            raise ControlError('Give "seconds" as a number.')
        if not 0 <= seconds <= LONGEST_DELAY:
            raise ControlError(f'Give "seconds" between 0 and {LONGEST_DELAY:.0f}.')
        self.delay.set(float(seconds))
        self._tell()

    def clear(self) -> None:
        """Remove all faults and the delay."""
        self.waiting.clear()
        self.delay.set(0.0)
        self._tell()

    def state(self) -> Json:
        """Return the number of requests that will fail, and the delay in seconds: {"calls", "seconds"}."""
        return {"calls": sum(fault.times for fault in self.waiting), "seconds": self.delay.seconds}

    def _tell(self) -> None:
        for listener in self.listeners:
            listener()
