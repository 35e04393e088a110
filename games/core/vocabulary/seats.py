"""What belongs to the two seats, in their order."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def by_seat(seat: int, mine: T, other: T) -> tuple[T, T]:
    """Two values in the order of seats, `mine` being this seat's and `other` that of the other one."""
    return (mine, other) if seat == 0 else (other, mine)
