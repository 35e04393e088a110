"""A server where many things happen at once."""

from __future__ import annotations

from typing import Any

from tests.kit.people import Person


def at(person: Person, shard: int) -> Person:
    person.channel = f"shard-{shard}"
    return person


class Rushing:
    """A clock that is at once where somebody wants to wait for."""

    def __init__(self) -> None:
        self.time = 0.0

    def now(self) -> float:
        return self.time

    async def until(self, moment: float) -> None:
        self.time = max(self.time, moment)

    def jumps(self) -> list[Any]:
        return []
