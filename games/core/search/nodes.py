"""A search budget in nodes: unlike a clock, it gives the same answer on every machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Item = TypeVar("Item")


class OutOfNodes(Exception):
    """The budget is used up; unfinished parts of the search don't count."""


class Nodes:
    """The number of nodes that a search may still visit."""

    def __init__(self, budget: int) -> None:
        self.left = budget

    def spend(self, count: int = 1) -> None:
        """Take nodes from the budget; raise OutOfNodes if fewer than `count` are left."""
        if self.left < count:
            raise OutOfNodes
        self.left -= count


def best_few(items: Iterable[Item], worth: Callable[[Item], float], count: int) -> tuple[Item, ...]:
    """Return the `count` items of highest worth, in falling order; ties keep their order."""
    return tuple(sorted(items, key=worth, reverse=True)[:count])
