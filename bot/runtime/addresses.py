"""The addresses of the bot's own ports: HOST:PORT, as in settings; port 0 is any port that is free."""

from __future__ import annotations

import re
from typing import NamedTuple

_FORM = re.compile(r"(?:(?P<host>[\w.-]+|\[[0-9a-fA-F:.]+\]):)?(?P<port>\d{1,5})")
LOOPBACK = "127.0.0.1"
_HIGHEST_PORT = 65_535


class Address(NamedTuple):
    """A host, without the brackets of IPv6, and a port."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


class CantListen(Exception):
    """The error of a port that can't be opened; its text is one sentence."""


def read_address(name: str, text: str) -> Address | None:
    """Return the address in a setting, or None if the setting is empty; a port alone is on the loopback.

    Raise ValueError with one sentence if it has another form.
    """
    if not text:
        return None
    found = _FORM.fullmatch(text)
    if found is None or int(found["port"]) > _HIGHEST_PORT:
        raise ValueError(f"{name} must be HOST:PORT, such as {LOOPBACK}:9464.")
    return Address((found["host"] or LOOPBACK).strip("[]"), int(found["port"]))
