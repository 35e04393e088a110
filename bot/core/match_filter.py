"""What somebody wants to see of their matches."""

from __future__ import annotations

from typing import Literal

import msgspec

Turn = Literal["all", "mine", "theirs"]


class MatchFilter(msgspec.Struct, frozen=True):
    """What is to be listed: one game or (None) every one, whose turn, and only what is played `here`."""

    game: str | None = None
    turn: Turn = "all"
    here: bool = False


EVERYTHING = MatchFilter()
