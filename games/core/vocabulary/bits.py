"""Sets of small numbers as integers, one bit a number."""

from __future__ import annotations


def members(bits: int) -> tuple[int, ...]:
    """The numbers of a set, rising."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return tuple(found)
