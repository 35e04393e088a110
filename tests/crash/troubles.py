"""Further trouble while the bot is killed: Discord fails, loses responses, delivers events twice or late.

Randomness is seeded. All of this happens on a bad day of Discord; no move may be lost or message repeated.
"""

from __future__ import annotations

import random
from typing import Any

from playground.app import Playground
from playground.model.events import Event

_POSTS, _EDITS, _ANSWERS = "POST .*/channels/[0-9]+/messages$", "PATCH ", "POST .*/callback$"
_ORDERS: tuple[dict[str, Any], ...] = (
    {"match": _POSTS, "status": 503, "times": 3},
    {"match": _POSTS, "status": 500, "times": 2, "after": True},
    {"match": _POSTS, "status": 429, "times": 4, "retry_after": 0.05},
    {"match": _EDITS, "status": 502, "times": 2},
    {"match": _ANSWERS, "status": 503, "times": 2},
    {"match": _ANSWERS, "status": 503, "times": 2, "after": True},
    {"match": _ANSWERS, "status": 429, "times": 2, "retry_after": 0.05},
)
"""Faults to order; with `after`, the request is carried out and only its response is lost."""
_TWICE, _LATE = 0.06, 0.04
"""Probability that an interaction is delivered twice, and that it's delivered after the next one."""


class Troubles:
    """The troubles of a run; `count` has the number of each kind."""

    def __init__(self, playground: Playground, rng: random.Random) -> None:
        self._playground = playground
        self._rng = rng
        self._emit = playground.world.emit
        self._late: Event | None = None
        self.count = {"faults": 0, "twice": 0, "late": 0}
        playground.world.emit = self._emitted  # type: ignore[method-assign]

    def order(self) -> None:
        """Order a random fault now."""
        self._playground.faults.order(dict(self._rng.choice(_ORDERS)))
        self.count["faults"] += 1

    def end(self) -> None:
        """Stop all trouble: from now on every event arrives once and in order."""
        self._playground.faults.clear()
        self._playground.world.emit = self._emit  # type: ignore[method-assign]
        self._let_go()

    def _emitted(self, event: Event) -> None:
        if event.name != "INTERACTION_CREATE":
            self._emit(event)
        elif self._late is None and self._rng.random() < _LATE:
            self._late = event
            self.count["late"] += 1
        else:
            self._deliver(event)

    def _deliver(self, event: Event) -> None:
        self._emit(event)
        if self._rng.random() < _TWICE:
            self._emit(event)
            self.count["twice"] += 1
        self._let_go()

    def _let_go(self) -> None:
        if self._late is not None:
            late, self._late = self._late, None
            self._emit(late)
