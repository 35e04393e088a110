"""Interactions that are delivered again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playground.model.events import Event
from tests.kit.table import Table


class Deliveries:
    """The interactions sent to the bot; `twice` delivers each one twice at once."""

    def __init__(self, t: Table) -> None:
        self._world = t.playground.world
        self.heard: list[Event] = []

    @contextmanager
    def kept(self, *, twice: bool = False) -> Iterator[None]:
        def hear(event: Event) -> None:
            if event.name == "INTERACTION_CREATE" and event not in self.heard:
                self.heard.append(event)
                if twice:
                    self._world.emit(event)

        self._world.listeners.append(hear)
        try:
            yield
        finally:
            self._world.listeners.remove(hear)

    def again(self) -> None:
        """Deliver the last interaction once more."""
        self._world.emit(self.heard[-1])
