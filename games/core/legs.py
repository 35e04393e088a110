"""The second leg of a match: from which secret its dice follow. CVD-35."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from games.core.chance import fair_seed
from games.core.game import AnyGame

_MOST_DRAWS = 10_000
"""A draw fits at least every second time, so nobody ever comes so far."""


def leg_nonce(nonce: bytes, number: int) -> bytes:
    """A nonce that follows from that of the first leg, to which the host was committed."""
    return hashlib.sha256(nonce + f"leg 2:{number}".encode()).digest()


def second_leg_nonce(
    game: AnyGame,
    start: Any,
    raw: Mapping[str, object],
    nonce: bytes,
    interactions: tuple[int | None, int | None],
) -> bytes:
    """The one nonce that a second leg can have: that of the first number, from 0, with which it starts alike.

    `start`: a state of the first leg, `nonce`: that leg's; `raw` and `interactions` (in the order of seats):
    those of the second. LookupError when no number fits."""
    options = game.options(raw)
    for number in range(_MOST_DRAWS):
        following = leg_nonce(nonce, number)
        if game.is_same_start(start, game.new(options, fair_seed(following, *interactions))):
            return following
    raise LookupError(f"no second leg of {game.key} starts as the first one did")
