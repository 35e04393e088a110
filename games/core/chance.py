"""Every random draw of every game, and the fair seed. Source: docs/engine.md, section 2."""

from __future__ import annotations

import hashlib
import hmac
from typing import TypeVar

import msgspec

from games.core.vocabulary.seats import by_seat

Item = TypeVar("Item")

SEED_BYTES = 32
_WORDS = 1 << 64


class Chance(msgspec.Struct, frozen=True, gc=False):
    """A seed of 32 bytes and the counter k of attempts made so far."""

    seed: bytes
    counter: int = 0

    def draw(self, n: int) -> tuple[int, Chance]:
        """One integer in [0, n), by rejection, and the chance that is left."""
        counter = self.counter
        limit = _WORDS - _WORDS % n
        while True:
            digest = hmac.digest(self.seed, counter.to_bytes(8, "big"), "sha256")
            counter += 1
            word = int.from_bytes(digest[:8], "big")
            if word < limit:
                return word % n, Chance(self.seed, counter)

    def shuffle(self, items: tuple[Item, ...]) -> tuple[tuple[Item, ...], Chance]:
        """The items in a drawn order, and the chance that is left."""
        shuffled = list(items)
        chance = self
        for i in range(len(shuffled) - 1, 0, -1):
            j, chance = chance.draw(i + 1)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return tuple(shuffled), chance


def check_seed(seed: bytes) -> bytes:
    """The seed itself; ValueError unless it is 32 bytes."""
    if not isinstance(seed, bytes) or len(seed) != SEED_BYTES:
        raise ValueError(f"a seed is {SEED_BYTES} bytes")
    return seed


def commitment(nonce: bytes) -> str:
    """What the challenge card publishes of the host's nonce: its SHA-256 in hex."""
    return hashlib.sha256(nonce).hexdigest()


def fair_seed(nonce: bytes, interaction_0: int | None, interaction_1: int | None) -> bytes:
    """The seed of a match from the host's nonce and the ids of both seats' interactions (None: a bot)."""
    ids = ":".join("" if i is None else str(i) for i in (interaction_0, interaction_1))
    return hashlib.sha256(nonce + ids.encode("ascii")).digest()


def drawn_sides(nonce: bytes, one: int, other: int) -> tuple[int, int]:
    """Two people's interactions in the order of seats, where the sides are left to chance.

    Drawn by the host's nonce and both ids, the lower one first; the text behind them keeps it apart from the
    seed. 0: whoever came first sits in seat 0."""
    first, second = sorted((one, other))
    seed = hashlib.sha256(nonce + f"{first}:{second}:sides".encode("ascii")).digest()
    drawn, _ = Chance(seed).draw(2)
    return by_seat(drawn, first, second)
