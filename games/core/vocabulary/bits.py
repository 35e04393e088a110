"""Sets of small numbers as integers with one bit per number."""

from __future__ import annotations


def members(bits: int) -> tuple[int, ...]:
    """Return the numbers in a set, in rising order."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return tuple(found)
