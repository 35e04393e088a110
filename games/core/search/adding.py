"""Sums that are the same everywhere."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import add


def added(numbers: Iterable[float]) -> float:
    """The numbers added one after another.

    Since Python 3.12 `sum` rounds floats otherwise than before, and of two plans that are worth the same
    another one would be chosen on another machine."""
    return reduce(add, numbers, 0.0)
