"""A floating-point sum that gives the same result on every Python version."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import add


def add_up(numbers: Iterable[float]) -> float:
    """Return the sum of the numbers, added one after another.

    Since Python 3.12, `sum` rounds floats differently, so the choice between equally good plans would depend
    on the Python version.
    """
    return reduce(add, numbers, 0.0)
