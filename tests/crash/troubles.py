"""What else goes wrong while the bot is killed: Discord stumbles, loses answers, tells things twice or late.

Chance is seeded. It is what Discord does on a bad day; no move may be lost, and nothing said twice.
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
"""`after`: it was carried out, and only the answer got lost."""
_TWICE, _LATE = 0.06, 0.04
"""How often an interaction is delivered a second time, and how often only after the next one."""


class Troubles:
    """The troubles of one run; `count` says how many there were of each kind."""

    def __init__(self, playground: Playground, rng: random.Random) -> None:
        self._playground = playground
        self._rng = rng
        self._emit = playground.world.emit
        self._late: Event | None = None
        self.count = {"faults": 0, "twice": 0, "late": 0}
        playground.world.emit = self._emitted  # type: ignore[method-assign]

    def order(self) -> None:
        """One of the faults, now."""
        self._playground.faults.order(dict(self._rng.choice(_ORDERS)))
        self.count["faults"] += 1

    def end(self) -> None:
        """From now on everything arrives, once and in order."""
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
