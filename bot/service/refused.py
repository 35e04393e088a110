"""What a use case answers when it cannot do what was asked; nothing has changed then."""

from __future__ import annotations


class Refused(Exception):
    """One clear sentence for the person who asked, and for nobody else."""


class Stale(Refused):
    """The board has moved on since the panel was made."""

    def __init__(self) -> None:
        super().__init__(
            "The board has moved on meanwhile. Look at it again before you act; nothing was played."
        )
