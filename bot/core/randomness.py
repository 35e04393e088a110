"""The bot's own random draws: nonces for the fair seed, and ids for matches."""

from __future__ import annotations

import secrets
from typing import Protocol

_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
_NAME_LENGTH = 8


class Randomness(Protocol):
    """Unpredictable randomness; tests use a predictable one."""

    def nonce(self) -> bytes:
        """Return a nonce for a fair seed."""
        ...

    def name(self) -> str:
        """Return an id for a match."""
        ...

    def number(self) -> int:
        """Return a number for a choice that chance makes."""
        ...


class SystemRandomness:
    """The operating system's randomness."""

    def nonce(self) -> bytes:
        """Return 32 random bytes."""
        return secrets.token_bytes(32)

    def name(self) -> str:
        """Return 8 small letters or digits that aren't easily confused."""
        return "".join(secrets.choice(_LETTERS) for _ in range(_NAME_LENGTH))

    def number(self) -> int:
        """Return a number from 0 to 999,999,999."""
        return secrets.randbelow(1_000_000_000)
