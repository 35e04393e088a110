"""Expiring file addresses, like those of Discord's CDN: `?ex=<end>&is=<begin>&hm=<signature>&`.

Stored addresses are bare; they are signed when a message is read. A signature is made once an hour and is
valid for 24 hours from then, so that reading a message twice in a row gives the same address.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Mapping
from typing import Any

from playground.model.clock import Clock

SLOT_SECONDS = 3600
VALID_SECONDS = 24 * 3600
FOLDERS = ("/attachments/", "/ephemeral-attachments/")
ADDRESSES = ("url", "proxy_url", "icon_url", "proxy_icon_url")
PARTS = ("attachments", "embeds", "components", "referenced_message", "message_snapshots")
"""Fields of a message that can contain file addresses."""


class Links:
    """A signer and checker of file addresses; `base` is set once the port is known."""

    def __init__(self, clock: Clock) -> None:
        self.base = ""
        self._clock = clock
        self._key = secrets.token_bytes(32)

    def slot(self) -> int:
        """Return the time, in epoch seconds, from which addresses signed now are valid."""
        return int(self._clock.now()) // SLOT_SECONDS * SLOT_SECONDS

    def sign(self, address: str) -> str:
        """Return a CDN address with a fresh signature, or any other address unchanged."""
        if not self._is_ours(address):
            return address
        bare, begin = address.partition("?")[0], self.slot()
        end = begin + VALID_SECONDS
        return (
            f"{bare}?ex={end:x}&is={begin:x}&hm={self._signature(bare.removeprefix(self.base), end, begin)}&"
        )

    def bare(self, address: str) -> str:
        """Return a CDN address without its signature, or any other address unchanged."""
        return address.partition("?")[0] if self._is_ours(address) else address

    def refresh(self, address: str) -> str | None:
        """Return a CDN address with a fresh signature, or None for any other address."""
        return self.sign(address) if self._is_ours(address) else None

    def is_valid(self, path: str, query: Mapping[str, str]) -> bool:
        """Return whether a CDN request's signature is genuine and hasn't expired."""
        try:
            end, begin = int(query["ex"], 16), int(query["is"], 16)
        except (KeyError, ValueError):
            return False
        genuine = hmac.compare_digest(
            query.get("hm", "").encode(), self._signature(path, end, begin).encode()
        )
        return genuine and self._clock.now() < end

    def fresh(self, value: Any) -> Any:
        """Return a JSON value with its CDN addresses freshly signed, or the same object if it has none."""
        return _change_addresses(value, self.sign)

    def strip_signatures(self, value: Any) -> Any:
        """Return a JSON value with the signatures of all its CDN addresses removed."""
        return _change_addresses(value, self.bare)

    def _is_ours(self, address: str) -> bool:
        return any(address.startswith(self.base + folder) for folder in FOLDERS)

    def _signature(self, path: str, end: int, begin: int) -> str:
        return hmac.new(self._key, f"{path}?ex={end:x}&is={begin:x}".encode(), "sha256").hexdigest()


def _change_addresses(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, list):
        return _unless_same(value, [_change_addresses(item, change) for item in value])
    if isinstance(value, dict):
        made = {name: _change_field(name, item, change) for name, item in value.items()}
        return made if any(made[name] is not value[name] for name in value) else value
    return value


def _change_field(name: str, value: Any, change: Callable[[str], str]) -> Any:
    if name in ADDRESSES and isinstance(value, str):
        made = change(value)
        return value if made == value else made
    return _change_addresses(value, change)


def _unless_same(old: list[Any], new: list[Any]) -> list[Any]:
    return old if all(item is other for item, other in zip(old, new, strict=True)) else new
