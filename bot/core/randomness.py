"""What the host draws itself: nonces for the fair seed, and names for matches."""

from __future__ import annotations

import secrets
from typing import Protocol

_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
_NAME_LENGTH = 8


class Randomness(Protocol):
    """Unpredictable to everybody; a test puts a predictable one in its place."""

    def nonce(self) -> bytes: ...

    def name(self) -> str: ...

    def number(self) -> int: ...


class SystemRandomness:
    """The operating system's randomness."""

    def nonce(self) -> bytes:
        return secrets.token_bytes(32)

    def name(self) -> str:
        return "".join(secrets.choice(_LETTERS) for _ in range(_NAME_LENGTH))

    def number(self) -> int:
        """For a choice that chance fills in."""
        return secrets.randbelow(1_000_000_000)
