"""JSON as Discord writes it: plain dictionaries, ids as strings, times in ISO 8601."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any

import msgspec

Json = dict[str, Any]


def encode(value: object) -> bytes:
    """JSON bytes of plain data."""
    return msgspec.json.encode(value)


def decode(data: bytes | str) -> Any:
    """The value of JSON text; raises ValueError when it is not JSON."""
    try:
        return msgspec.json.decode(data)
    except msgspec.DecodeError as error:
        raise ValueError(str(error)) from error


def timestamp(moment: float) -> str:
    """Discord's text for a moment in epoch seconds."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="microseconds")


def moment_of(text: str) -> float:
    """Epoch seconds of Discord's text for a moment."""
    return datetime.fromisoformat(text).timestamp()


def without_nulls(value: Any, kept: Collection[str] = ()) -> Any:
    """Drop what is null at any depth: Discord takes it for left out. Fields named in `kept` stay."""
    if isinstance(value, list):
        return [without_nulls(item, kept) if isinstance(item, list | dict) else item for item in value]
    if not isinstance(value, dict):
        return value
    return {
        name: without_nulls(item, kept) if isinstance(item, list | dict) else item
        for name, item in value.items()
        if item is not None or name in kept
    }
