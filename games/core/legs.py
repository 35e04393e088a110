"""The nonce of a match's second leg, which is derived from the first leg's nonce. CVD-35."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from games.core.chance import fair_seed
from games.core.game import AnyGame

_MOST_DRAWS = 10_000
"""Attempts to find a nonce for the second leg. At least every second one fits, so it's never reached."""


def leg_nonce(nonce: bytes, number: int) -> bytes:
    """Return a candidate nonce for the second leg, derived from the first leg's committed nonce."""
    return hashlib.sha256(nonce + f"leg 2:{number}".encode()).digest()


def second_leg_nonce(
    game: AnyGame,
    start: Any,
    raw: Mapping[str, object],
    nonce: bytes,
    interactions: tuple[int | None, int | None],
) -> bytes:
    """Return the second leg's nonce: the first candidate, from 0, with the same start as the first leg.

    Args:
        game: The game of both legs.
        start: A state of the first leg.
        raw: The raw options of the second leg.
        nonce: The first leg's nonce.
        interactions: The second leg's interaction ids in seat order (None: a bot).

    Raises:
        LookupError: No candidate fits.
    """
    options = game.options(raw)
    for number in range(_MOST_DRAWS):
        following = leg_nonce(nonce, number)
        if game.is_same_start(start, game.new(options, fair_seed(following, *interactions))):
            return following
    raise LookupError(f"no second leg of {game.key} starts as the first one did")
