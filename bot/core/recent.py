"""What was used last, kept in bounded memory: to be worked out, or read, again at any time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
    """The values used last, as many as weigh no more than `limit` together; each weighs 1 unless `weigh`
    says otherwise."""

    def __init__(self, limit: int, weigh: Callable[[Value], int] = lambda _: 1) -> None:
        self._limit = limit
        self._weigh = weigh
        self._weight = 0
        self._values: OrderedDict[Key, Value] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: Key) -> Value | None:
        """The value kept for the key, or None."""
        if key in self._values:
            self._values.move_to_end(key)
        return self._values.get(key)

    def __setitem__(self, key: Key, value: Value) -> None:
        """Keep a value, and let go of those that were used longest ago."""
        self.forget(key)
        self._values[key] = value
        self._weight += self._weigh(value)
        while self._weight > self._limit:
            self.forget(next(iter(self._values)))

    def forget(self, key: Key) -> None:
        """Let go of the value of a key, if one is kept."""
        if key in self._values:
            self._weight -= self._weigh(self._values.pop(key))
