"""Pairs of values in the order of seats."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")

SOLO = ("The player", "The bot")
"""The names of both seats in the texts of a game that's only played against the bot."""


def by_seat(seat: int, mine: T, other: T) -> tuple[T, T]:
    """Return two values in the order of seats: `mine` for this seat, `other` for the opponent's."""
    return (mine, other) if seat == 0 else (other, mine)
