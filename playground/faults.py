"""Faults on order: answers which a bot gets instead of the real ones."""

from __future__ import annotations

import re
from dataclasses import dataclass

from aiohttp import web

from playground.errors import ControlError
from playground.payload import Json
from playground.wire.call import reply


@dataclass(slots=True)
class Fault:
    """Answers `times` requests whose "METHOD /path" matches.

    after: the request is carried out first, so that only its answer is lost.
    """

    match: re.Pattern[str]
    status: int
    times: int
    retry_after: float
    body: Json | None
    after: bool

    def response(self) -> web.Response:
        """The answer that the bot gets instead."""
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
        # discord.py takes a 429 without Via for a ban by the network in front of Discord.
        response.headers.update(
            {"Via": "1.1 google", "Retry-After": str(self.retry_after), "X-RateLimit-Scope": "user"}
        )
        return response


class Faults:
    """The faults on order, oldest first."""

    def __init__(self) -> None:
        self.waiting: list[Fault] = []

    def order(self, body: Json) -> None:
        """Order a fault as the control API describes it; raises ControlError for one that is none."""
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

    def take(self, method: str, path: str) -> Fault | None:
        """The fault that meets this request, counted down."""
        for fault in self.waiting:
            if fault.match.search(f"{method} {path}"):
                fault.times -= 1
                if fault.times <= 0:
                    self.waiting.remove(fault)
                return fault
        return None

    def clear(self) -> None:
        self.waiting.clear()
