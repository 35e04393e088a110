"""The filter of a person's list of matches."""

from __future__ import annotations

from typing import Literal

import msgspec

Turn = Literal["all", "mine", "theirs"]


class MatchFilter(msgspec.Struct, frozen=True):
    """Which matches to list: one game (None: all), by whose turn it is, and only those played `here`."""

    game: str | None = None
    turn: Turn = "all"
    here: bool = False


EVERYTHING = MatchFilter()
