"""What a public sentence becomes for a player who reads of their own side."""

from __future__ import annotations

import re


def addressed(line: str, name: str) -> str:
    """Return a public sentence as the player with this side's name reads it, quoted words as they are."""
    said, quoted, words = line.partition(": “")
    said = re.sub(rf"^{name} (move|hop|win)s\b", r"You \1", said)
    said = re.sub(rf"^{name} can't do anything,", "You can't do anything,", said)
    said = re.sub(rf"^{name}'s ", "Your ", said)
    return re.sub(rf" {name}'s ", " your ", said) + quoted + words


def is_the_same_for_all(told: dict[int | None, tuple[str, ...]], seats: tuple[str, str]) -> bool:
    """Return whether both players are told what the public is, each in their own person or as it is."""
    public = told[None]
    return all(
        told[seat] in (public, tuple(addressed(line, seats[seat]) for line in public)) for seat in (0, 1)
    )
