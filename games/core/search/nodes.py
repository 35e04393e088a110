"""A budget of nodes: the same budget gives the same answer on every machine, which no clock does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Item = TypeVar("Item")


class OutOfNodes(Exception):
    """The budget is used up; what was not searched to its end does not count."""


class Nodes:
    """How many nodes may still be looked at."""

    def __init__(self, budget: int) -> None:
        self.left = budget

    def spend(self, count: int = 1) -> None:
        """Look at some more; OutOfNodes when there are not so many left."""
        if self.left < count:
            raise OutOfNodes
        self.left -= count


def best_few(items: Iterable[Item], worth: Callable[[Item], float], count: int) -> tuple[Item, ...]:
    """The items of highest worth, falling; of equals the first one first."""
    return tuple(sorted(items, key=worth, reverse=True)[:count])
