"""Addresses of files that expire, as those of Discord's CDN do: `?ex=<end>&is=<begin>&hm=<signature>&`.

What is stored has bare addresses; they are signed when a message is read. A signature is made once an hour
and holds for 24 hours from then, so that who reads a message twice in a row gets the same address.
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
"""Where in a message addresses of files can stand."""


class Links:
    """Signs and checks addresses; `base` is set once the port is known."""

    def __init__(self, clock: Clock) -> None:
        self.base = ""
        self._clock = clock
        self._key = secrets.token_bytes(32)

    def slot(self) -> int:
        """The moment, in epoch seconds, from which addresses given out now are valid."""
        return int(self._clock.now()) // SLOT_SECONDS * SLOT_SECONDS

    def signed(self, address: str) -> str:
        """An address of the CDN with a fresh signature; any other stays as it is."""
        if not self._is_ours(address):
            return address
        bare, begin = address.partition("?")[0], self.slot()
        end = begin + VALID_SECONDS
        return (
            f"{bare}?ex={end:x}&is={begin:x}&hm={self._signature(bare.removeprefix(self.base), end, begin)}&"
        )

    def bare(self, address: str) -> str:
        """An address of the CDN without its signature; any other stays as it is."""
        return address.partition("?")[0] if self._is_ours(address) else address

    def refreshed(self, address: str) -> str | None:
        """An address of the CDN signed anew, None for any other."""
        return self.signed(address) if self._is_ours(address) else None

    def is_valid(self, path: str, query: Mapping[str, str]) -> bool:
        """Whether a request to the CDN carries a signature that is ours and has not expired."""
        try:
            end, begin = int(query["ex"], 16), int(query["is"], 16)
        except (KeyError, ValueError):
            return False
        genuine = hmac.compare_digest(
            query.get("hm", "").encode(), self._signature(path, end, begin).encode()
        )
        return genuine and self._clock.now() < end

    def fresh(self, value: Any) -> Any:
        """A JSON value with all addresses of the CDN in it signed anew; the same one when there are none."""
        return _changed(value, self.signed)

    def stripped(self, value: Any) -> Any:
        """A JSON value with all addresses of the CDN in it without their signatures."""
        return _changed(value, self.bare)

    def _is_ours(self, address: str) -> bool:
        return any(address.startswith(self.base + folder) for folder in FOLDERS)

    def _signature(self, path: str, end: int, begin: int) -> str:
        return hmac.new(self._key, f"{path}?ex={end:x}&is={begin:x}".encode(), "sha256").hexdigest()


def _changed(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, list):
        return _unless_same(value, [_changed(one, change) for one in value])
    if isinstance(value, dict):
        made = {name: _changed_field(name, one, change) for name, one in value.items()}
        return made if any(made[name] is not value[name] for name in value) else value
    return value


def _changed_field(name: str, value: Any, change: Callable[[str], str]) -> Any:
    if name in ADDRESSES and isinstance(value, str):
        made = change(value)
        return value if made == value else made
    return _changed(value, change)


def _unless_same(old: list[Any], new: list[Any]) -> list[Any]:
    return old if all(one is other for one, other in zip(old, new, strict=True)) else new
