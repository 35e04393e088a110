"""Every random draw of every game, and the provably fair seed. Source: docs/engine.md, section 2."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from struct import Struct
from typing import Any, TypeVar

import msgspec

from games.core.vocabulary.seats import by_seat

Item = TypeVar("Item")

SEED_BYTES = 32
_WORD, _WORDS = Struct(">Q"), 1 << 64
_INNER, _OUTER = (bytes(byte ^ mask for byte in range(256)) for mask in (0x36, 0x5C))
"""The tables by which HMAC changes the bytes of a key for its two hashes."""


class Chance(msgspec.Struct, frozen=True, gc=False):
    """A random generator as an immutable value: a seed of 32 bytes and the number of draws attempted."""

    seed: bytes
    counter: int = 0

    def draw(self, n: int) -> tuple[int, Chance]:
        """Return a uniform integer in [0, n), drawn by rejection sampling, and the next Chance.

        Args:
            n: 1 to 2**64.
        """
        number, counter = _draw(_begin_hmac(self.seed), self.counter, n)
        return number, Chance(self.seed, counter)

    def shuffle(self, items: tuple[Item, ...]) -> tuple[tuple[Item, ...], Chance]:
        """Return the items in random order (Fisher-Yates), and the next Chance."""
        shuffled, begun, counter = list(items), _begin_hmac(self.seed), self.counter
        for i in range(len(shuffled) - 1, 0, -1):
            j, counter = _draw(begun, counter, i + 1)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return tuple(shuffled), Chance(self.seed, counter)


def _draw(begun: tuple[Any, Any], counter: int, n: int) -> tuple[int, int]:
    """Return a uniform integer in [0, n) from HMAC-SHA256, and the next counter.

    HMAC is written out, as in RFC 2104: `hmac.digest` takes twice as long. `begun` are its two hashes.
    """
    limit = _WORDS - _WORDS % n
    while True:
        inner, outer = begun[0].copy(), begun[1].copy()
        inner.update(_WORD.pack(counter))
        outer.update(inner.digest())
        counter += 1
        (word,) = _WORD.unpack_from(outer.digest())
        if word < limit:
            return word % n, counter


@lru_cache(maxsize=64)
def _begin_hmac(key: bytes) -> tuple[Any, Any]:
    """Return the inner and the outer hash of HMAC, which begin with the key; copy them before an update."""
    block = key.ljust(sha256().block_size, b"\0")
    return sha256(block.translate(_INNER)), sha256(block.translate(_OUTER))


def check_seed(seed: bytes) -> bytes:
    """Return the seed; raise ValueError unless it is 32 bytes."""
    if not isinstance(seed, bytes) or len(seed) != SEED_BYTES:
        raise ValueError(f"a seed is {SEED_BYTES} bytes")
    return seed


def commitment(nonce: bytes) -> str:
    """Return the commitment that the challenge card publishes: the SHA-256 of the host's nonce, in hex."""
    return sha256(nonce).hexdigest()


def fair_seed(nonce: bytes, interaction_0: int | None, interaction_1: int | None) -> bytes:
    """Return a match's seed from the host's nonce and both seats' interaction ids (None: a bot)."""
    ids = ":".join("" if i is None else str(i) for i in (interaction_0, interaction_1))
    return sha256(nonce + ids.encode("ascii")).digest()


def draw_sides(nonce: bytes, interaction: int, other: int) -> tuple[int, int]:
    """Return two players' interaction ids in seat order, for a match with random sides.

    The draw depends only on the host's nonce and both ids, sorted. The suffix "sides" makes it independent of
    the match's seed. If it gives 0, the lower id, which is the earlier interaction, gets seat 0.
    """
    first, second = sorted((interaction, other))
    seed = sha256(nonce + f"{first}:{second}:sides".encode("ascii")).digest()
    drawn, _ = Chance(seed).draw(2)
    return by_seat(drawn, first, second)
